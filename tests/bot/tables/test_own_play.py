"""Every figure of a person counts what they placed themselves, and such games alone are rated."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from datetime import UTC, datetime

import pytest

from bot.screens import board
from bot.tables.events import Hinted, Resigned, Returned, SeatTakenOver, TableEvent
from bot.tables.fold import apply
from bot.tables.ratings import rate
from bot.tables.results import results_of
from bot.tables.table import Table
from bot.texts import texts
from data.ids import GameId
from data.store import ResultRow
from game.events import Event, Placed, Stopped
from tests.bot.games import simulated, table_of, whole

EN = texts("en")


def played(events: Sequence[Event], before: Callable[[Table, Event], Sequence[TableEvent]]) -> Table:
    """The table of a game with more events before some of its own."""
    table = table_of(tuple(events[:1]))
    for event in events[1:]:
        for one in (*before(table, event), event):
            table = apply(table, one)
    return table


def hinted(share: float, mode: str = "standard") -> Table:
    """A game in which Ann has a hint for so many of her placements."""
    events = whole(mode, 4 if mode == "team" else 2)
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


def gained(table: Table) -> list[int]:
    """How much a rated game raises the skill of each seat."""
    rows = [ResultRow(GameId(1), None, datetime(2026, 3, 1, tzinfo=UTC), one, "pending") for one in results_of(table)]
    assert all(row.result.ratable for row in rows)
    return [one.after.mu - one.before.mu for one in rate(rows, {}) if one.after and one.before]


def test_a_game_that_everybody_played_themselves_is_rated():
    assert counts(table_of(whole("standard", 2))) == [(True, True)] * 2


@pytest.mark.parametrize(("share", "own"), [(0.4, True), (0.6, False), (1.0, False)])
def test_a_game_counts_for_who_made_most_placements_without_a_hint(share, own):
    assert counts(hinted(share)) == [(own, True), (True, True)]


@pytest.mark.parametrize(("until", "own"), [(1000, False), (24, False), (4, True)])
def test_a_game_counts_for_who_made_most_placements_themselves(until, own):
    assert [one.own for one in results_of(held(until))] == [own, True]


def test_a_game_that_somebody_never_played_is_not_rated():
    assert counts(held()) == [(False, False), (True, False)]


@pytest.mark.parametrize("made", [lambda: hinted(1.0), lambda: held(24), lambda: held(30, seats=3)])
def test_who_did_not_play_most_of_a_rated_game_themselves_is_last(made):
    first, *others = results_of(made())
    assert (first.ratable, first.won, first.rank) == (True, False, len(others) + 1)
    assert sorted(one.rank for one in others) == list(range(1, len(others) + 1))
    assert sum(one.won for one in others) == 1
    ann, *rest = gained(made())
    assert ann < 0 < max(rest)


def test_the_end_says_who_comes_last_in_the_rating_whatever_the_board_says():
    assert EN("end.left-to-others", names=["Ann"]) in board.board(hinted(1.0), EN, 0).text
    both = played(whole("standard", 2), lambda _, one: [Hinted(1 + one.seat)] if isinstance(one, Placed) else [])
    for table in (hinted(0.4), held(1000), both):
        assert "in the rating" not in board.board(table, EN, 0).text


def test_of_partners_who_did_not_play_themselves_loses_alone():
    ann, _, cem, _ = gained(hinted(1.0, mode="team"))
    assert ann < 0
    assert results_of(hinted(1.0, mode="team"))[2].rank == results_of(hinted(1.0, mode="team"))[0].rank
    assert (cem > 0) == (results_of(hinted(1.0, mode="team"))[2].rank == 1)


def test_whose_rival_resigns_gains_nothing_from_hints():
    events = simulated("standard", 2, turns=6)
    table = played(events, lambda _, event: [Hinted(1)] if isinstance(event, Placed) and event.seat == 0 else [])
    ann, ben = gained(apply(table, Stopped("resign", 1)))
    assert ann == 0 > ben


def test_where_everybody_took_hints_no_rating_changes():
    table = played(
        whole("standard", 2),
        lambda table, event: [Hinted(1 + event.seat)] if isinstance(event, Placed) else [],
    )
    assert gained(table) == [0, 0]


def test_one_of_three_who_gives_up_before_a_placement_is_last_in_a_rated_game():
    table = played(
        whole("standard", 3),
        lambda table, _: [Resigned(3)] if table.turn == 2 and not table.resigned else [],
    )
    assert counts(table) == [(True, True), (True, True), (False, True)]
    assert gained(table)[2] < 0 < max(gained(table))


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
