"""The service: load a table, let its rules decide, store what happened. The only writer of games.

Everything here is independent of Discord. A press changes a game at most once, because the event log's key is the
lock: whoever comes second finds the place taken, looks again and is told. What must be announced is written with the
move itself.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from random import Random

from bot import table as deeds
from bot.facts import Fact, Joined, Opened, from_text, to_text
from bot.table import Refused, Shuffle, Table, Unreadable
from data.store import (
    Conflict,
    GameChange,
    GameMissing,
    GameRow,
    GameUnreadable,
    NewGame,
    Note,
    SeatRow,
    Status,
    Store,
    StoredGame,
    Unstorable,
)
from game.events import Intent
from game.modes import MODES

log = logging.getLogger(__name__)

_TRIES = 60
"""How often a change is tried again after somebody else was faster: more than can press at one moment."""

Deed = Callable[[Table], Sequence[Fact]]


@dataclass(frozen=True, slots=True)
class Place:
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

    def __init__(self, store: Store, seed: int, changed: Callable[[int], None] | None = None) -> None:
        self.store = store
        self.changed: Callable[[int], None] = changed or _nobody
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
        log.error("game %s cannot be read and is set aside: %s", game, why)
        await self.store.set_aside(game, why)

    # --- opening ---

    async def open(self, place: Place, host: Joined, terms: Opened) -> Loaded:
        """Open a table with its host at it; a game that needs nobody else begins at once.

        Raises:
            Refused: the terms do not fit together.
        """
        check_terms(terms, dm=place.guild is None)
        at_once = terms.seats - terms.bots == 1
        new = NewGame(place.guild, place.channel, terms.mode, terms.language, terms.host)
        game = await self.store.create(
            new,
            [to_text(terms), to_text(host)],
            [SeatRow(0, host.user, host.name)],
            [] if at_once else [_note("table", since=0)],
        )
        log.info("game=%s opened mode=%s seats=%s", game, terms.mode, terms.seats)
        if at_once:
            return await self.begin(game, host.user)
        self.changed(game)
        return await self.load(game)

    # --- deeds ---

    async def join(self, game: int, person: Joined, side: int | None) -> Loaded:
        """Seat a person in the lobby. Raises `Refused`."""
        return await self._change(game, lambda table: deeds.join(table, person.user, person.name, side))

    async def leave(self, game: int, user: int, by: int) -> Loaded:
        """Take a person out of the lobby. Raises `Refused`."""
        return await self._change(game, lambda table: deeds.leave(table, user, by))

    async def begin(self, game: int, user: int) -> Loaded:
        """Begin the game. Raises `Refused`."""
        return await self._change(game, lambda table: deeds.begin(table, user, self._shuffle(game)))

    async def close(self, game: int, user: int) -> Loaded:
        """Close the lobby. Raises `Refused`."""
        return await self._change(game, lambda table: deeds.close(table, user))

    async def cancel(self, game: int, user: int) -> Loaded:
        """Close the lobby, or agree to end the game. Raises `Refused`."""
        return await self._change(game, lambda table: deeds.cancel(table, user))

    async def decline(self, game: int, user: int) -> Loaded:
        """Play on. Raises `Refused`."""
        return await self._change(game, lambda table: deeds.decline(table, user))

    async def play(self, game: int, user: int, version: int | None, intent: Intent) -> Loaded:
        """Make a placement in the position of this version, the present one for `None`. Raises `Refused`, `Illegal`."""
        return await self._change(game, lambda table: deeds.play(table, user, version, intent, self._shuffle(game)))

    async def _change(self, game: int, deed: Deed) -> Loaded:
        for _ in range(_TRIES):
            before = await self.load(game)
            facts, after = await asyncio.to_thread(_done, before.table, deed)
            try:
                await self.store.append(
                    game,
                    before.table.seq,
                    [to_text(fact) for fact in facts],
                    change=GameChange(status=after.status, host=after.host),
                    seats=_seat_rows(after),
                    outbox=await self._notes(before.table, after),
                )
            except Conflict:
                continue
            log.info("game=%s event=%s %s", game, after.seq, " ".join(type(fact).__name__ for fact in facts))
            self.changed(game)
            # Not read again: from here on it has happened, and an error would say that it has not.
            return Loaded(replace(before.row, status=after.status, host=after.host, version=after.seq), after)
        raise Refused("moved-on")

    async def _notes(self, before: Table, after: Table) -> list[Note]:
        """What has to be announced: the public message, the vote, and the rack to who asked for it by DM."""
        if after.status in ("lobby", "cancelled"):
            return [_note("table", since=0)]
        since = len(before.public.turns) if before.state else 0
        notes: list[Note] = []
        if before.status == "lobby" or after.status == "over" or len(after.public.turns) > since:
            notes.append(_note("table", since=since, begun=before.status == "lobby"))
            user = after.seats[after.public.seat].user
            if after.status == "running" and user is not None and (await self.store.player(user)).dm_rack:
                notes.append(_note("turn", user=user, version=after.public.version))
        if before.agreed != after.agreed and after.status == "running":
            notes.append(_note("vote"))
        return notes

    # --- finding ---

    async def find(
        self, user: int, place: Place, statuses: Sequence[Status], game: int | None, *, others: bool = False
    ) -> Loaded:
        """The one game that a command means: the number given, or the one of this place that the person is in.

        In a direct message it is one of all their games. Of several, the only one in which they are on turn. With
        `others`, or where they are in none, the one game of the channel.

        Raises:
            Refused: `no-such-game`, `no-game-here`, `which-game`.
        """
        if game is not None:
            loaded = await self.load(game)
            if not self.may_see(loaded, user, place):
                raise Refused("no-such-game", game=game)
            return loaded
        own, here = await self._candidates(user, place, statuses)
        rows = [row for row in here if row not in own] or own if others else own or here
        if not rows:
            raise Refused("no-game-here")
        if len(rows) > 1:
            loaded = [item for item in [await self._try(row.id) for row in rows] if item]
            on_turn = [item for item in loaded if item.table.status == "running" and is_on_turn(item.table, user)]
            if len(on_turn) == 1:
                return on_turn[0]
            raise Refused("which-game", games=", ".join(str(row.id) for row in rows[:20]))
        return await self.load(rows[0].id)

    async def latest(self, user: int, place: Place, status: Status) -> Loaded:
        """The newest game of this status that the person was in, or that was played in this channel.

        Raises:
            Refused: `no-game-here`.
        """
        own, here = await self._candidates(user, place, (status,))
        rows = own or here
        if not rows:
            raise Refused("no-game-here")
        return await self.load(rows[-1].id)

    async def _candidates(
        self, user: int, place: Place, statuses: Sequence[Status]
    ) -> tuple[list[GameRow], list[GameRow]]:
        mine = await self.store.games_of(user, statuses)
        if place.guild is None:
            return mine, []
        here = await self.store.games_in(place.channel, statuses)
        mine_here = {row.id for row in mine}
        return [row for row in here if row.id in mine_here], here

    @staticmethod
    def may_see(loaded: Loaded, user: int, place: Place) -> bool:
        """Whether a person may look at a table from here: one of this channel or server, or their own."""
        row = loaded.row
        if user in loaded.table.humans or row.channel == place.channel:
            return True
        return row.guild is not None and row.guild == place.guild

    async def games_of(self, user: int, statuses: Sequence[Status] = ("lobby", "running")) -> list[Loaded]:
        """A person's games, oldest first; one that cannot be read is left out."""
        rows = await self.store.games_of(user, statuses)
        return [loaded for loaded in [await self._try(row.id) for row in rows] if loaded]

    async def _try(self, game: int) -> Loaded | None:
        try:
            return await self.load(game)
        except Refused:
            return None


