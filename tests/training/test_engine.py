"""The engine of the trainer plays by the rules of `game/`, and its players see and judge as those of `game/ai` do."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from random import Random
from typing import Any, cast

import pytest

from game.ai.evaluation import best, evaluate, outcome
from game.ai.light import LightPosition
from game.ai.net import Net
from game.events import Dealt, Placed, TurnEnded
from game.rules import apply
from game.state import view
from game.tiles import PIECES
from tests.game.build import SETUPS
from training.engine import compiler, read_layers, run, write_layers

pytestmark = pytest.mark.skipif(compiler() is None, reason="no C++ compiler")

GAMES = 3
SEARCHED = 40
"""Of so many positions one has its best placement looked for, which takes the time."""


def random_layers(seed: int):
    rng = Random(seed)
    shapes = {"w1": (32, 32), "b1": (1, 32), "w2": (44, 24), "b2": (1, 24), "w3": (1, 24), "b3": (1, 1)}
    return {
        name: [[round(rng.gauss(0, 0.3), 4) for _ in range(columns)] for _ in range(rows)]
        for name, (rows, columns) in shapes.items()
    }


@pytest.mark.parametrize(("mode", "seats"), SETUPS)
def test_the_engine_plays_by_the_rules_and_judges_as_the_players_do(tmp_path: Path, mode: str, seats: int):
    layers = random_layers(7)
    write_layers(tmp_path / "weights.txt", layers)
    net = Net(layers)
    state, games, placements = None, 0, 0
    for line in cast("Iterator[dict[str, Any]]", run("trace", mode, seats, GAMES, 5, tmp_path / "weights.txt")):
        if "racks" in line:
            racks = tuple(tuple(PIECES[piece] for piece in one["rack"]) for one in line["racks"])
            state = apply(None, Dealt(mode, racks))
        elif "piece" in line:
            position = LightPosition.of(view(state, line["seat"]))
            moves = position.moves()
            moves = [m for m in moves if not (PIECES[m.piece].double and m.a > m.b and m.first == m.second)]
            assert (len(moves), sum(m.first + m.second for m in moves)) == (line["placements"], line["points"])
            a, b = line["at"]
            move = next(m for m in position.moves() if m[:3] == (line["piece"], a, b))
            (evaluated,) = evaluate(position, net, [move])
            assert evaluated.value == pytest.approx(line["value"], abs=2e-3)
            assert evaluated.exchange is line["exchange"]
            placements += 1
            if not placements % SEARCHED:
                assert best(position, net, position.moves()).value == pytest.approx(line["best"], abs=2e-3)
            state = apply(state, Placed(line["seat"], PIECES[line["piece"]], (a, b)))
            now = state.position
            assert list(now.pegs(line["seat"])) == line["pegs"]
            assert (now.ending is not None) is line["over"]
            assert line["over"] or now.owed == line["owed"]
        elif "drawn" in line:
            seat = state.position.seat
            returned = tuple(PIECES[piece] for piece in line["returned"])
            drawn = tuple(PIECES[piece] for piece in line["drawn"])
            state = apply(state, TurnEnded(seat, returned, drawn))
        else:
            games += 1
            light = LightPosition(state.position, [()] * seats, [0] * len(PIECES))
            assert [outcome(light, seat) for seat in range(seats)] == pytest.approx(line["outcomes"], abs=1e-4)
    assert games == GAMES


def test_weights_come_back_from_the_engine_as_they_went(tmp_path: Path):
    layers = random_layers(3)
    write_layers(tmp_path / "weights.txt", layers)
    assert read_layers(tmp_path / "weights.txt") == layers
