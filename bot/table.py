"""A table from its opening to the end of its game: a value, how facts change it, and what people may do at it.

Pure, like the rules beneath it: no store, no Discord, no clock. Each deed is a function from a table to the facts
that it adds; `service` stores them.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final, Literal, assert_never

from bot.facts import Agreed, Begun, Cancelled, Declined, Fact, Joined, Left, Opened, Seat
from game import ai, rules
from game.events import Dealt, Event, Intent, Placed, Stopped, TurnEnded
from game.illegal import Illegal
from game.modes import MODES, Mode
from game.state import GameState, Position, SeatView, view

Shuffle = Callable[[int], Random]
"""The generator for the event with this number in the log of one table."""

Status = Literal["lobby", "running", "over", "cancelled"]

BOT_NAMES: Final = ("Bot Ada", "Bot Blaise", "Bot Carl")


class Refused(Exception):  # noqa: N818 - an answer to a player, not a fault
    """A table does not allow it now; `code` names the sentence, `facts` what it needs."""

    def __init__(self, code: str, **facts: object) -> None:
        super().__init__(code, facts)
        self.code = code
        self.facts = facts


class Unreadable(Exception):  # noqa: N818 - what is wrong with a log, as one word
    """The log of a table makes no sense; the table has to be set aside."""


@dataclass(frozen=True, slots=True)
class Table:
    """Everything that is known of a table, hidden things included; people get it as a `SeatView`."""

    id: int
    opened: Opened
    seq: int = 0
    """The number of its last fact."""
    people: tuple[Joined, ...] = ()
    """Who sits in the lobby, in the order of joining."""
    seats: tuple[Seat, ...] = ()
    """Who plays, in seat order; empty before the game begins."""
    events: tuple[Event, ...] = ()
    state: GameState | None = None
    settled: GameState | None = None
    """The game as it stood after the last complete turn: what the table sees (a turn is shown when it is over)."""
    agreed: frozenset[int] = frozenset()
    """The players who want the running game to be stopped."""
    cancelled: bool = False

    @property
    def mode(self) -> Mode:
        """The mode that is, or will be, played."""
        return MODES[self.opened.mode]

    @property
    def status(self) -> Status:
        """Where the table is in its life."""
        if self.cancelled:
            return "cancelled"
        if self.state is None:
            return "lobby"
        return "over" if self.state.position.ending else "running"

    @property
    def host(self) -> int:
        """Whose table it is: who opened it, or who has been there longest once that person has left."""
        present = [person.user for person in self.people]
        return self.opened.host if self.opened.host in present or not present else present[0]

    @property
    def teams(self) -> bool:
        """Whether people choose a team in the lobby."""
        return self.mode.sides is not None

    @property
    def humans(self) -> tuple[int, ...]:
        """The users who play, or who sit in the lobby."""
        if self.seats:
            return tuple(seat.user for seat in self.seats if seat.user is not None)
        return tuple(person.user for person in self.people)

    @property
    def names(self) -> tuple[str, ...]:
        """The names in seat order."""
        return tuple(seat.name for seat in self.seats)

    @property
    def free(self) -> int:
        """How many more people can join the lobby."""
        return self.opened.seats - self.opened.bots - len(self.people)

    def seat_of(self, user: int) -> int | None:
        """The seat of a user in the game."""
        return next((at for at, seat in enumerate(self.seats) if seat.user == user), None)

    def game(self) -> GameState:
        """The game as it stands.

        Raises:
            Refused: no game has begun.
        """
        if self.state is None:
            raise Refused("cancelled" if self.cancelled else "not-begun")
        return self.state

    def shown_to(self, user: int | None) -> SeatView:
        """What a person may see: the seat on turn its unfinished turn, all others the last complete one.

        Raises:
            Refused: no game has begun.
        """
        state = self.game()
        seat = None if user is None else self.seat_of(user)
        if seat is not None and seat == state.position.seat:
            return view(state, seat)
        return view(self.settled or state, seat)

    @property
    def public(self) -> Position:
        """The position that the whole table sees.

        Raises:
            Refused: no game has begun.
        """
        return self.shown_to(None).position


# --- facts ---------------------------------------------------------------------------------------------------------


def fold(table_id: int, facts: Iterable[Fact]) -> Table:
    """The table that these facts made.

    Raises:
        Unreadable: they do not make one.
    """
    table: Table | None = None
    try:
        for fact in facts:
            table = opened(table_id, fact) if table is None else advance(table, fact)
    except (Illegal, ValueError, KeyError, IndexError) as error:
        raise Unreadable(f"event {table.seq + 1 if table else 1}: {error}") from error
    if table is None:
        raise Unreadable("no events")
    if table.seats and table.state is None:
        raise Unreadable("nothing was dealt")
    return table


def opened(table_id: int, fact: Fact) -> Table:
    """The table after its first fact; raises `ValueError` for any other than `Opened`."""
    if not isinstance(fact, Opened) or fact.mode not in MODES:
        raise ValueError("a table starts with its opening")
    if fact.seats not in MODES[fact.mode].seats or not 0 <= fact.bots < fact.seats:
        raise ValueError("its terms do not fit together")
    return Table(table_id, fact, seq=1)


def advance(table: Table, fact: Fact) -> Table:  # noqa: PLR0911 - one return a fact
    """The table after one more fact; raises `ValueError` or `Illegal` for one that cannot have happened."""
    if not _can_happen(table, fact):
        raise ValueError(f"{type(fact).__name__} cannot happen now")
    table = replace(table, seq=table.seq + 1)
    match fact:
        case Opened():
            raise ValueError("opened twice")
        case Joined():
            return replace(table, people=(*table.people, fact))
        case Left():
            return replace(table, people=tuple(person for person in table.people if person.user != fact.user))
        case Begun():
            return replace(table, seats=fact.seats)
        case Agreed():
            return replace(table, agreed=table.agreed | {fact.user})
        case Declined():
            return replace(table, agreed=frozenset[int]())
        case Cancelled():
            return replace(table, cancelled=True)
        case Dealt() | Placed() | TurnEnded() | Stopped():
            state = rules.apply(table.state, fact)
            settled = table.settled if isinstance(fact, Placed) and not state.position.ending else state
            agreed = frozenset[int]() if isinstance(fact, TurnEnded) else table.agreed
            return replace(table, state=state, settled=settled, agreed=agreed, events=(*table.events, fact))
    assert_never(fact)


def _can_happen(table: Table, fact: Fact) -> bool:  # noqa: PLR0911 - one return a fact
    """Whether a fact fits this table; what else a fact of the game needs is for the rules to say."""
    in_lobby = not table.cancelled and not table.seats
    match fact:
        case Opened():
            return False
        case Joined(user, _, side):
            sides = table.mode.sides or 1
            free = side in range(sides) and table.opened.seats // sides > sum(one.side == side for one in table.people)
            return in_lobby and user not in table.humans and table.free > 0 and free
        case Left(user):
            return in_lobby and user in table.humans
        case Begun(seats):
            users = sorted(seat.user for seat in seats if seat.user is not None)
            return in_lobby and len(seats) in table.mode.seats and users == sorted(table.humans)
        case Cancelled():
            return in_lobby
        case Agreed(user) | Declined(user):
            return table.status == "running" and user in table.humans
        case Dealt(mode, racks):
            same = mode == table.opened.mode and len(racks) == len(table.seats)
            return same and all(None not in rack for rack in racks)
        case TurnEnded():
            return None not in fact.drawn
        case Placed() | Stopped():
            return True
    assert_never(fact)


# --- the lobby -----------------------------------------------------------------------------------------------------


def join(table: Table, user: int, name: str, side: int | None = None) -> list[Fact]:
    """Take a seat in the lobby, or change the team.

    Raises:
        Refused: `in-already`, `lobby-full`, `team-full`, or the lobby is over.
    """
    check_lobby(table)
    mine = next((person for person in table.people if person.user == user), None)
    side = _side(table, mine, side)
    if mine is None:
        if table.free <= 0:
            raise Refused("lobby-full")
        return [Joined(user, name, side)]
    if not table.teams or mine.side == side:
        raise Refused("in-already")
    return [Left(user, user), Joined(user, name, side)]


def _side(table: Table, mine: Joined | None, wish: int | None) -> int:
    if table.mode.sides is None:
        return 0
    sizes = [sum(person.side == side for person in table.people) for side in range(table.mode.sides)]
    if wish is None:
        return mine.side if mine else sizes.index(min(sizes))
    if not 0 <= wish < len(sizes):
        raise Refused("no-such-team")
    if sizes[wish] >= table.opened.seats // table.mode.sides and not (mine and mine.side == wish):
        raise Refused("team-full")
    return wish


def leave(table: Table, user: int, by: int) -> list[Fact]:
    """Leave the lobby, or as its host remove somebody; when nobody is left it closes.

    Raises:
        Refused: `not-in-lobby`, `host-only`, `game-running`.
    """
    if table.status == "running":
        raise Refused("game-running")
    check_lobby(table)
    if by not in (user, table.host):
        raise Refused("host-only")
    if user not in table.humans:
        raise Refused("not-in-lobby" if user == by else "they-not-in-lobby")
    left: list[Fact] = [Left(user, by)]
    return left if len(table.people) > 1 else [*left, Cancelled(None)]


def begin(table: Table, user: int, shuffle: Shuffle) -> list[Fact]:
    """Deal, with as many seats as there are players, and let automatic players in front make their turns.

    Raises:
        Refused: `host-only`, `too-few`, or the lobby is over.
    """
    check_lobby(table)
    if user != table.host:
        raise Refused("host-only")
    seats = len(table.people) + table.opened.bots
    if seats not in table.mode.seats:
        raise Refused("too-few", players=seats, need=min(table.mode.seats))
    begun = Begun(_seating(table, shuffle(table.seq + 1)))
    facts: list[Fact] = [begun, rules.deal(table.mode, seats, shuffle(table.seq + 2))]
    return facts + _automatic(_all(table, facts), shuffle)


def _seating(table: Table, rng: Random) -> tuple[Seat, ...]:
    """The seats in order (R2.3); partners sit opposite (R8.3)."""
    sides = table.mode.sides or 1
    parties: list[list[Seat]] = [[] for _ in range(sides)]
    for person in table.people:
        parties[person.side].append(Seat(person.user, person.name))
    first = table.people[0].side
    for bot in range(table.opened.bots):
        min(parties, key=len).append(Seat(None, BOT_NAMES[bot]))
    if table.opened.order == "random":
        for party in parties:
            rng.shuffle(party)
        first = rng.randrange(sides)
    parties = parties[first:] + parties[:first]
    return tuple(seat for row in zip(*parties, strict=True) for seat in row)


def close(table: Table, user: int) -> list[Fact]:
    """Close the lobby without a game.

    Raises:
        Refused: `host-only`, or the lobby is over.
    """
    check_lobby(table)
    if user != table.host:
        raise Refused("host-only")
    return [Cancelled(user)]


def cancel(table: Table, user: int) -> list[Fact]:
    """Close the lobby (its host), or agree to stop the running game (a player); stopped when all humans agree.

    Raises:
        Refused: `host-only`, `not-playing`, `agreed-already`, or it is over.
    """
    if table.status != "running":
        return close(table, user)
    if user not in table.humans:
        raise Refused("not-playing")
    if user in table.agreed:
        raise Refused("agreed-already")
    facts: list[Fact] = [Agreed(user)]
    if set(table.humans) <= table.agreed | {user}:
        facts.append(Stopped("stopped"))
    return facts


def decline(table: Table, user: int) -> list[Fact]:
    """Play on although others want to stop.

    Raises:
        Refused: `not-playing`, `nothing-asked`, or the game is not running.
    """
    _check_running(table)
    if user not in table.humans:
        raise Refused("not-playing")
    if not table.agreed:
        raise Refused("nothing-asked")
    return [Declined(user)]


# --- the game ------------------------------------------------------------------------------------------------------


def play(table: Table, user: int, version: int | None, intent: Intent, shuffle: Shuffle) -> list[Fact]:
    """Make a placement, and let the automatic players who are next make their turns.

    All in one: a table never waits for an automatic player, not even when the process dies.

    Raises:
        Refused: `not-playing`, `moved-on` when the position is not the one of `version`, or the game is not running.
        Illegal: the rules forbid it.
    """
    _check_running(table)
    seat = table.seat_of(user)
    if seat is None:
        raise Refused("not-playing")
    state = table.game()
    if version is not None and version != state.position.version:
        raise Refused("moved-on")
    facts: list[Fact] = [*rules.decide(state, seat, intent, shuffle(table.seq + 1))]
    return facts + _automatic(_all(table, facts), shuffle)


def _automatic(table: Table, shuffle: Shuffle) -> list[Fact]:
    facts: list[Fact] = []
    while table.status == "running":
        state = table.game()
        seat = state.position.seat
        if table.seats[seat].user is not None:
            break
        rng = shuffle(table.seq + 1)
        made = rules.decide(state, seat, ai.choose(view(state, seat), "careful", rng), rng)
        table = _all(table, made)
        facts += made
    return facts


def _all(table: Table, facts: Sequence[Fact]) -> Table:
    for fact in facts:
        table = advance(table, fact)
    return table


def check_lobby(table: Table) -> None:
    """Refuse a table whose lobby is over; raises `Refused`."""
    if table.status != "lobby":
        raise Refused({"running": "begun", "over": "over", "cancelled": "cancelled"}[table.status])


def _check_running(table: Table) -> None:
    if table.status != "running":
        raise Refused({"lobby": "not-begun", "over": "over", "cancelled": "cancelled"}[table.status])
