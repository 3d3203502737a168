"""Which table somebody means, and whether they may look at it. Reads only."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime
from types import MappingProxyType
from typing import Final

from bot.services.loaded import NOWHERE, Loaded, Location
from bot.services.tables import Tables
from bot.tables.errors import Refused, wrong_status
from bot.tables.table import Table
from data.ids import GameId, UserId
from data.store import GameRow, Status

_LOOKED_AT: Final = 25
"""As many buttons as a message has."""
_NEVER: Final = datetime.max.replace(tzinfo=UTC)
"""The deadline of games without a clock."""


@dataclass(frozen=True, slots=True)
class GameChoice:
    """A game of several that could be meant."""

    game: GameId
    mode: str
    names: tuple[str, ...]


async def find(
    tables: Tables,
    user: UserId,
    location: Location,
    statuses: Sequence[Status],
    game: GameId | None,
    *,
    others: bool = False,
    elsewhere: bool = False,
) -> Loaded:
    """The one game that a command means: the number given, or the one of this location that the person is in.

    In a direct message of the bot it is one of all their games. Of several, the only one in which they are on turn.
    With `others`, or where they are in none, the one game of the channel; with `elsewhere`, where there is none either,
    one of all their games.

    Raises:
        Refused: `no-such-game`, `no-game-here`, `no-lobby-here`, `which-game`.
    """
    if game is not None:
        loaded = await tables.load(game)
        if not is_viewable(loaded, user, location):
            raise Refused("no-such-game", game=game)
        return loaded
    mine, here = await _candidates(tables, user, location, statuses)
    numbers = {row.id for row in mine}
    own = _own(mine, here, location)
    rows = [row for row in here if row.id not in numbers] or own if others else own or here
    rows = rows or (mine if elsewhere else [])
    if not rows:
        raise Refused("no-lobby-here" if tuple(statuses) == ("lobby",) else "no-game-here")
    return await _only(tables, user, rows)


async def _only(tables: Tables, user: UserId, rows: Sequence[GameRow]) -> Loaded:
    """The one game that somebody means who says none: the only one, or the only one in which they are on turn.

    Raises:
        Refused: `which-game` with the newest of them.
    """
    if len(rows) == 1:
        return await tables.load(rows[0].id)
    running = [row for row in rows if row.status == "running"]
    # A look at each takes a while, and nobody means one of so many without saying which.
    loaded = [await _try(tables, row.id) for row in running] if len(running) <= _LOOKED_AT else []
    on_turn = [item for item in loaded if item and is_on_turn(item.table, user)]
    if len(on_turn) == 1:
        return on_turn[0]
    raise which_game(rows, {item.table.id: _others(item.table, user) for item in loaded if item})


def _others(table: Table, user: UserId) -> tuple[str, ...]:
    """The names of all players of a game but this one."""
    return tuple(name for seat, name in zip(table.seats, table.names, strict=True) if seat.user != user)


def which_game(rows: Sequence[GameRow], names: Mapping[GameId, tuple[str, ...]] = MappingProxyType({})) -> Refused:
    """The refusal that asks which of these games is meant, with the names of other players where they are known."""
    newest = rows[-_LOOKED_AT:]
    choices = tuple(GameChoice(row.id, row.mode, names.get(row.id, ())) for row in newest)
    return Refused("which-game", games=", ".join(str(row.id) for row in newest), choices=choices)


async def find_elsewhere(
    tables: Tables, user: UserId, location: Location, statuses: Sequence[Status], game: GameId | None
) -> Loaded:
    """The one game of a person in this server that can be brought here: one whose channel is gone first of all.

    One of a message of others, or of private answers, is named by its number alone.

    Raises:
        Refused: `no-such-game`, `no-game-here`, `which-game`, `not-playing`, `server-only`, `other-server`.
    """
    if location.guild is None:
        raise Refused("server-only")
    if game is not None:
        loaded = await tables.load(game)
        if not is_viewable(loaded, user, location):
            raise Refused("no-such-game", game=game)
        if user not in loaded.table.humans:
            raise Refused("not-playing")
        if loaded.row.guild != location.guild and not (loaded.lives_by_presses or loaded.is_private):
            raise Refused("other-server")
        if loaded.row.status not in statuses:
            raise wrong_status(loaded.table.status)
        return loaded
    rows = [row for row in await tables.store.games_of(user, statuses) if row.guild == location.guild]
    lost = [row for row in rows if row.channel == NOWHERE]
    rows = lost or [row for row in rows if row.channel != location.channel] or rows
    if not rows:
        raise Refused("no-game-here")
    if len(rows) > 1:
        raise which_game(rows)
    return await tables.load(rows[0].id)


async def latest(tables: Tables, user: UserId, location: Location, status: Status) -> Loaded:
    """The newest game of this status that the person was in, or that was played in this channel.

    Raises:
        Refused: `no-game-here`.
    """
    mine, here = await _candidates(tables, user, location, (status,))
    rows = _own(mine, here, location) or here
    if not rows:
        raise Refused("no-game-here")
    return await tables.load(rows[-1].id)


async def _candidates(
    tables: Tables, user: UserId, location: Location, statuses: Sequence[Status]
) -> tuple[list[GameRow], list[GameRow]]:
    """All games of the person, and all games of this channel."""
    return await tables.store.games_of(user, statuses), await games_in(tables, location, statuses)


async def games_in(tables: Tables, location: Location, statuses: Sequence[Status]) -> list[GameRow]:
    """The games of this channel that others may look at there, oldest first."""
    if not _has_others(location) or location.channel == NOWHERE:
        return []
    return await tables.store.games_in(location.channel, statuses)


def _has_others(location: Location) -> bool:
    """Whether other people may play in this channel as well."""
    return location.guild is not None or location.is_of_others


def _own(mine: Sequence[GameRow], here: Sequence[GameRow], location: Location) -> Sequence[GameRow]:
    """The person's games of this channel; all of theirs in a direct message, also of others in which nobody plays."""
    if not _has_others(location) or (location.is_of_others and not here):
        return mine
    numbers = {row.id for row in mine}
    return [row for row in here if row.id in numbers]