def _nobody(game: int) -> None:
    """Nobody waits for changes."""


def is_on_turn(table: Table, user: int) -> bool:
    """Whether a running game waits for this person."""
    return table.status == "running" and table.seats[table.game().position.seat].user == user


def seats_asked(mode: str, seats: int | None, bots: int, invited: int) -> int:
    """How many seats a table gets: what was asked, else the mode's own number, else enough for all, at least 2."""
    if seats is not None:
        return seats
    allowed = MODES[mode].seats if mode in MODES else ()
    return allowed[0] if len(allowed) == 1 else max(2, 1 + bots + invited)


def check_terms(terms: Opened, *, dm: bool) -> None:
    """Refuse terms that cannot become a game (R8).

    Raises:
        Refused: `seats-clash`, `too-many-bots`, `too-many-invited`, `dm-only-alone`.
    """
    mode = MODES[terms.mode]
    if terms.seats not in mode.seats:
        raise Refused("seats-clash", mode=terms.mode, seats=terms.seats, allowed=_range(mode.seats))
    if not 0 <= terms.bots < terms.seats:
        raise Refused("too-many-bots", most=terms.seats - 1)
    if len(terms.invited) > terms.seats - terms.bots - 1:
        raise Refused("too-many-invited")
    if dm and terms.seats - terms.bots > 1:
        raise Refused("dm-only-alone")


def _range(numbers: Sequence[int]) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"


def _fold(stored: StoredGame) -> Table:
    try:
        facts = [from_text(body) for body in stored.events]
    except ValueError as error:
        raise Unreadable(str(error)) from error
    return deeds.fold(stored.row.id, facts)


def _done(table: Table, deed: Deed) -> tuple[Sequence[Fact], Table]:
    facts = deed(table)
    for fact in facts:
        table = deeds.advance(table, fact)
    return facts, table


def _seat_rows(table: Table) -> list[SeatRow]:
    if table.seats:
        return [SeatRow(at, seat.user, seat.name) for at, seat in enumerate(table.seats) if seat.user is not None]
    return [SeatRow(at, person.user, person.name) for at, person in enumerate(table.people)]


def _note(kind: str, **body: object) -> Note:
    return Note(kind, json.dumps(body))
