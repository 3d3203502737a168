"""A table from its opening to the end of its game: a value, and how facts change it.

Pure, like the rules beneath it: no store, no Discord, no clock. What people may do at it is in `deeds`.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, replace
from datetime import timedelta
from typing import Literal, assert_never

from bot.tables.events import (
    Begun,
    Cancelled,
    EarlyEnd,
    EndedEarly,
    Joined,
    Left,
    Nudged,
    Opened,
    RematchAccepted,
    RematchDeclined,
    Rematched,
    Resigned,
    Returned,
    Seat,
    SeatTakenOver,
    StopVoted,
    StopVoteRejected,
    TableEvent,
    TableOnlyEvent,
    TakeoverOffered,
    TakeoverVoted,
    TurnMissed,
)
from bot.tables.schedule import PACES
from game import rules
from game.events import Dealt, Event, Placed, Stopped, TurnEnded
from game.illegal import Illegal
from game.modes import MODES, Mode
from game.state import GameState, Position, SeatView, view

Status = Literal["lobby", "running", "over", "cancelled"]


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
    lobby_players: tuple[Joined, ...] = ()
    """Who sits in the lobby, in the order of joining."""
    seats: tuple[Seat, ...] = ()
    """Who plays, in seat order; empty before the game begins."""
    events: tuple[Event, ...] = ()
    state: GameState | None = None
    last_public_state: GameState | None = None
    """The game as it stood after the last complete turn: what the table sees (a turn is shown when it is over)."""
    stop_votes: frozenset[int] = frozenset()
    """The players who want the running game to be stopped."""
    cancelled: bool = False
    missed_turns: tuple[int, ...] = ()
    """How many turns in a row each seat has missed."""
    played_for: bool = False
    """Whether an automatic player makes the turn that is going on, because its time ran out."""
    taken_over: frozenset[int] = frozenset()
    """The seats that an automatic player holds until their people come back."""
    resigned: frozenset[int] = frozenset()
    """The seats whose people gave up."""
    takeover_offered: bool = False
    """Whether the others may vote for an automatic player in the seat on turn."""
    takeover_votes: frozenset[int] = frozenset()
    """The players who did."""
    nudged_at: int = 0
    ended_early: EarlyEnd | None = None
    """Why it was stopped without its players having agreed."""
    rematch_accepted: frozenset[int] = frozenset()
    """The players who want a rematch."""
    rematch_declined_by: int | None = None
    """Who wants none."""
    next_game: int | None = None

    @property
    def pace(self) -> timedelta | None:
        """The move time."""
        return PACES[self.opened.pace]

    @property
    def turn(self) -> int:
        """The number of the turn that is going on; it names a turn for everything that waits for its time."""
        return len(self.public.turns)

    def is_automatic(self, seat: int) -> bool:
        """Whether an automatic player makes the next placement of a seat."""
        held = seat in self.taken_over or seat in self.resigned
        return self.seats[seat].user is None or held or (self.played_for and seat == self.game().position.seat)

    @property
    def active(self) -> tuple[int, ...]:
        """The users who play and are there: neither held by an automatic player nor gone."""
        return tuple(
            seat.user
            for at, seat in enumerate(self.seats)
            if seat.user is not None and at not in self.taken_over and at not in self.resigned
        )

    @property
    def next_person(self) -> int | None:
        """Whose turn comes after the one that is going on, automatic players left out; `None` if nobody else's."""
        at = self.public.seat
        order = [(at + step) % len(self.seats) for step in range(1, len(self.seats))]
        return next((self.seats[seat].user for seat in order if not self.is_automatic(seat)), None)

    def others(self) -> frozenset[int]:
        """The users who are there, but for the one on turn."""
        return frozenset(self.active) - {self.seats[self.public.seat].user}

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
        present = [person.user for person in self.lobby_players]
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
        return tuple(person.user for person in self.lobby_players)

    @property
    def mentionable(self) -> tuple[int, ...]:
        """Those of them who can be called: not who had their data deleted, in whose place stands a negative number."""
        return tuple(user for user in self.humans if user > 0)

    @property
    def names(self) -> tuple[str, ...]:
        """The names in seat order."""
        return tuple(seat.name for seat in self.seats)

    @property
    def free(self) -> int:
        """How many more people can join the lobby."""
        return self.opened.seats - self.opened.bots - len(self.lobby_players)

    def seat_of(self, user: int) -> int | None:
        """The seat of a user in the game."""
        return next((at for at, seat in enumerate(self.seats) if seat.user == user), None)

    def seat_at(self, user: int) -> int:
        """The seat of a user who plays; raises `ValueError` for anybody else."""
        seat = self.seat_of(user)
        if seat is None:
            raise ValueError("does not play")
        return seat

    def is_played_for(self, seat: int) -> bool:
        """Whether the person of a seat did not make its turn themselves."""
        return self.played_for or seat in self.taken_over or seat in self.resigned

    def game(self) -> GameState:
        """The game as it stands.

        Raises:
            Refused: no game has begun.
        """
        if self.state is None:
            raise Refused("cancelled" if self.cancelled else "not-begun")
        return self.state

    def view_for(self, user: int | None) -> SeatView:
        """What a person may see: the seat on turn its unfinished turn, all others the last complete one.

        Raises:
            Refused: no game has begun.
        """
        state = self.game()
        seat = None if user is None else self.seat_of(user)
        shown = view(state if seat == state.position.seat else self.last_public_state or state, seat)
        return replace(shown, position=self._ranked(shown.position)) if self.resigned else shown

    def _ranked(self, position: Position) -> Position:
        """The position with those who gave up last in the standing; a team keeps the rank of its points."""
        ending = position.ending
        if ending is None or self.teams:
            return position
        resigned = self.resigned | {event.seat for event in self.events[-1:] if isinstance(event, Stopped)}
        stayed = (tuple(seat for seat in place if seat not in resigned) for place in ending.standing)
        gone = (tuple(seat for seat in place if seat in resigned) for place in ending.standing)
        order = tuple(place for place in (*stayed, *gone) if place)
        return replace(position, ending=replace(ending, standing=order, resigned=frozenset(resigned)))

    @property
    def public(self) -> Position:
        """The position that the whole table sees.

        Raises:
            Refused: no game has begun.
        """
        return self.view_for(None).position


