"""Analysis of finished games, and hints."""

from __future__ import annotations

import json
from dataclasses import replace
from random import Random

import pytest

from game import analysis as module
from game.ai import choose
from game.ai.light import LightPosition
from game.ai.reasons import Reason, reasons
from game.analysis import Analysis, AnalysisError, accuracy, conclude, hint, judge, move_of
from game.analysis_json import from_json, to_json
from game.calibration import AS_IT_IS, Calibration
from game.events import Dealt, Event, Placed, Stopped
from game.modes import MODES
from game.rules import apply, deal, fold
from game.second_look import analyse
from game.simulate import simulate
from game.state import view
from game.tiles import Colour, parse_tile
from tests.game.build import OTHER, at, board, only_room, placed, played, position, state


def known(mode: str, seats: int) -> Calibration:
    """What is known of the duel, in a world where nothing is of other modes."""
    return Calibration(AS_IT_IS, AS_IT_IS, {"beginner": 0.08, "3": 0.01} if (mode, seats) == ("duel", 2) else {})


@pytest.fixture(scope="module")
def duel() -> list[Event]:
    """A game of two who play badly, each in a way of their own."""
    return simulate(MODES["duel"], ("max", "beginner"), Random(13))


@pytest.fixture(scope="module")
def analysed(duel: list[Event]) -> Analysis:
    return conclude(duel, judge(duel))


def test_every_placement_is_judged_and_the_chances_of_all_seats_make_a_whole(duel: list[Event], analysed: Analysis):
    analysis = analysed
    assert [(one.seat, one.tile, one.at) for one in analysis.placements] == [
        (event.seat, event.tile, event.at) for event in placed(duel)
    ]
    assert all(sum(one.chances) == pytest.approx(1) for one in analysis.placements)
    assert all(0 <= one.loss <= 1 for one in analysis.placements)
    assert sorted(analysis.final) == [0, 1]


def test_what_lost_something_has_something_better_with_a_reason(analysed: Analysis):
    for one in analysed.placements:
        assert (one.better is not None) is (one.loss > 0)
        if one.better:
            assert one.better.reasons
            assert one.better.chance - one.loss <= one.better.chance


def test_the_turning_points_are_the_three_that_lost_the_most_after_the_vague_beginning(analysed: Analysis):
    analysis, points = analysed, analysed.turning_points
    assert len(points) == 3
    assert points == tuple(sorted(points))
    assert not any(analysis.placements[index].vague for index in points)
    least = min(analysis.placements[index].loss for index in points)
    chosen = [(one.seat, one.better) for one in (analysis.placements[index] for index in points)]
    missed = {(seat, better.tile.piece, frozenset(better.at)) for seat, better in chosen}
    others = [one for index, one in enumerate(analysis.placements) if not one.vague and index not in points]
    assert all(
        one.loss <= least or (one.seat, one.better.tile.piece, frozenset(one.better.at)) in missed for one in others
    )
    assert analysis.placements[0].vague


def test_a_chance_that_is_missed_again_and_again_is_one_turning_point(duel: list[Event], analysed: Analysis):
    worst = max((one for one in analysed.placements if not one.vague), key=lambda one: one.loss)
    again = [
        replace(one, seat=worst.seat, better=worst.better, loss=worst.loss * 0.9)
        for one in analysed.placements
        if not one.vague
    ]
    found = conclude(duel, [worst, *again])
    assert found.turning_points == (0,)


def test_who_plays_worse_loses_more(duel: list[Event]):
    events = simulate(MODES["duel"], ("3", "random"), Random(4))
    good = conclude(events, judge(events))
    assert good.mean_loss[0] < 0.05 < good.mean_loss[1]


@pytest.mark.parametrize(
    ("loss", "level"), [(0.2, "beginner"), (0.05, "beginner"), (0.012, "3"), (0.004, "3"), (0.003, "4"), (0.0, "4")]
)
def test_the_level_that_loses_as_much_is_named(monkeypatch: pytest.MonkeyPatch, loss: float, level: str):
    monkeypatch.setattr(module, "calibration", known)
    assert module.resembling("duel", 2, loss, 6) == level
    assert module.resembling("duel", 2, loss, 5) is None, "a few placements say little"
    assert module.resembling("team", 4, loss, 6) is None


