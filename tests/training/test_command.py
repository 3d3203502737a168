"""`python -m training`: what it writes, and with which exit code it refuses."""

from __future__ import annotations

import json
from math import exp
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.ai import LEVELS
from game.ai.net import read_weights
from training import __main__ as command
from training import calibrate, match
from training.engine import EngineError, compiler, run

built = pytest.mark.skipif(compiler() is None, reason="no C++ compiler")
SHORT = ("--mode", "solo", "--games", "16", "--seed", "3", "--placements", "2")


@built
def test_the_same_seed_gives_the_same_weights_and_says_how_they_were_made(tmp_path: Path):
    one, other = tmp_path / "one.json", tmp_path / "other.json"
    assert command.main([*SHORT, "--out", str(one)]) == command.main([*SHORT, "--out", str(other)]) == 0
    assert one.read_text() == other.read_text()
    assert read_weights(one)
    content = json.loads(one.read_text())
    assert (content["mode"], content["players"], content["seed"], content["games"]) == ("solo", 1, 3, 16)
    assert content["options"]["placements"] == 2


@built
def test_weights_can_be_trained_on(tmp_path: Path):
    first, then = tmp_path / "first.json", tmp_path / "then.json"
    command.main([*SHORT, "--out", str(first)])
    assert command.main([*SHORT, "--from", str(first), "--out", str(then)]) == 0
    assert json.loads(then.read_text())["from"] == json.loads(first.read_text())["sha256"]
    assert read_weights(then) != read_weights(first)


@built
def test_what_the_engine_refuses_is_an_error():
    with pytest.raises(EngineError, match="no such command"):
        list(run("dance", "solo", 1))


def test_a_number_of_players_that_the_mode_does_not_allow_is_refused(capsys: pytest.CaptureFixture[str]):
    assert command.main([*SHORT, "--players", "2"]) == 2
    assert "solo" in capsys.readouterr().err


def test_a_machine_without_a_compiler_is_told_so(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setattr("training.engine.compiler", lambda: None)
    assert command.main(SHORT) == 2
    assert "compiler" in capsys.readouterr().err


# --- matches and calibration ---------------------------------------------------------------------------------------


def printed(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    return json.loads(capsys.readouterr().out)


@built
def test_a_match_says_who_played_and_how_often_a_won(capsys: pytest.CaptureFixture[str]):
    words = ["--mode", "duel", "--players", "2", "--a", "3", "--b", "random", "--games", "8", "--seed", "3"]
    assert match.main(words) == 0
    found = printed(capsys)
    assert (found["mode"], found["players"], found["a"], found["b"], found["seed"]) == ("duel", 2, "3", "random", 3)
    assert found["games"] == 8
    assert found["win"] > 0.5


def test_level_five_plays_on_in_a_match_as_its_row_says(monkeypatch: pytest.MonkeyPatch):
    told: list[object] = []
    monkeypatch.setattr(match, "run", lambda *words: iter(told.extend(words) or ()))
    match.main(["--mode", "team", "--players", "4", "--a", "5", "--b", "4", "--ahead", "turns=7"])
    a, b = map(str, told[-2:])
    row = LEVELS["5"].ahead("team", 4)
    assert row
    assert a.endswith(f",candidates={row.candidates},rounds={row.rounds},turns=7,replies={row.replies},net={row.net}")
    assert b.endswith(",placements=0")


def test_a_match_with_a_field_that_no_look_ahead_has_is_refused(capsys: pytest.CaptureFixture[str]):
    words = ["--mode", "duel", "--players", "2", "--a", "5", "--b", "4", "--ahead", "turns=7,depth=2"]
    assert match.main(words) == 2
    assert "no depth" in capsys.readouterr().err


def test_a_match_without_weights_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    words = ["--mode", "duel", "--players", "2", "--a", "3", "--b", "max", "--weights", str(tmp_path / "none.json")]
    assert match.main(words) == 2
    assert "none.json" in capsys.readouterr().err


@built
def test_a_calibration_has_chances_and_what_each_level_loses(capsys: pytest.CaptureFixture[str]):
    words = ["--mode", "duel", "--players", "2", "--games", "30", "--loss-games", "6", "--every", "3"]
    assert calibrate.main(words) == 0
    found = printed(capsys)
    assert sum(count for _, _, count in found["calibrated"]) == found["samples"] > 200
    assert found["mean_loss"]["beginner"] > found["mean_loss"]["3"] >= 0


def test_the_fit_finds_what_the_chances_were_made_with():
    rng = Random(1)
    logits = [rng.gauss(0, 2) for _ in range(20_000)]
    samples = [(x, float(rng.random() < 1 / (1 + exp(-(0.8 * x - 0.3)))), x) for x in logits]
    assert calibrate.fit(samples) == pytest.approx((0.8, -0.3), abs=0.06)
    assert all(abs(told - real) < 0.03 for told, real, _ in calibrate.table(samples, 0.8, -0.3))
