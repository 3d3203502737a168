"""The service: load a table, let its rules decide, store what happened. The only writer of games.

Everything here is independent of Discord. A press changes a game at most once, because the event log's key is the
lock: whoever comes second finds the place taken, looks again and is told. What must be announced is written with the
move itself.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, replace
from datetime import datetime
from random import Random

from bot.tables import absence, lobby, play, rematch
from bot.tables.automatic import Shuffle
from bot.tables.change import Action
from bot.tables.errors import Refused, Unreadable
from bot.tables.events import Joined, Opened, TableEvent, from_text, to_text
from bot.tables.fold import fold
from bot.tables.messages import Plan, affected_players, note, plan_change, plan_lobby, replan_turn
from bot.tables.schedule import ABANDON_WARNING, LOBBY_WARNING, PACES, REMATCH, grace, is_quiet, on_vacation
from bot.tables.table import Table
from data.store import (
    STATUSES,
    Conflict,
    GameChange,
    GameMissing,
    GameRow,
    GameUnreadable,
    Keep,
    NewGame,
    Note,
    SeatRow,
    Store,
    StoredGame,
    Unstorable,
)
from game.events import Intent

log = logging.getLogger(__name__)

_TRIES = 60
"""How often a change is tried again after somebody else was faster: more than can press at one moment."""

NOWHERE = 0
"""The channel of a game whose channel was deleted."""


@dataclass(frozen=True, slots=True)
class Location:
    """Where a game is played; `guild` is `None` in a direct message."""

    guild: int | None
    channel: int


@dataclass(frozen=True, slots=True)
class Loaded:
    """A table and its row in the store."""

    row: GameRow
    table: Table


class Tables:
    """All tables. `seed` makes the shuffles: each is a function of the seed, the table and the number of the event."""

    def __init__(
        self, store: Store, seed: int, clock: Callable[[], datetime], changed: Callable[[int], None] | None = None
    ) -> None:
        self.store = store
        self.clock = clock
        self.on_commit: Callable[[int], None] = changed or _nobody
        """Called with the number of a table after each commit that has something to announce."""
        self._seed = seed

    def _shuffle(self, game: int) -> Shuffle:
        return lambda seq: Random(f"{self._seed}:{game}:{seq}")

    # --- reading ---

    async def load(self, game: int) -> Loaded:
        """A table as it stands.

        Raises:
            Refused: `no-such-game`, or `aside` for one that cannot be read; it is set aside and reported.
        """
        try:
            stored = await self.store.load(game)
        except (GameMissing, Unstorable) as error:
            raise Refused("no-such-game", game=game) from error
        except GameUnreadable as error:
            await self._set_aside(game, str(error))
            raise Refused("aside", game=game) from error
        return await self._folded(stored)

    async def _folded(self, stored: StoredGame) -> Loaded:
        game = stored.row.id
        if stored.row.status == "aside":
            raise Refused("aside", game=game)
        try:
            return Loaded(stored.row, await asyncio.to_thread(_fold, stored))
        except Unreadable as error:
            await self._set_aside(game, str(error))
            raise Refused("aside", game=game) from error

    async def _set_aside(self, game: int, why: str) -> None:
        log.error("game=%s cannot be read and is set aside: %s", game, why)
        await self.store.set_aside(game, why)

    # --- opening ---

    async def open(self, place: Location, host: Joined, terms: Opened) -> Loaded:
        """Open a table with its host at it; a game that needs nobody else begins at once.

        Raises:
            Refused: the terms do not fit together.
        """
        lobby.check_terms(terms, dm=place.guild is None)
        at_once = terms.seats - terms.bots == 1
        new = NewGame(place.guild, place.channel, terms.mode, terms.language, terms.host)
        game = await self.store.create(
            new,
            [to_text(terms), to_text(host)],
            [SeatRow(0, host.user, host.name)],
            [note("begin")] if at_once else plan_lobby(self.clock(), PACES[terms.pace]),
        )
        log.info("game=%s opened mode=%s seats=%s", game, terms.mode, terms.seats)
        if at_once:
            return await self._begun(game)
        self.on_commit(game)
        # Not read again: it is open from here on, and an error would say that it is not.
        table = fold(game, (terms, host))
        now = self.clock()
        row = GameRow(
            game,
            new.guild,
            new.channel,
            "lobby",
            new.mode,
            new.language,
            new.host,
            table.seq,
            None,
            None,
            None,
            None,
            now,
            now,
            home=new.channel,
        )
        return Loaded(row, table)

    async def _begun(self, game: int) -> Loaded:
        """A game that needs nobody else, begun; its note sees to that where the process dies before."""
        loaded = await self.load(game)
        try:
            return await self.begin(game, loaded.table.host)
        except Refused as error:
            if error.code not in ("begun", "over", "cancelled"):
                raise
            return await self.load(game)

    # --- deeds ---

    async def join(self, game: int, person: Joined, side: int | None) -> Loaded:
        """Seat a person in the lobby. Raises `Refused`."""
        return await self.change(game, lambda table: lobby.join(table, person.user, person.name, side))

    async def leave(self, game: int, user: int, by: int) -> Loaded:
        """Take a person out of the lobby. Raises `Refused`."""
        return await self.change(game, lambda table: lobby.leave(table, user, by))

    async def begin(self, game: int, user: int) -> Loaded:
        """Begin the game. Raises `Refused`."""
        return await self.change(game, lambda table: lobby.begin(table, user, self._shuffle(game)))

    async def close(self, game: int, user: int) -> Loaded:
        """Close the lobby. Raises `Refused`."""
        return await self.change(game, lambda table: lobby.close(table, user))

    async def vote_stop(self, game: int, user: int) -> Loaded:
        """Close the lobby, or agree to end the game. Raises `Refused`."""
        return await self.change(game, lambda table: play.vote_stop(table, user))

    async def reject_stop(self, game: int, user: int) -> Loaded:
        """Play on. Raises `Refused`."""
        return await self.change(game, lambda table: play.reject_stop(table, user))

    async def play(self, game: int, user: int, version: int | None, intent: Intent) -> Loaded:
        """Make a placement in the position of this version, the present one for `None`. Raises `Refused`, `Illegal`."""
        return await self.change(game, lambda table: play.place(table, user, version, intent, self._shuffle(game)))

    async def resign(self, game: int, user: int) -> Loaded:
        """Give a running game up. Raises `Refused`."""
        return await self.change(game, lambda table: absence.resign(table, user, self._shuffle(game)))

    async def come_back(self, game: int, user: int) -> Loaded:
        """Take a seat back from the automatic player. Raises `Refused`."""
        return await self.change(game, lambda table: absence.come_back(table, user))

    async def vote_takeover(self, game: int, user: int) -> Loaded:
        """Vote for an automatic player in the seat on turn. Raises `Refused`."""
        return await self.change(game, lambda table: absence.vote_takeover(table, user, self._shuffle(game)))

    async def nudge(self, game: int, user: int) -> bool:
        """Remind the player on turn, once in twelve hours a game; whether that waits for the end of quiet hours.

        Raises:
            Refused: `on-vacation`, or as `absence.nudge`.
        """
        now = self.clock()
        table = (await self.load(game)).table
        table.check_running()
        player = await self.store.player(table.seats[table.public.seat].user or 0)
        await self.change(game, lambda table: absence.nudge(table, user, player, now))
        return is_quiet(now, player)

    async def stop(self, game: int, by: int) -> Loaded:
        """End a game, or close its lobby, by the word of somebody who manages the server. Raises `Refused`."""
        log.info("game=%s is ended by user=%s, who manages the server", game, by)
        return await self.change(game, lobby.stop)

    async def accept_rematch(self, game: int, user: int) -> Loaded:
        """Agree to a rematch; it begins when everybody does. Raises `Refused`."""
        ended = (await self.load(game)).row.ended_at
        expired = ended is not None and self.clock() >= ended + REMATCH
        return await self.change(game, lambda table: rematch.accept(table, user, expired=expired))

    async def _rematch(self, old: Loaded) -> None:
        """Begin the rematch to which everybody agreed; what a former attempt has done already stands."""
        if old.table.next_game is not None or not rematch.is_agreed(old.table):
            return
        game = await self._opened_again(old)
        new = await self.load(game)
        if new.table.status == "lobby":
            await self.begin(game, new.table.host)
        await self.change(old.table.id, lambda table: rematch.begin(table, game))

    async def _opened_again(self, old: Loaded) -> int:
        """The table of the rematch, with everybody at it."""
        for row in await self.store.games_of(old.table.humans[0], STATUSES):
            if row.id > old.table.id and row.status != "aside":
                with suppress(Refused):
                    if (await self.load(row.id)).table.opened.previous == old.table.id:
                        return row.id
        terms = rematch.terms(old.table)
        people = [
            Joined(seat.user, seat.name, at % (old.table.mode.sides or 1))
            for at, seat in enumerate(old.table.seats)
            if seat.user
        ]
        rows = [SeatRow(at, person.user, person.name) for at, person in enumerate(people)]
        new = NewGame(old.row.guild, old.row.home, terms.mode, terms.language, terms.host)
        game = await self.store.create(new, [to_text(fact) for fact in (terms, *people)], rows, [])
        log.info("game=%s is the rematch of %s", game, old.table.id)
        return game

    async def decline_rematch(self, game: int, user: int) -> Loaded:
        """Decline a rematch. Raises `Refused`."""
        return await self.change(game, lambda table: rematch.decline(table, user))

    async def move(self, game: int, channel: int, *, home: int | None = None, notes: Sequence[Note] = ()) -> None:
        """Play on in another channel; with `home` that is the one to which the game belongs from now on.

        Raises:
            Refused: `moved-on`, where others change the game all the time.
        """
        for _ in range(_TRIES):
            row = await self.store.game(game)
            try:
                change = GameChange(channel=channel, home=home)
                await self.store.append(game, row.version, (), change=change, outbox=notes)
            except Conflict:
                continue
            log.info("game=%s is played in channel=%s now", game, channel)
            if notes:
                self.on_commit(game)
            return
        raise Refused("moved-on")

    async def replan(self, game: int, user: int) -> bool:
        """Let the times of a person's turn follow their wishes; whether anything changed."""
        for _ in range(_TRIES):
            loaded = await self.load(game)
            table = loaded.table
            if table.status != "running" or table.seats[table.public.seat].user != user:
                return False
            player, waiting = await self.store.player(user), await self.store.notes_of(game)
            told = replan_turn(table, waiting, player, self.clock(), loaded.row.deadline)
            if told is None:
                return False
            try:
                await self.append(loaded, (), told)
            except Conflict:
                continue
            return True
        raise Refused("moved-on")

    async def remark(self, games: Sequence[int], key: str, facts: Mapping[str, object]) -> None:
        """Tell these tables something about a person."""
        for game in games:
            await self.store.enqueue([note("word", key=key, facts=facts)], game=game)
            self.on_commit(game)

    async def fire_timer(self, kind: str, game: int, body: Mapping[str, object]) -> None:
        """Do what the time has come for; nothing if the turn that a note speaks of is over.

        The note itself goes with the change, in one transaction.
        """
        loaded = await self.load(game)
        table, turn = loaded.table, body.get("turn")
        if kind == "rematch":
            await self._rematch(loaded)
        elif kind == "begin":
            await self._begun(game)
        elif kind in ("warn", "expire"):
            await self._ring_lobby(kind, loaded)
        elif table.status == "running" and isinstance(turn, int) and table.turn == turn:
            await self._ring_turn(kind, loaded, turn)

    async def _ring_turn(self, kind: str, loaded: Loaded, turn: int) -> None:
        game, now = loaded.table.id, self.clock()
        user = loaded.table.seats[loaded.table.public.seat].user or 0
        # A vacation that the times do not have yet: the process died between the two.
        if on_vacation(await self.store.player(user), now) and await self.replan(game, user):
            return
        match kind:
            case "timeout":
                await self._warn(loaded, turn)
            case "grace":
                await self.change(game, lambda table: absence.miss_turn(table, turn, self._shuffle(game)))
            case "idle":
                await self.change(game, lambda table: absence.offer_takeover(table, turn), drop=("idle",))
            case "fade":
                until = int((now + ABANDON_WARNING).timestamp())
                await self.append(loaded, (), Plan([note("fading", turn=turn, until=until)], ("fade",)))
            case _:
                await self.change(game, lambda table: absence.abandon(table, turn))

    async def _warn(self, loaded: Loaded, turn: int) -> None:
        """Tell that the time is up, and wait a while before an automatic player makes the turn."""
        if loaded.table.pace is None:
            return
        until = self.clock() + grace(loaded.table.pace)
        told = [note("late", turn=turn), note("grace", until, turn=turn)]
        await self.append(loaded, (), Plan(told, ("timeout", "remind"), until))

    async def _ring_lobby(self, kind: str, loaded: Loaded) -> None:
        if loaded.table.status != "lobby":
            return
        if kind == "warn":
            until = int((self.clock() + LOBBY_WARNING).timestamp())
            await self.append(loaded, (), Plan([note("expiring", until=until)], ("warn",)))
        else:
            await self.change(loaded.table.id, lobby.expire)

    async def change(self, game: int, action: Action, drop: Sequence[str] = ()) -> Loaded:
        """Store what an action makes of a table, with what it announces; again from the start on a conflict.

        Raises:
            Refused: the action is refused, or `moved-on` where others change the game all the time.
        """
        for _ in range(_TRIES):
            before = await self.load(game)
            made = await asyncio.to_thread(action, before.table)
            if not made.events:
                return before
            rows = [await self.store.player(user) for user in affected_players(made.table)]
            players = {row.user: row for row in rows}
            plan = plan_change(before.table, made.table, made.events, players, self.clock())
            try:
                return await self.append(before, made.events, replace(plan, drop=(*plan.drop, *drop)), made.table)
            except Conflict:
                continue
        raise Refused("moved-on")

    async def append(
        self, before: Loaded, facts: Sequence[TableEvent], told: Plan, after: Table | None = None
    ) -> Loaded:
        """Store a change with what it announces; raises `Conflict` if somebody else was faster."""
        game, table = before.table.id, after or before.table
        await self.store.append(
            game,
            before.table.seq,
            [to_text(fact) for fact in facts],
            change=GameChange(status=table.status, host=table.host, deadline=told.deadline),
            seats=_seat_rows(table),
            outbox=told.notes,
            drop=told.drop,
        )
        log.info("game=%s event=%s %s", game, table.seq, " ".join(type(fact).__name__ for fact in facts))
        self.on_commit(game)
        # Not read again: from here on it has happened, and an error would say that it has not.
        deadline = before.row.deadline if isinstance(told.deadline, Keep) else told.deadline
        row = replace(before.row, status=table.status, host=table.host, version=table.seq, deadline=deadline)
        return Loaded(row, table)


def _nobody(game: int) -> None:
    """Nobody waits for changes."""


def _fold(stored: StoredGame) -> Table:
    try:
        facts = [from_text(body) for body in stored.events]
    except ValueError as error:
        raise Unreadable(str(error)) from error
    return fold(stored.row.id, facts)


def _seat_rows(table: Table) -> list[SeatRow]:
    if table.seats:
        return [SeatRow(at, seat.user, seat.name) for at, seat in enumerate(table.seats) if seat.user is not None]
    return [SeatRow(at, person.user, person.name) for at, person in enumerate(table.lobby_players)]
