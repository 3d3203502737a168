"""What people may do in a lobby: join, leave, remove, begin, close."""

from __future__ import annotations

from random import Random
from typing import Final

from bot.tables.automatic import Shuffle, after, automatic_turns, check_lobby
from bot.tables.events import Begun, Cancelled, EndedEarly, Joined, Left, Seat, TableEvent
from bot.tables.table import Refused, Table
from game import rules
from game.events import Stopped

BOT_NAMES: Final = ("Bot Ada", "Bot Blaise", "Bot Carl")


def join(table: Table, user: int, name: str, side: int | None = None) -> list[TableEvent]:
    """Take a seat in the lobby, or change the team.

    Raises:
        Refused: `in-already`, `lobby-full`, `team-full`, or the lobby is over.
    """
    check_lobby(table)
    mine = next((person for person in table.lobby_players if person.user == user), None)
    side = _side(table, mine, side)
    if mine is None:
        if table.free <= 0:
            raise Refused("lobby-full")
        return [Joined(user, name, side)]
    if not table.teams or mine.side == side:
        raise Refused("in-already")
    return [Joined(user, name, side)]


def _side(table: Table, mine: Joined | None, wish: int | None) -> int:
    if table.mode.sides is None:
        return 0
    sizes = [sum(person.side == side for person in table.lobby_players) for side in range(table.mode.sides)]
    if wish is None:
        return mine.side if mine else sizes.index(min(sizes))
    if not 0 <= wish < len(sizes):
        raise Refused("no-such-team")
    if sizes[wish] >= table.opened.seats // table.mode.sides and not (mine and mine.side == wish):
        raise Refused("team-full")
    return wish


def leave(table: Table, user: int, by: int) -> list[TableEvent]:
    """Leave the lobby, or as its host remove somebody; when nobody is left it closes.

    Raises:
        Refused: `not-in-lobby`, `host-only`, `game-running`.
    """
    if table.status == "running":
        raise Refused("game-running" if by in table.humans else "not-playing")
    check_lobby(table)
    if by not in (user, table.host):
        raise Refused("host-only")
    if user not in table.humans:
        raise Refused("not-in-lobby" if user == by else "they-not-in-lobby")
    left: list[TableEvent] = [Left(user, by)]
    return left if len(table.lobby_players) > 1 else [*left, Cancelled(None)]


def begin(table: Table, user: int, shuffle: Shuffle) -> list[TableEvent]:
    """Deal, with as many seats as there are players, and let automatic players in front make their turns.

    Raises:
        Refused: `host-only`, `too-few`, or the lobby is over.
    """
    check_lobby(table)
    if user != table.host:
        raise Refused("host-only")
    seats = len(table.lobby_players) + table.opened.bots
    if seats not in table.mode.seats:
        raise Refused("too-few", players=seats, need=min(table.mode.seats))
    begun = Begun(_seating(table, shuffle(table.seq + 1)))
    facts: list[TableEvent] = [begun, rules.deal(table.mode, seats, shuffle(table.seq + 2))]
    return facts + automatic_turns(after(table, facts), shuffle)


def _seating(table: Table, rng: Random) -> tuple[Seat, ...]:
    """The seats in order (R2.3); partners sit opposite (R8.3)."""
    line = table.opened.line
    if sorted(line) == sorted([*table.humans, *[0] * table.opened.bots]):
        return _in_line(table)
    sides = table.mode.sides or 1
    parties: list[list[Seat]] = [[] for _ in range(sides)]
    for person in table.lobby_players:
        parties[person.side].append(Seat(person.user, person.name))
    first = table.lobby_players[0].side
    for bot in range(table.opened.bots):
        min(parties, key=len).append(Seat(None, BOT_NAMES[bot]))
    if table.opened.order == "random":
        for party in parties:
            rng.shuffle(party)
        first = rng.randrange(sides)
    parties = parties[first:] + parties[:first]
    return tuple(seat for row in zip(*parties, strict=True) for seat in row)


def close(table: Table, user: int) -> list[TableEvent]:
    """Close the lobby without a game.

    Raises:
        Refused: `host-only`, or the lobby is over.
    """
    check_lobby(table)
    if user != table.host:
        raise Refused("host-only")
    return [Cancelled(user)]


def _in_line(table: Table) -> tuple[Seat, ...]:
    """The seats of a rematch, in the order that was agreed."""
    names = {person.user: person.name for person in table.lobby_players}
    bots = iter(BOT_NAMES)
    return tuple(Seat(user, names[user]) if user else Seat(None, next(bots)) for user in table.opened.line)


def expire(table: Table) -> list[TableEvent]:
    """Close a lobby that has waited too long; nothing if it is a lobby no more."""
    return [Cancelled(None)] if table.status == "lobby" else []


def stop(table: Table) -> list[TableEvent]:
    """End a game or close a lobby by authority.

    Raises:
        Refused: it is over.
    """
    if table.status == "running":
        return [EndedEarly("manager"), Stopped("stopped")]
    check_lobby(table)
    return [Cancelled(None)]
