"""What people do at tables that are named by their numbers, for tests without presses."""

from __future__ import annotations

from bot.services.loaded import Loaded
from bot.services.tables import Tables
from bot.tables import absence, lobby, play, rematch
from bot.tables.change import Action
from bot.tables.events import Joined
from bot.tables.schedule import REMATCH, is_quiet
from game.events import Intent


class NumberedTables(Tables):
    """Tables that are loaded and changed in one call."""

    def forget_listeners(self) -> None:
        """Let nobody hear of commits, as where the process dies right after them."""
        self._listeners.clear()

    async def move_by_number(self, game: int, channel: int) -> Loaded:
        return await self.relocate(await self.load(game), channel, home=channel)

    async def act(self, game: int, action: Action) -> Loaded:
        return await self.change(await self.load(game), action)

    async def join(self, game: int, person: Joined, side: int | None) -> Loaded:
        return await self.act(game, lambda table: lobby.join(table, person.user, person.name, side))

    async def leave(self, game: int, user: int, by: int) -> Loaded:
        return await self.act(game, lambda table: lobby.leave(table, user, by))

    async def begin(self, game: int, user: int) -> Loaded:
        return await self.act(
            game, lambda table: lobby.begin(table, user, self.chance.shuffle(game), self.chance.bag_seed(game))
        )

    async def close(self, game: int, user: int) -> Loaded:
        return await self.act(game, lambda table: lobby.close(table, user))

    async def stop(self, game: int, user: int = 0) -> Loaded:
        return await self.act(game, lambda table: lobby.stop(table, user))

    async def vote_stop(self, game: int, user: int) -> Loaded:
        return await self.act(game, lambda table: play.vote_stop(table, user))

    async def reject_stop(self, game: int, user: int) -> Loaded:
        return await self.act(game, lambda table: play.reject_stop(table, user))

    async def play(self, game: int, user: int, version: int | None, intent: Intent) -> Loaded:
        return await self.act(game, lambda table: play.place(table, user, version, intent, self.chance.shuffle(game)))

    async def resign(self, game: int, user: int) -> Loaded:
        return await self.act(game, lambda table: absence.resign(table, user, self.chance.shuffle(game)))

    async def come_back(self, game: int, user: int) -> Loaded:
        return await self.act(game, lambda table: absence.come_back(table, user))

    async def vote_takeover(self, game: int, user: int) -> Loaded:
        return await self.act(game, lambda table: absence.vote_takeover(table, user, self.chance.shuffle(game)))

    async def nudge(self, game: int, user: int) -> bool:
        """Whether the reminder waits for the end of quiet hours."""
        loaded, now = await self.load(game), self.clock()
        loaded.table.check_running()
        on_turn = await self.store.player(loaded.table.seats[loaded.table.public.seat].user or 0)
        await self.change(loaded, lambda table: absence.nudge(table, user, on_turn, now))
        return is_quiet(now, on_turn)

    async def accept_rematch(self, game: int, user: int) -> Loaded:
        loaded = await self.load(game)
        expired = loaded.row.ended_at is not None and self.clock() >= loaded.row.ended_at + REMATCH
        return await self.change(loaded, lambda table: rematch.accept(table, user, expired=expired))

    async def decline_rematch(self, game: int, user: int) -> Loaded:
        return await self.act(game, lambda table: rematch.decline(table, user))