# --- facts ---------------------------------------------------------------------------------------------------------


def fold(table_id: int, facts: Iterable[TableEvent]) -> Table:
    """The table that these facts made.

    Raises:
        Unreadable: they do not make one.
    """
    table: Table | None = None
    try:
        for fact in facts:
            table = opened(table_id, fact) if table is None else apply(table, fact)
    except (Illegal, ValueError, KeyError, IndexError) as error:
        why = error.code if isinstance(error, Illegal) else error
        raise Unreadable(f"event {table.seq + 1 if table else 1}: {why}") from error
    if table is None:
        raise Unreadable("no events")
    if table.seats and table.state is None:
        raise Unreadable("nothing was dealt")
    return table


def opened(table_id: int, fact: TableEvent) -> Table:
    """The table after its first fact; raises `ValueError` for any other than `Opened`."""
    if not isinstance(fact, Opened) or fact.mode not in MODES or fact.pace not in PACES:
        raise ValueError("a table starts with its opening")
    if fact.seats not in MODES[fact.mode].seats or not 0 <= fact.bots < fact.seats:
        raise ValueError("its terms do not fit together")
    return Table(table_id, fact, seq=1)


def apply(table: Table, fact: TableEvent) -> Table:
    """The table after one more fact; raises `ValueError` or `Illegal` for one that cannot have happened."""
    if not _can_happen(table, fact):
        raise ValueError(f"{type(fact).__name__} cannot happen now")
    table = replace(table, seq=table.seq + 1)
    if isinstance(fact, Dealt | Placed | TurnEnded | Stopped):
        return _played(table, fact)
    return _changed(table, fact)


def _played(table: Table, fact: Event) -> Table:
    state = rules.apply(table.state, fact)
    settled = table.last_public_state if isinstance(fact, Placed) and not state.position.ending else state
    table = replace(table, state=state, last_public_state=settled, events=(*table.events, fact))
    if not isinstance(fact, TurnEnded):
        return table
    missed = table.missed_turns if table.is_played_for(fact.seat) else _with(table.missed_turns, fact.seat, 0)
    nobody = frozenset[int]()
    return replace(
        table, stop_votes=nobody, takeover_votes=nobody, takeover_offered=False, played_for=False, missed_turns=missed
    )