@pytest.mark.parametrize(("mode", "seats"), [("standard", 3), ("solo", 1)])
def test_games_of_three_and_alone_are_analysed_too(mode: str, seats: int):
    start = played(mode, seats, 3, until=4)
    events = [*start, Stopped("stopped")]
    analysis = conclude(events, judge(events))
    assert analysis.final is None
    assert all(len(one.chances) == seats for one in analysis.placements)
    assert seats == 1 or all(sum(one.chances) == pytest.approx(1) for one in analysis.placements)
    assert analysis.resembles[-1] is None or seats == 1


def test_an_analysis_as_json_has_names_of_spaces_and_letters_of_colours(analysed: Analysis):
    document = json.loads(json.dumps(to_json(analysed)))
    assert set(document) == {"mode", "players", "placements", "final", "turning_points", "mean_loss", "resembles"}
    first = document["placements"][0]
    assert set(first) == {"seat", "tile", "at", "chances", "loss", "vague", "better"}
    codes = [reason for one in document["placements"] if one["better"] for reason in one["better"]["reasons"]]
    assert {"code", "colour", "amount", "seat"} == set(codes[0])


def test_a_kept_analysis_comes_back_as_it_was(analysed: Analysis):
    document = json.loads(json.dumps(to_json(analysed)))
    kept = from_json(document)
    assert to_json(kept) == to_json(analysed)
    assert [one.better and one.better.reasons for one in kept.placements] == [
        one.better and one.better.reasons for one in analysed.placements
    ]


@pytest.mark.parametrize("document", [None, [], {}, {"mode": "duel"}, {"mode": "duel", "players": None}])
def test_what_is_no_analysis_is_refused(document: object):
    with pytest.raises(ValueError, match="not an analysis"):
        from_json(document)


def test_a_kept_analysis_names_the_levels_that_are_known_today(monkeypatch: pytest.MonkeyPatch, analysed: Analysis):
    monkeypatch.setattr(module, "calibration", known)
    assert None not in from_json(to_json(analysed)).resembles


def test_an_analysis_made_in_pieces_is_the_same_as_one_made_at_once(duel: list[Event], analysed: Analysis):
    parts = [judge(duel, first, first + 10) for first in range(0, len(analysed.placements), 10)]
    assert conclude(duel, [one for part in parts for one in part]) == analysed


@pytest.mark.parametrize(
    ("events", "why"),
    [
        (lambda: played("duel", 2, 1, until=5), "not over"),
        (lambda: [Dealt("duel", ((None,) * 6, (None,) * 6)), Stopped("stopped")], "unknown"),
    ],
)
def test_what_cannot_be_analysed_is_refused(events, why: str):
    with pytest.raises(AnalysisError, match=why):
        analyse(events())


def test_without_weights_there_is_neither_analysis_nor_hint(monkeypatch: pytest.MonkeyPatch, duel: list[Event]):
    monkeypatch.setattr(module, "load", lambda mode, seats: None)
    with pytest.raises(AnalysisError, match="weights"):
        analyse(duel)
    with pytest.raises(AnalysisError, match="weights"):
        hint(view(apply(None, duel[0]), 0), "3")


# --- hints ---------------------------------------------------------------------------------------------------------


def test_a_hint_is_what_the_level_would_place_and_says_why():
    now = fold(played("standard", 2, 2, until=12))
    seen = view(now, now.position.seat)
    found = hint(seen, "4")
    assert found == hint(seen, "4")
    assert found.place.at == choose(seen, "4", Random(9)).at
    assert found.reasons


def test_a_hint_is_held_against_the_position_as_it_is():
    now = state(position(symbols=board("R H8 H7 H6"), scores=["R1 O9 Y9 G9 B9 P9"]), "RG OG BG GG YP OO", OTHER)
    found = hint(view(now, 0), "1")
    assert found.place.tile.code == "RG"
    assert Reason("lifts-lowest", Colour.RED, 3) in found.reasons


def test_a_hint_names_the_exchange_where_it_advises_one():
    rack = "RB RR OO RO BB OB"
    seen = view(state(position(scores=["R9 O9 B9"]), rack, OTHER), 0)
    found = hint(seen, "1")
    assert (found.place.exchange is True) is ("exchanges" in {reason.code for reason in found.reasons})


def test_nobody_gets_a_hint_out_of_turn():
    now = apply(None, deal(MODES["duel"], 2, Random(1)))
    with pytest.raises(ValueError, match="turn"):
        hint(view(now, 1), "3")


