"""`python -m training`: what it writes, and with which exit code it refuses."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from game.ai.net import read_weights
from training import __main__ as command
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
