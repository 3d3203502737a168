"""The light position makes moves as the rules do."""

from __future__ import annotations

from random import Random
from statistics import mean

import pytest

from game.ai.evaluation import outcome, shortlist, usefulness
from game.ai.features import openness
from game.ai.light import FIRST, PIECE, SECOND, LightPosition, Move, random_game
from game.board import EMPTY, point_tables
from game.events import Placed, TurnEnded
from game.modes import MODES
from game.rules import apply, deal
from game.state import GameState, view
from game.tiles import PIECES
from tests.game.build import OTHER, SETUPS, board, played, position, state


def light(now: GameState) -> LightPosition:
    """The whole state as a light position."""
    racks = [[tile for tile in rack if tile] for rack in now.racks]
    return LightPosition(now.position, racks, [now.unseen[piece] for piece in PIECES])


@pytest.mark.parametrize(("mode", "seats"), SETUPS)
@pytest.mark.parametrize("seed", range(2))
def test_a_game_goes_as_the_rules_say(mode: str, seats: int, seed: int):
    events = played(mode, seats, seed)
    now = apply(None, events[0])
    here = light(now)
    here.tables  # noqa: B018 - from now on they are kept up to date
    for event in events[1:]:
        if isinstance(event, Placed):
            piece, (a, b) = PIECE[event.tile.piece], event.at
            if event.tile != event.tile.piece:
                a, b = b, a
            here.place(Move(piece, a, b, here.points(a, FIRST[piece]), here.points(b, SECOND[piece])))
        elif isinstance(event, TurnEnded):
            assert bool(event.returned) <= bool(here.exchangeable())
        now = apply(now, event)
        if isinstance(event, TurnEnded):
            here = light(now)
            continue
        assert [tuple(pegs) for pegs in here.pegs] == [board.pegs for board in now.position.scores]
        assert bytes(here.symbols) == now.position.symbols
        free = [cell for cell in here.area.cells if here.symbols[cell] == EMPTY]
        for ours, theirs in zip(here.tables, point_tables(now.position.symbols), strict=True):
            assert [ours[cell] for cell in free] == [theirs[cell] for cell in free]
        assert here.over is (now.position.ending is not None)
        assert here.over or here.owed == now.position.owed
    assert here.over


def test_a_copy_is_changed_apart():
    now = apply(None, deal(MODES["standard"], 2, Random(1)))
    here = light(now)
    other = here.copy()
    other.place(other.moves()[0])
    other.end_turn(Random(1), exchange=False)
    assert here.symbols != other.symbols
    assert here.moves() == light(now).moves()
    assert (here.seat, other.seat) == (0, 1)


def test_an_exchange_puts_the_tiles_back_into_the_bag():
    place = position(scores=["R9 O9 Y9 B9 P9"])
    here = light(state(place, "RB RR OO RO BB OB", OTHER))
    before = sum(here.bag)
    here.place(here.moves()[0])
    here.end_turn(Random(1), exchange=True)
    assert sum(here.bag) == before - 1
    assert len(here.racks[0]) == 6


@pytest.mark.parametrize(("seats", "placements"), [(2, 38.1), (4, 73.5)])
def test_random_games_are_as_long_as_the_rules_say(seats: int, placements: float):
    start = light(apply(None, deal(MODES["standard"], seats, Random(1))))
    rng = Random(2)
    ends = [random_game(start, rng) for _ in range(60)]
    laid = [(len(end.area.cells) - 6 - sum(end.symbols[cell] == 6 for cell in end.area.cells)) / 2 for end in ends]
    assert mean(laid) == pytest.approx(placements, abs=0.8)
    assert all(end.over for end in ends)


def test_a_random_game_alone_has_one_tile_to_choose_from():
    start = light(apply(None, deal(MODES["solo"], 1, Random(1))))
    assert random_game(start, Random(1)).over


def test_the_seat_that_is_watched_by_nobody_has_no_rack():
    now = apply(None, deal(MODES["standard"], 2, Random(1)))
    assert LightPosition.of(view(now, None)).racks == [[], []]


def test_the_shortlist_holds_what_is_the_most_useful_and_breaks_ties_by_chance():
    place = position(symbols=board("R H8 H7 H6", "B K9 K8"), scores=["R9 O9 Y9 G9 B0 P9"])
    here = light(state(place, "RG OG BG GG YP OO", OTHER))
    values = sorted((usefulness(here, *move[:1], *move[3:]) for move in here.moves()), reverse=True)
    found = [usefulness(here, *move[:1], *move[3:]) for move in shortlist(here, 5, Random(1))]
    assert sorted(found, reverse=True) == values[:5]
    assert len({tuple(shortlist(here, 30, Random(seed))) for seed in range(5)}) > 1
    assert len({tuple(shortlist(here, 30)) for _ in range(3)}) == 1
    assert len(shortlist(here, 100_000)) == len(here.moves())


@pytest.mark.parametrize(
    ("mode", "seats", "scores", "shares"),
    [
        ("standard", 2, ["R1 O1 Y1 G1 B1 P1", "R9"], [1, 0]),
        ("standard", 3, ["R1", "R1", ""], [0.5, 0.5, 0]),
        ("team", 4, ["", "R5"], [0, 1, 0, 1]),
        ("duel", 2, ["R1"], [1, 0]),
        ("solo", 1, ["R14 O14 Y14 G14 B14 P14"], [0.5]),
    ],
)
def test_the_outcome_is_the_share_of_a_win(mode: str, seats: int, scores: list[str], shares: list[float]):
    here = LightPosition(position(mode, seats, scores=scores), [()] * seats, [0] * len(PIECES))
    assert [outcome(here, seat) for seat in range(seats)] == pytest.approx(shares)


def test_what_can_be_scored_is_summed_up_as_the_net_sees_it():
    histogram = [0] * 24
    histogram[1], histogram[3], histogram[6] = 2, 1, 1
    assert openness(histogram) == (6 / 8, 3 / 8, 4 / 20, 2 / 10, 2 / 6, 1 / 4, 11 / 40)
    assert Move(0, 1, 2, 0, 0).tile.code == "RR"