# --- reasons -------------------------------------------------------------------------------------------------------


def why(
    better: str,
    other: str | None,
    rack: str = "RG OG BG GG YP OO",
    *,
    seats: int = 2,
    exchange: bool = False,
    **more: object,
):
    """The reasons for one placement such as `RG H9 I9` against another."""
    here = LightPosition.of(view(state(position(seats=seats, **more), rack, *[OTHER] * (seats - 1)), 0))

    def move(text: str):
        code, cells = text.split(" ", 1)
        return move_of(here, parse_tile(code), at(cells))

    return reasons(here, move(better), other and move(other), exchange=exchange)


LINES = board("R H8 H7 H6", "B K9 K8", "O E6")


def test_it_lifts_the_lowest_colour():
    found = why("BG K10 L11", "RG H9 I9", symbols=LINES, scores=["R9 O9 Y9 G9 B0 P9"])
    assert found[0] == Reason("lifts-lowest", Colour.BLUE, 2)


def test_it_raises_another_colour():
    found = why("RG H9 I9", "BG K10 L11", symbols=LINES, scores=["R9 O9 Y9 G0 B12 P9"])
    assert Reason("raises", Colour.RED, 3) in found


def test_of_many_equal_colours_none_is_called_the_lowest():
    found = why("RG H9 I9", "BG K10 L11", symbols=LINES, scores=["R5 O5 Y5 G5 B12 P9"])
    assert Reason("raises", Colour.RED, 3) in found


def test_in_the_duel_it_brings_a_colour_across_the_middle():
    scores = ["R-2 O5 Y-9 G-5 B5 P5"]
    found = why("RG H9 I9", "BG K10 L11", mode="duel", symbols=LINES, scores=scores)
    assert Reason("crosses", Colour.RED, 3) in found
    assert not [reason for reason in found if reason.code == "lifts-lowest"]


def test_what_another_placement_does_not_bring_comes_first():
    symbols = board("B J11 K12", base=LINES)
    now = state(position(symbols=symbols, scores=["R0 O9 Y9 G9 B5 P9"]), "RG RB BG GG YP OO", OTHER)
    here = LightPosition.of(view(now, 0))
    better, tempting = (move_of(here, parse_tile(code), at(to)) for code, to in (("RB", "H9 I10"), ("RG", "H9 I9")))
    red, blue = Reason("lifts-lowest", Colour.RED, 3), Reason("raises", Colour.BLUE, 2)
    assert reasons(here, better, None) == (red, blue)
    assert reasons(here, better, None, before=tempting) == (blue, red)


def test_it_blocks_a_line_that_another_player_needs():
    scores = ["R9 O9 Y9 G9 B9 P9", "R0 O9 Y9 G9 B9 P9"]
    symbols = only_room(position(), "H9 I9 L9 L10 M10", fill="G").symbols
    symbols = board("R G9 H10", "O I8 K9", base=symbols)
    found = why("OO H9 I9", "OO L9 L10", rack="OO OO OO OO OO OO", symbols=symbols, scores=scores)
    assert any(reason.code == "blocks" and reason.colour == Colour.RED and reason.seat == 1 for reason in found)


def test_it_builds_a_line_for_the_next_turn():
    found = why("RG H9 I9", "YP L9 L10", symbols=LINES, scores=["R0 O9 Y9 G9 B9 P9"])
    assert any(reason.code in ("builds", "lifts-lowest") and reason.colour == Colour.RED for reason in found)


@pytest.mark.parametrize(("rack", "built"), [("RR RG YP OO GG BB", True), ("RR YG YP OO GG BB", False)])
def test_no_line_is_built_of_which_no_tile_is_left(rack: str, built: bool):
    found = why("RR H9 H10", "YP L9 L10", rack, symbols=LINES, scores=["R0 O9 Y9 G9 B9 P9"])
    assert (Reason("builds", Colour.RED, 2) in found) is built


@pytest.mark.parametrize("code", ["builds", "blocks"])
def test_one_point_of_a_later_turn_is_not_worth_a_word_beside_others(code: str):
    amounts: list[int] = []
    for until in (12, 30):
        now = fold(played("standard", 2, 2, until=until))
        here = LightPosition.of(view(now, now.position.seat))
        told = [reasons(here, move, None) for move in here.moves()]
        others = [found for found in told if {reason.code for reason in found} - {"builds", "blocks"}]
        amounts += [reason.amount for found in others for reason in found if reason.code == code]
    assert amounts
    assert min(amounts) > 1


