"""Every figure of a person counts what they placed themselves, and such games alone are rated."""

from __future__ import annotations

from collections.abc import Callable, Sequence

import pytest

from bot.tables.events import Hinted, Resigned, Returned, SeatTakenOver, TableEvent
from bot.tables.fold import apply
from bot.tables.results import results_of
from bot.tables.table import Table
from game.events import Event, Placed, Stopped
from tests.bot.games import simulated, table_of, whole


def played(events: Sequence[Event], before: Callable[[Table, Event], Sequence[TableEvent]]) -> Table:
    """The table of a game with more events before some of its own."""
    table = table_of(tuple(events[:1]))
    for event in events[1:]:
        for one in (*before(table, event), event):
            table = apply(table, one)
    return table


def hinted(share: float) -> Table:
    """A game of two in which Ann has a hint for so many of her placements."""
    events = whole("standard", 2)
    mine = [event for event in events if isinstance(event, Placed) and event.seat == 0]
    aided = [id(event) for event in mine[: int(share * len(mine))]]
    return played(events, lambda _, event: [Hinted(1)] if id(event) in aided else [])


def held(until: int = 1000, seats: int = 2) -> Table:
    """A game in which a bot holds Ann's seat from the start until so many turns were made."""

    def away(table: Table, event: Event) -> Sequence[TableEvent]:
        if table.turn == 0 and not table.taken_over and not table.game().position.in_turn:
            return [SeatTakenOver(0)]
        return [Returned(1)] if table.turn >= until and 0 in table.taken_over else []

    return played(whole("standard", seats), away)


def counts(table: Table) -> list[tuple[bool, bool]]:
    return [(one.own, one.ratable) for one in results_of(table)]


def test_a_game_that_everybody_played_themselves_is_rated():
    assert counts(table_of(whole("standard", 2))) == [(True, True)] * 2


@pytest.mark.parametrize(("share", "own"), [(0.4, True), (0.6, False), (1.0, False)])
def test_most_placements_of_everybody_are_without_a_hint(share, own):
    assert counts(hinted(share)) == [(own, own), (True, own)]


@pytest.mark.parametrize(("until", "own"), [(1000, False), (24, False), (4, True)])
def test_most_placements_of_everybody_are_their_own(until, own):
    assert counts(held(until)) == [(own, own), (True, own)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_whose_seat_was_held_has_no_win_no_achievement_and_no_points(seats):
    for table in (held(seats=seats), table_of(whole("standard", seats))):
        first = results_of(table)[0]
        assert (first.won or bool(first.feats) or any(first.points)) <= first.own
    assert not any(results_of(held(seats=seats))[0].points)


@pytest.mark.parametrize("seats", [2, 3])
def test_who_left_before_a_tile_was_laid_has_won_nothing(seats):
    assert not any(one.won for one in results_of(held(seats=seats)) if not one.own)


@pytest.mark.parametrize(("turns", "ratable"), [(0, False), (1, False), (2, True)])
def test_a_game_that_is_given_up_counts_once_both_have_placed(turns, ratable):
    table = apply(table_of(simulated("standard", 2, turns=turns)), Stopped("resign", 1))
    assert {one.ratable for one in results_of(table)} == {ratable}
    assert results_of(table)[0].won == (turns > 0)


def test_who_gives_up_after_their_first_placement_has_lost_a_rated_game():
    table = played(
        whole("standard", 3),
        lambda table, _: [Resigned(2)] if table.turn == 3 and not table.resigned else [],
    )
    assert counts(table) == [(True, True)] * 3
    assert results_of(table)[1].resigned


def test_a_hint_for_somebody_who_is_not_on_turn_cannot_have_happened():
    with pytest.raises(ValueError, match="Hinted"):
        apply(table_of(simulated("standard", 2, turns=2)), Hinted(2))
