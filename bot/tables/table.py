"""A table from its opening to the end of its game, as a value.

Pure, like the rules beneath it: no store, no Discord, no clock. Events make tables in `fold`; what people may do is
in `lobby`, `play`, `absence` and `rematch`.
"""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from datetime import timedelta
from typing import Final, Literal

from bot.tables.errors import Refused, wrong_status
from bot.tables.events import CAREFUL, EarlyEnd, Joined, Opened, Seat, SeatLevel
from bot.tables.names import distinct_names, short_name
from bot.tables.pace import Pace, pace_of
from data.ids import GameId, Seq, UserId
from game.ai.levels import LEVELS, STAND_IN
from game.events import Event, Stopped
from game.modes import MODES, Mode
from game.state import GameState, Position, SeatView, view

NO_GAME: Final = GameId(0)
"""The number of tables that are no games of the log."""

Status = Literal["lobby", "running", "over", "cancelled"]


@dataclass(frozen=True, slots=True)
class Table:
    """Everything that is known of a table, hidden things included; people get it as a `SeatView`."""

    id: GameId
    opened: Opened
    seq: Seq = Seq(0)
    """The number of its last event."""
    lobby_players: tuple[Joined, ...] = ()
    """Who sits in the lobby, in the order of joining."""
    new_host: UserId | None = None
    """Who became host when the one before left, and stays it."""
    common_language: str | None = None
    """What a lobby in its host's own language speaks as soon as somebody joins; `None` where it speaks that."""
    seats: tuple[Seat, ...] = ()
    """Who plays, in seat order; empty before the game begins."""
    seed: bytes = field(default=b"", repr=False)
    """The seed of the bag, which nobody may know before the end; empty in games whose draws have none."""
    events: tuple[Event, ...] = ()
    state: GameState | None = None
    last_public_state: GameState | None = None
    """The game as it stood after the last complete turn: what the table sees (a turn is shown when it is over)."""
    stop_votes: frozenset[UserId] = frozenset()
    """The players who want the running game to be stopped."""
    cancelled: bool = False
    missed_turns: tuple[int, ...] = ()
    """How many turns in a row each seat has missed."""
    time_left: tuple[timedelta, ...] = ()
    """How much time each seat has for its next turn, that on turn for this one; empty without a clock."""
    gifts: int = 0
    """How often people have given time to the turn that is going on."""
    played_for: bool = False
    """Whether a bot makes the turn that is going on, because its time ran out."""
    taken_over: frozenset[int] = frozenset()
    """The seats that a bot holds until their people come back."""
    late: frozenset[int] | None = None
    """The seats that were held by a bot or on turn when the round of their tournament ended; `None` before."""
    resigned: frozenset[int] = frozenset()
    """The seats whose people gave up."""
    takeover_offered: bool = False
    """Whether the others may vote for a bot in the seat on turn."""
    takeover_votes: frozenset[UserId] = frozenset()
    """The players who did."""
    nudged_at: int = 0
    hinted: bool = False
    """Whether the person on turn was given a hint for the next placement."""
    unaided: tuple[bool, ...] = ()
    """Of each placement, whether a person made it themselves, without a hint."""
    manned: tuple[bool, ...] = ()
    """Of each placement, whether a person made it, with a hint or without one."""
    ended_early: EarlyEnd | None = None
    """Why it was stopped without its players having agreed."""
    rematch_accepted: frozenset[UserId] = frozenset()
    """The players who want a rematch."""
    rematch_declined_by: UserId | None = None
    """Who wants none."""
    departed: frozenset[UserId] = frozenset()
    """The players of a finished game who are no longer in the server: there can be no rematch."""
    next_game: GameId | None = None
    replay_shared: bool = False
    """Whether the replay of the finished game was posted for all."""
    analysis_shared: bool = False
    """Whether its analysis was."""

    @property
    def pace(self) -> Pace | None:
        """How much time people have; `None` without a clock."""
        return pace_of(self.opened.pace)

    @property
    def turn_time(self) -> timedelta | None:
        """How much time the turn that is going on began with, and was given; `None` without a clock."""
        return self.time_left[self.public.seat] if self.time_left else None

    @property
    def turn(self) -> int:
        """The number of the turn that is going on; it names a turn for everything that waits for its time."""
        return len(self.public.turns)

    def is_bot(self, seat: int) -> bool:
        """Whether a bot makes the next placement of a seat."""
        held = seat in self.taken_over or seat in self.resigned
        return self.seats[seat].user is None or held or (self.played_for and seat == self.game().position.seat)

    def level_of(self, seat: int) -> SeatLevel:
        """How a bot in this seat plays."""
        return self.seats[seat].level if self.seats[seat].user is None else STAND_IN

    @property
    def levels(self) -> tuple[SeatLevel, ...]:
        """The level of each bot of the lobby."""
        return self.opened.levels or (CAREFUL,) * self.opened.bots

    @property
    def is_thinking(self) -> bool:
        """Whether a bot that takes its time is on turn."""
        if self.status != "running":
            return False
        seat = self.game().position.seat
        level = LEVELS.get(self.level_of(seat))
        return self.is_bot(seat) and level is not None and level.slow

    @property
    def active(self) -> tuple[UserId, ...]:
        """The users who play and are there: neither held by a bot nor gone."""
        return tuple(
            seat.user
            for at, seat in enumerate(self.seats)
            if seat.user is not None and at not in self.taken_over and at not in self.resigned
        )

    @property
    def held(self) -> tuple[UserId, ...]:
        """The users in whose seats a bot plays, as they did not move in time."""
        seats = self.taken_over if self.late is None else self.late
        return tuple(seat.user for at, seat in enumerate(self.seats) if seat.user is not None and at in seats)

    @property
    def next_person(self) -> UserId | None:
        """Whose turn comes after the one that is going on, bots left out; `None` if nobody else's."""
        at = self.public.seat
        order = [(at + step) % len(self.seats) for step in range(1, len(self.seats))]
        return next((self.seats[seat].user for seat in order if not self.is_bot(seat)), None)

    def others(self) -> frozenset[UserId]:
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
    def host(self) -> UserId:
        """Whose table it is: who opened it, or who had been there longest when that person left."""
        present = [person.user for person in self.lobby_players]
        host = self.opened.host if self.new_host is None else self.new_host
        return host if host in present or not present else present[0]

    @property
    def teams(self) -> bool:
        """Whether people choose a team in the lobby."""
        return self.mode.sides is not None

    @property
    def humans(self) -> tuple[UserId, ...]:
        """The users who play, or who sit in the lobby."""
        if self.seats:
            return tuple(seat.user for seat in self.seats if seat.user is not None)
        return tuple(person.user for person in self.lobby_players)

    @property
    def is_alone(self) -> bool:
        """Whether one person plays, alone or against bots."""
        return len(self.seats) > 0 and len(self.humans) == 1

    @property
    def mentionable(self) -> tuple[UserId, ...]:
        """Those of them who can be mentioned: not those whose data was deleted, who have a negative number."""
        return tuple(user for user in self.humans if user > 0)

    @property
    def names(self) -> tuple[str, ...]:
        """The names in seat order, all different; in the lobby in the order of joining."""
        return distinct_names(person.name for person in self.seats or self.lobby_players)

    @property
    def short_names(self) -> tuple[str, ...]:
        """The names of a game that has begun, those of bots without their levels; all different."""
        return distinct_names(short_name(seat) for seat in self.seats)

    def name_of(self, user: UserId) -> str:
        """The name of a user at this table, different from all others there; "?" for anybody else."""
        people = self.seats or self.lobby_players
        return next((name for person, name in zip(people, self.names, strict=True) if person.user == user), "?")

    def display_name(self, user: UserId) -> str | None:
        """The name under which a user was last seen, which others may have too; `None` for anybody else."""
        return next((person.name for person in self.seats or self.lobby_players if person.user == user), None)

    @property
    def free(self) -> int:
        """How many more people can join the lobby."""
        return self.opened.seats - self.opened.bots - len(self.lobby_players)

    def seat_of(self, user: UserId) -> int | None:
        """The seat of a user in the game."""
        return next((at for at, seat in enumerate(self.seats) if seat.user == user), None)

    def seat_at(self, user: UserId) -> int:
        """The seat of a user who plays; raises `ValueError` for anybody else."""
        seat = self.seat_of(user)
        if seat is None:
            raise ValueError("does not play")
        return seat

    def is_played_for(self, seat: int) -> bool:
        """Whether the person of a seat did not make its turn themselves."""
        return self.played_for or seat in self.taken_over or seat in self.resigned

    def check_lobby(self) -> None:
        """Refuse what is done in a lobby once the lobby is over; raises `Refused`."""
        if self.status != "lobby":
            raise wrong_status(self.status)

    def check_running(self) -> None:
        """Refuse what is done in a running game where none is running; raises `Refused`."""
        if self.status != "running":
            raise wrong_status(self.status)

    def check_playing(self, user: UserId) -> int:
        """The seat of a user in a running game.

        Raises:
            Refused: `not-playing`, or the game is not running.
        """
        self.check_running()
        seat = self.seat_of(user)
        if seat is None or seat in self.resigned:
            raise Refused("not-playing")
        return seat

    def game(self) -> GameState:
        """The present state of the game.

        Raises:
            Refused: no game has begun.
        """
        if self.state is None:
            raise Refused("cancelled" if self.cancelled else "not-begun")
        return self.state

    def view_for(self, user: UserId | None) -> SeatView:
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
        resigned = self.resigned | {
            event.seat for event in self.events[-1:] if isinstance(event, Stopped) and event.seat is not None
        }
        stayed = (tuple(seat for seat in equal if seat not in resigned) for equal in ending.standing)
        gone = (tuple(seat for seat in equal if seat in resigned) for equal in ending.standing)
        order = tuple(equal for equal in (*stayed, *gone) if equal)
        return replace(position, ending=replace(ending, standing=order, resigned=frozenset(resigned)))

    @property
    def public(self) -> Position:
        """The position that the whole table sees.

        Raises:
            Refused: no game has begun.
        """
        return self.view_for(None).position