def test_it_earns_a_bonus_and_it_wins():
    found = why("RG H9 I9", "BG K10 L11", symbols=LINES, scores=["R15 O9 Y9 G9 B9 P9"])
    assert Reason("earns-bonus", Colour.RED, 1) in found
    scores = ["R15 O18 Y18 G18 B18 P18"]
    assert why("RG H9 I9", "BG K10 L11", symbols=LINES, scores=scores)[0] == Reason("wins")


def test_two_bonus_placements_are_counted_and_name_no_colour():
    symbols, scores = board("G J10 K11", base=LINES), ["R15 O9 Y9 G16 B16 P9"]
    assert Reason("earns-bonus", amount=2) in why("RG H9 I9", "YP C5 D5", symbols=symbols, scores=scores)
    assert Reason("earns-bonus", amount=1) in why("RG H9 I9", "BG K10 L11", symbols=symbols, scores=scores)


def test_it_leaves_a_bonus_for_the_next_turn():
    symbols, scores = board("R H4 H5 H6"), ["R15 O9 Y9 G9 B9 P9"]
    found = why("YP K10 L11", "YP H7 I7", symbols=symbols, scores=scores)
    assert Reason("readies", Colour.RED) in found
    without = why("YP K10 L11", "YP H7 I7", "PG OG BG GG YP OO", symbols=symbols, scores=scores)
    assert not any(one.code == "readies" for one in without)


@pytest.mark.parametrize("rack", ["RG OG BG GG YP OO", "PG OG BG GG YP OO"])
def test_good_places_are_told_where_nothing_else_differs(rack: str):
    here = {"symbols": LINES, "scores": ["R9 O9 Y9 G9 B9 P9", "R5 O9 Y9 G9 B9 P9"]}
    assert why("GG H9 I9", "GG C5 C6", rack, **here) == (Reason("thins", Colour.RED, seat=1),)
    keeps = why("GG C5 C6", "GG H9 I9", rack, **here)
    assert keeps == (Reason("keeps", Colour.RED) if "R" in rack else Reason("prepares"),)


def test_an_exchange_is_a_reason():
    assert Reason("exchanges") in why("RG H9 I9", None, symbols=LINES, exchange=True)


def test_points_of_little_use_are_told_where_nothing_else_counts():
    scores = ["R1 O18 Y18 G18 B14 P18", "R15 O15 Y15 G15 B15 P15"]
    assert why("BG K10 L11", "OG D5 D6", symbols=LINES, scores=scores) == (Reason("raises", Colour.BLUE, 2),)


def test_how_much_room_is_left_is_told_where_nothing_else_differs():
    symbols = only_room(position(), "D4 D5 D6 D7 D8 D9 L9 L10", fill="G").symbols
    middle, edge = "YP D5 D6", "YP D4 D5"
    ahead, behind = ["R9 O9 Y18 G18 B9 P18", "R1 G18"], ["R9 O9 Y18 G18 B9 P18", "R18 O18 Y18 G18 B18 P18"]
    assert why(middle, edge, symbols=symbols, scores=ahead) == (Reason("closes", amount=1),)
    assert why(edge, middle, symbols=symbols, scores=behind) == (Reason("opens", amount=1),)
    assert why(edge, middle, symbols=symbols, scores=ahead) == (Reason("prepares"),)


def test_without_a_visible_difference_it_prepares():
    assert why("GG B3 B4", "GG B3 B4", symbols=LINES, seats=4) == (Reason("prepares"),)


def test_every_placement_of_a_game_is_found_among_the_moves():
    events = played("team", 4, 2, until=9)
    now = fold(events[:1])
    for event in events[1:]:
        if isinstance(event, Placed):
            here = LightPosition.of(view(now, event.seat))
            assert move_of(here, event.tile, event.at).tile == event.tile.piece
        now = apply(now, event)


@pytest.mark.parametrize(("loss", "shown"), [(0, 100), (0.0175, 98.2), (0.01749, 98.3), (0.5, 50), (1.5, 0)])
def test_accuracy_is_what_placements_did_not_lose_with_one_decimal(loss, shown):
    assert accuracy(loss) == pytest.approx(shown)