def _changed(table: Table, fact: TableOnlyEvent) -> Table:  # noqa: C901, PLR0911, PLR0912 - one return a fact
    match fact:
        case Opened():
            raise ValueError("opened twice")
        case Joined(user):
            if user in table.humans:
                changed = tuple(fact if person.user == user else person for person in table.lobby_players)
                return replace(table, lobby_players=changed)
            return replace(table, lobby_players=(*table.lobby_players, fact))
        case Left(user):
            return replace(table, lobby_players=tuple(person for person in table.lobby_players if person.user != user))
        case Begun(seats):
            return replace(table, seats=seats, missed_turns=(0,) * len(seats))
        case StopVoted(user):
            return replace(table, stop_votes=table.stop_votes | {user})
        case StopVoteRejected():
            return replace(table, stop_votes=frozenset[int]())
        case Cancelled():
            return replace(table, cancelled=True)
        case TurnMissed(seat):
            return replace(
                table, played_for=True, missed_turns=_with(table.missed_turns, seat, table.missed_turns[seat] + 1)
            )
        case SeatTakenOver(seat):
            return replace(
                table, taken_over=table.taken_over | {seat}, takeover_votes=frozenset[int](), takeover_offered=False
            )
        case Returned(user):
            seat = table.seat_at(user)
            return replace(table, taken_over=table.taken_over - {seat}, missed_turns=_with(table.missed_turns, seat, 0))
        case Resigned(user):
            return replace(table, resigned=table.resigned | {table.seat_at(user)})
        case TakeoverOffered():
            return replace(table, takeover_offered=True)
        case TakeoverVoted(user):
            return replace(table, takeover_votes=table.takeover_votes | {user})
        case Nudged(_, at):
            return replace(table, nudged_at=at)
        case RematchAccepted(user):
            return replace(table, rematch_accepted=table.rematch_accepted | {user})
        case RematchDeclined(user):
            return replace(table, rematch_declined_by=user)
        case Rematched(game):
            return replace(table, next_game=game)
        case EndedEarly(why):
            return replace(table, ended_early=why)
    assert_never(fact)


def _with(values: tuple[int, ...], at: int, value: int) -> tuple[int, ...]:
    return (*values[:at], value, *values[at + 1 :])


def _can_happen(table: Table, fact: TableEvent) -> bool:  # noqa: C901, PLR0911, PLR0912 - one return a fact
    """Whether a fact fits this table; what else a fact of the game needs is for the rules to say."""
    in_lobby = not table.cancelled and not table.seats
    running = table.status == "running"
    match fact:
        case Opened():
            return False
        case Joined(user, _, side):
            sides = table.mode.sides or 1
            free = side in range(sides) and table.opened.seats // sides > sum(
                one.side == side for one in table.lobby_players
            )
            mine = next((one for one in table.lobby_players if one.user == user), None)
            return in_lobby and free and (table.free > 0 if mine is None else mine.side != side)
        case Left(user):
            return in_lobby and user in table.humans
        case Begun(seats):
            users = sorted(seat.user for seat in seats if seat.user is not None)
            return in_lobby and len(seats) in table.mode.seats and users == sorted(table.humans)
        case Cancelled():
            return in_lobby
        case StopVoted(user) | StopVoteRejected(user) | TakeoverVoted(user) | Resigned(user) | Nudged(user):
            return running and user in table.humans
        case Returned(user):
            return running and table.seat_of(user) in table.taken_over
        case TurnMissed(seat) | TakeoverOffered(seat):
            return running and seat == table.game().position.seat
        case SeatTakenOver(seat):
            return running and seat in range(len(table.seats)) and table.seats[seat].user is not None
        case RematchAccepted(user) | RematchDeclined(user):
            return table.status == "over" and user in table.humans
        case Rematched():
            return table.status == "over"
        case EndedEarly():
            return running
        case Dealt(mode, racks):
            same = mode == table.opened.mode and len(racks) == len(table.seats)
            return same and all(None not in rack for rack in racks)
        case TurnEnded():
            return None not in fact.drawn
        case Placed() | Stopped():
            return True
    assert_never(fact)