def is_viewable(loaded: Loaded, user: UserId, location: Location) -> bool:
    """Whether a person may look at a table from here: one of this channel, or their own.

    Not every one of the server: its channel may be private.
    """
    here = location.channel != NOWHERE and location.channel in (loaded.row.channel, loaded.row.home)
    return here or user in loaded.table.humans


async def games_of(
    tables: Tables, user: UserId, statuses: Sequence[Status] = ("lobby", "running"), *, newest: int | None = None
) -> list[Loaded]:
    """A person's games, oldest first, or the newest of them; one that cannot be read is left out."""
    rows = await tables.store.games_of(user, statuses)
    if newest is not None:
        rows = rows[-newest:]
    return [loaded for loaded in [await _try(tables, row.id) for row in rows] if loaded]


async def _try(tables: Tables, game: GameId) -> Loaded | None:
    try:
        return await tables.load(game)
    except Refused:
        return None


async def waiting_for(
    tables: Tables, user: UserId, *, besides: GameId | None = None, first: GameId | None = None
) -> list[Loaded]:
    """The running games that wait for a person, the most urgent first: the nearest deadline, then the longest wait.

    Of very many running games only the most urgent are looked at, after the one that is to be `first`.
    """
    rows = [row for row in await tables.store.games_of(user, ("running",)) if row.id != besides]
    rows.sort(key=lambda row: (row.id != first, row.deadline or _NEVER, row.updated_at))
    found = [await _try(tables, row.id) for row in rows[:_LOOKED_AT]]
    return [loaded for loaded in found if loaded and is_on_turn(loaded.table, user)]


def is_on_turn(table: Table, user: UserId) -> bool:
    """Whether a running game waits for this person."""
    return table.status == "running" and table.seats[table.game().position.seat].user == user
