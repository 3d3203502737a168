"""The calibration that comes with the code: for the weights that come with it, and within three points."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from game.ai.levels import LEVELS
from game.calibration import AS_IT_IS, FOLDER, Calibration, calibration
from game.modes import MODES
from tests.game.build import SETUPS

WEIGHTS = FOLDER.parent / "ai" / "weights"
DOCUMENTATION = FOLDER.parents[1] / "docs" / "opponents.md"
COLUMNS = (("standard", 2), ("standard", 3), ("standard", 4), ("team", 4), ("duel", 2), ("solo", 1))
WITHIN = 0.03
FEW = 300
"""Fewer chances in a tenth say little; alone nearly all games end in the middle."""
NOISE = 0.012
"""The greatest standard error of what the chances of a tenth came to."""


def measured(folder: Path, mode: str, seats: int) -> dict[str, Any]:
    return json.loads((folder / f"{mode}-{seats}.json").read_text())


@pytest.mark.parametrize(("mode", "seats"), SETUPS)
def test_each_tenth_of_the_chances_came_to_what_they_say_within_three_points(mode: str, seats: int):
    checked = measured(FOLDER, mode, seats)["checked"]
    counted = [row for row in checked if row[2] >= FEW]
    assert sum(count for _, _, count, _ in counted) > 0.99 * sum(count for _, _, count, _ in checked)
    assert all(abs(said - came) <= WITHIN for said, came, _, _ in counted)
    assert all(error <= NOISE for _, _, _, error in counted)


@pytest.mark.parametrize(("mode", "seats"), SETUPS)
def test_a_calibration_is_for_the_weights_that_come_with_it(mode: str, seats: int):
    assert measured(FOLDER, mode, seats)["weights"] == measured(WEIGHTS, mode, seats)["sha256"]


@pytest.mark.parametrize(("mode", "seats"), SETUPS)
def test_a_better_position_has_a_better_chance_on_every_board(mode: str, seats: int):
    known = calibration(mode, seats)
    for filled in (0, 0.25, 0.5, 1):
        chances = [known.chance(logit / 4, filled) for logit in range(-24, 25)]
        assert chances == sorted(set(chances))


@pytest.mark.parametrize(("mode", "seats"), SETUPS)
def test_a_better_level_loses_less(mode: str, seats: int):
    losses = calibration(mode, seats).mean_loss
    measured = {name for name, level in LEVELS.items() if level.placements is not None and level.strength is not None}
    assert set(losses) == (set[str]() if mode == "solo" else measured)
    assert list(losses) == sorted(losses, key=lambda name: LEVELS[name].strength or 0)
    assert list(losses.values()) == sorted(losses.values(), reverse=True)


def test_without_a_file_a_chance_is_that_of_the_net():
    known = calibration("standard", 7)
    assert known.chance(0, 0.5) == 0.5
    halves = known.chances(MODES["standard"], 1, [0.0, 0.0, 0.0], 0.5)
    assert halves == pytest.approx((0.25, 0.5, 0.25))


def test_partners_share_their_chance():
    known = Calibration(AS_IT_IS, AS_IT_IS, {})
    assert known.chances(MODES["team"], 1, [9, 0, 9, 9], 0.5) == (0.5, 0.5, 0.5, 0.5)
    one, other, *_ = known.chances(MODES["team"], 1, [0, 2, 0, 0], 0.5)
    assert other == known.chance(2, 0.5) == 1 - one


def test_who_waits_longer_has_less_of_what_the_seat_on_turn_leaves():
    known = Calibration(AS_IT_IS, (1.0, -1.0, 0.0, -1.0), {})
    early, late = (known.chances(MODES["standard"], 0, [0.0, 0.0, 0.0], filled) for filled in (0.0, 1.0))
    assert sum(early) == sum(late) == pytest.approx(1)
    assert early[0] == late[0] == 0.5
    assert late[1] > early[1] > early[2] > late[2]


@pytest.mark.parametrize("tenth", range(10))
def test_the_table_of_the_documentation_has_what_was_measured(tenth: int):
    rows = [measured(FOLDER, mode, seats)["checked"][tenth] for mode, seats in COLUMNS]
    cells = [f"{100 * said:.1f} → {100 * came:.1f}" for said, came, _, _ in rows]
    line = f"| {10 * tenth} to {10 * tenth + 10} | {' | '.join(cells)} |"
    assert line in DOCUMENTATION.read_text(encoding="utf-8").splitlines()
