"""The achievements: what a person did in one game that is worth a mention once. Pure."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Final

from bot.tables.own_play import given_up, own_turns, played_themselves
from bot.tables.table import Table
from game.state import Position


@dataclass(frozen=True, slots=True)
class _Seen:
    """A finished game as one seat saw it."""

    table: Table
    position: Position
    seat: int

    @property
    def won(self) -> bool:
        """Whether the seat's side came first, alone, and its person played to the end."""
        ending = self.position.ending
        if ending is None or not self.played or self.seat in given_up(self.table):
            return False
        sides = {self.position.mode.side_of(seat, self.position.seats) for seat in ending.standing[0]}
        return self.seat in ending.standing[0] and len(sides) == 1 and len(ending.standing) > 1

    @property
    def played(self) -> bool:
        """Whether the game counts for the person of the seat."""
        return played_themselves(self.table, self.seat)

    @property
    def rivals(self) -> tuple[int, ...]:
        """The seats of the other sides."""
        side = self.position.mode.side_of
        seats = self.position.seats
        return tuple(other for other in range(seats) if side(other, seats) != side(self.seat, seats))

    @property
    def by_the_rules(self) -> bool:
        """Whether the game was played to the end."""
        return self.position.ending is not None and self.position.ending.reason in ("board-full", "instant-win")


def _instant(game: _Seen) -> bool:
    ending = game.position.ending
    return ending is not None and ending.reason == "instant-win" and game.won


def _solo_18(game: _Seen) -> bool:
    return game.position.seats == 1 and game.played and game.by_the_rules and min(game.position.pegs(0)) >= 18


def _triple(game: _Seen) -> bool:
    """Three bonuses in a turn that the person made themselves."""
    return any(sum(placement.bonuses for placement in turn) >= 3 for turn in own_turns(game.table, game.seat))


def _dozen(game: _Seen) -> bool:
    return any(sum(placement.steps) >= 12 for turn in own_turns(game.table, game.seat) for placement in turn)


def _master(game: _Seen) -> bool:
    return game.won and any(
        game.table.seats[rival].user is None and game.table.seats[rival].level == "5" for rival in game.rivals
    )


def _tie_break(game: _Seen) -> bool:
    """A win in which the lowest colours were equal."""
    if not game.won or not game.by_the_rules or game.position.mode.track.two_sided:
        return False
    lowest = min(game.position.pegs(game.seat))
    return any(min(game.position.pegs(rival)) == lowest for rival in game.rivals)


def _harmony(game: _Seen) -> bool:
    """All colours within two steps of each other, none lower than nine."""
    pegs = game.position.pegs(game.seat)
    stayed = game.played and game.seat not in given_up(game.table)
    return stayed and game.by_the_rules and min(pegs) >= 9 and max(pegs) - min(pegs) <= 2


def _full_house(game: _Seen) -> bool:
    """A win against three people who played themselves."""
    people = (rival for rival in game.rivals if game.table.seats[rival].user is not None)
    return game.won and sum(played_themselves(game.table, rival) for rival in people) >= 3


ACHIEVEMENTS: Final[Mapping[str, Callable[[_Seen], bool]]] = {
    "instant": _instant,
    "triple": _triple,
    "dozen": _dozen,
    "harmony": _harmony,
    "tie-break": _tie_break,
    "full-house": _full_house,
    "master": _master,
    "solo-18": _solo_18,
}
"""All of them by the name under which they are stored, in the order in which they are shown."""


def feats_of(table: Table, seat: int) -> tuple[str, ...]:
    """The achievements of a seat in this finished game, whether its person had them before or not."""
    seen = _Seen(table, table.public, seat)
    return tuple(name for name, is_done in ACHIEVEMENTS.items() if is_done(seen))
