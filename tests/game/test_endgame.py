"""The exact endgame: what is counted where hardly any tile fits, and when it is."""

from __future__ import annotations

from math import comb
from random import Random

import pytest

from game.ai import LEVELS, by_level, endgame
from game.ai.endgame import Endgame, solve, tiles_that_fit
from game.ai.evaluation import Evaluated, outcome
from game.ai.light import LightPosition
from game.board import DIRECTIONS
from game.matching import max_tiles_left
from game.state import SeatView, view
from game.tiles import PIECES
from tests.game.build import SETUPS, only_room, position, state

TWO = "H8 H9 L9 L10"
"""Room for two tiles that have nothing to do with each other."""
FOUR = "H8 H9 L9 L10 E6 E7 H5 H6"


def seen(room: str = TWO, mode: str = "standard", scores: tuple[str, ...] = ("R9 O9 Y9 G9 B9 P3",) * 2) -> SeatView:
    """What the seat on turn sees where only these cells are free."""
    place = position(mode, 2, symbols=only_room(position(mode), room).symbols, scores=scores)
    return view(state(place, "OP OP OY OB OG RY", "RR RR RR RO RO RO"), 0)


def liked(here: LightPosition) -> list[Evaluated]:
    """Every placement, the first one liked best."""
    return [Evaluated(-float(number), move, exchange=False) for number, move in enumerate(here.moves())]


def last_placement(here: LightPosition, piece: int) -> float:
    """The share of the seat that waits once the seat on turn has made its best last placement with a piece."""
    here.racks[here.seat] = [piece] * 2
    shares: list[float] = []
    for move in here.moves():
        after = here.copy()
        after.place(move)
        shares.append(outcome(after, 1 - here.seat))
    return min(shares)


@pytest.mark.parametrize("mode", ["standard", "duel"])
def test_a_placement_before_the_last_is_worth_what_the_tiles_of_the_other_seat_make_of_it(mode: str):
    scores = ("R9 O9 Y9 G9 B9 P3",) * 2 if mode == "standard" else ("R5 O4 Y1 G-5 B-4 P-1",)
    here = LightPosition.of(seen(mode=mode, scores=scores))
    counted = Endgame(here)
    chances: set[float] = set()
    for move in here.moves():
        after = here.copy()
        after.place(move)
        after.seat, after.owed = 1, 1
        worst = [last_placement(after.copy(), piece) for piece in range(len(PIECES))]
        expected = 0.0
        for least in (0.0, 0.5):
            # The share is greater than this one when the other seat has none of the pieces that lead to it or less.
            harmful = sum(here.bag[piece] for piece, share in enumerate(worst) if share <= least)
            expected += 0.5 * comb(114 - harmful, 6) / comb(114, 6)
        chance, _ = counted.judge(here, move)
        assert chance == pytest.approx(expected)
        chances.add(round(chance, 6))
    assert len(chances) > 2


def test_it_is_not_counted_where_more_tiles_fit():
    here = LightPosition.of(seen(FOUR))
    assert solve(here, liked(here), 3) is None
    here = LightPosition.of(seen())
    assert solve(here, liked(here), 1) is None
    assert solve(here, liked(here), 2)


def test_the_best_placement_is_taken_and_among_equal_ones_that_which_the_net_likes_best():
    here = LightPosition.of(seen(scores=("R4 O3 Y4 G4 B6 P5", "R5 O6 Y5 G3 B6 P4")))
    counted = Endgame(here)
    chances = [round(counted.judge(here, one.move)[0], 9) for one in liked(here)]
    found = solve(here, liked(here), 2)
    assert found
    assert min(chances) < max(chances) < 1
    assert chances.count(max(chances)) > 1
    assert found.move == here.moves()[chances.index(max(chances))]
    assert found.chance == pytest.approx(max(chances), abs=2e-4)


def test_no_placement_is_begun_once_too_many_boards_were_looked_at(monkeypatch: pytest.MonkeyPatch):
    here = LightPosition.of(seen())
    monkeypatch.setattr(endgame, "_MOST_BOARDS", 0)
    found = solve(here, liked(here), 2)
    assert found
    assert found.move == here.moves()[0]


def test_the_strongest_level_counts_instead_of_playing_on(monkeypatch: pytest.MonkeyPatch):
    monkeypatch.delattr("game.ai.look_ahead")
    place = by_level(seen(), LEVELS["5"], Random(1))
    here = LightPosition.of(seen())
    counted = Endgame(here)
    chances = {(one.tile, one.a, one.b): counted.judge(here, one)[0] for one in here.moves()}
    assert chances[place.tile, *place.at] == pytest.approx(max(chances.values()))


@pytest.mark.parametrize(("mode", "seats"), SETUPS)
def test_how_many_tiles_fit_is_what_a_largest_matching_says(mode: str, seats: int):
    rng = Random(seats)
    place = only_room(position(mode, seats), "H8 H9 H10 G8 G9 K7 K8 K9 K10")
    for _ in range(20):
        symbols = bytearray(place.symbols)
        for cell in place.area.cells:
            if symbols[cell] > 5 and rng.random() < 0.2:
                symbols[cell] = 0
        free = {cell for cell in place.area.cells if symbols[cell] > 5}
        pairs = [(cell, cell + step) for cell in free for step in DIRECTIONS[:3] if cell + step in free]
        assert tiles_that_fit(pairs, 9) == max_tiles_left(bytes(symbols), place.area)
        assert tiles_that_fit(pairs, 1) == min(1, len(pairs))


def test_alone_every_tile_that_may_be_drawn_counts_as_often_as_it_is_in_the_bag():
    place = position("solo", 1, symbols=only_room(position("solo", 1), TWO).symbols, scores=("R9 O9 Y9 G9 B9 P3",))
    here = LightPosition.of(view(state(place, "OP"), 0))
    counted = Endgame(here)
    for move in here.moves():
        after = here.copy()
        after.place(move)
        after.owed = 1
        expected = 0.0
        for piece, count in enumerate(here.bag):
            after.racks[0] = [piece]
            ends: list[float] = []
            for last in after.moves():
                end = after.copy()
                end.place(last)
                ends.append(outcome(end, 0))
            expected += count * max(ends) / sum(here.bag)
        assert counted.judge(here, move)[0] == pytest.approx(expected)
