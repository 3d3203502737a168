"""`python -m training`: what it writes, and with which exit code it refuses."""

from __future__ import annotations

import json
from dataclasses import replace
from pathlib import Path
from random import Random
from typing import Any

import pytest

from game.ai import LEVELS
from game.ai.endgame import Endgame
from game.ai.light import LightPosition
from game.ai.net import read_weights
from game.analysis import move_of
from game.calibration import AS_IT_IS, Calibration
from game.modes import MODES
from game.solo_results import results
from training import __main__ as command
from training import calibrate, endgame, match, puzzles, solo_results, strength
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


# --- endgames, matches and calibration ------------------------------------------------------------------------------


def printed(capsys: pytest.CaptureFixture[str]) -> dict[str, Any]:
    return json.loads(capsys.readouterr().out)


@built
@pytest.mark.parametrize(("mode", "players", "seed"), [("solo", 1, 2), ("standard", 2, 7)])
def test_what_is_counted_of_an_endgame_is_what_brute_force_finds(mode: str, players: int, seed: int):
    for one in endgame.solved(mode, players, 2, seed):
        here = LightPosition.of(one.view)
        counted = Endgame(here)
        for (tile, at), chance in list(one.chances.items())[:3]:
            assert counted.judge(here, move_of(here, tile, at))[0] == pytest.approx(chance, abs=1e-3)


@built
def test_a_level_is_told_how_often_it_chose_the_best_endgame_and_what_it_lost(capsys: pytest.CaptureFixture[str]):
    words = ["--mode", "solo", "--players", "1", "--positions", "3", "--seed", "2"]
    assert endgame.main([*words, "--level", "5"]) == endgame.main([*words, "--level", "beginner"]) == 0
    best, glance = map(json.loads, capsys.readouterr().out.splitlines())
    assert (best["positions"], best["optimal"], best["lost"]) == (3, 1.0, 0.0)
    assert glance["optimal"] < 1
    assert glance["lost"] > 0


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
    assert a.endswith(
        f",candidates={row.candidates},rounds={row.rounds},turns=7,replies={row.replies},net={row.net},endgame=3"
    )
    assert b.endswith(",placements=0,endgame=0")


def test_a_match_with_a_field_that_no_look_ahead_has_is_refused(capsys: pytest.CaptureFixture[str]):
    words = ["--mode", "duel", "--players", "2", "--a", "5", "--b", "4", "--ahead", "turns=7,depth=2"]
    assert match.main(words) == 2
    assert "no depth" in capsys.readouterr().err


def test_a_match_without_weights_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]):
    words = ["--mode", "duel", "--players", "2", "--a", "3", "--b", "max", "--weights", str(tmp_path / "none.json")]
    assert match.main(words) == 2
    assert "none.json" in capsys.readouterr().err


@built
def test_a_calibration_has_a_curve_its_check_and_what_each_level_loses(tmp_path: Path):
    out = tmp_path / "made.json"
    words = ["--games", "30", "--check-games", "20", "--loss-games", "6", "--every", "3", "--out", str(out)]
    assert calibrate.main(["--mode", "duel", "--players", "2", *words]) == 0
    found = json.loads(out.read_text())
    assert len(found["own"]) == len(found["waiting"]) == 4
    assert sum(count for _, _, count, _ in found["checked"]) > 200
    assert found["mean_loss"]["beginner"] > found["mean_loss"]["3"] >= 0


def test_the_fit_finds_what_the_chances_were_made_with():
    rng, known = Random(1), Calibration((0.8, -0.3, 0.4, 0.2), AS_IT_IS, {})
    turns = [(rng.gauss(0, 2), rng.random()) for _ in range(8_000)]
    samples = [(x, filled, float(rng.random() < known.chance(x, filled))) for x, filled in turns]
    found = calibrate.fit(samples)
    assert found == pytest.approx(known.own, abs=0.3)
    fitted = replace(known, own=found)
    figures = [(game, fitted.chance(x, filled), share) for game, (x, filled, share) in enumerate(samples)]
    assert all(abs(told - real) < 0.03 for told, real, _, _ in calibrate.table(figures))


def test_the_fit_finds_how_those_that_wait_share_the_rest():
    rng, known = Random(2), Calibration(AS_IT_IS, (1.5, -1.0, -0.5, -1.0), {})
    turns: list[calibrate.Turn] = []
    for game in range(4_000):
        logits, filled = (-3.0, *(rng.gauss(-1, 1.5) for _ in range(3))), rng.random()
        (winner,) = rng.choices(range(4), known.chances(MODES["standard"], 0, logits, filled))
        outcomes = tuple(float(seat == winner) for seat in range(4))
        turns.append(calibrate.Turn(game, 0, filled, 0, logits, outcomes))
    found = calibrate.fit_waiting(turns)
    assert found == pytest.approx(known.waiting, abs=0.7)
    assert found[0] > 1.2
    assert found[3] < -0.3


def test_the_error_of_a_table_allows_for_figures_of_the_same_game():
    figures = [(game, 0.55, float(game % 2)) for game in range(100) for _ in range(9)]
    assert calibrate.table(figures) == [(0.55, 0.5, 900, 0.05)]


@built
def test_the_engine_plays_alone_as_the_levels_do():
    (lowest, second), *others = solo_results.by_engine("2", 40, 5)
    assert lowest <= second
    kept = [one[0] for one in results()["2"]]
    assert sum(one[0] for one in others) / len(others) == pytest.approx(sum(kept) / len(kept), abs=1.5)


@built
def test_puzzles_are_added_to_those_that_there_are(tmp_path: Path):
    out = tmp_path / "made.json"
    words = ["--mode", "solo", "--players", "1", "--gap", "0.05", "--samples", "8", "--out", str(out)]
    assert puzzles.main([*words, "--count", "1"]) == puzzles.main([*words, "--count", "3", "--seed", "2", "--add"]) == 0
    first, *more = json.loads(out.read_text())
    assert len({one["deal"] for one in (first, *more)}) == 3
    assert puzzles.main([*words, "--count", "1"]) == 0
    assert json.loads(out.read_text()) == [first]


# --- strength ------------------------------------------------------------------------------------------------------


def row(*batches: strength.Sums, narrow: float = 0.0, aim: float | None = None) -> strength.Row:
    return strength.Row("level 2 v 1", lambda: iter(batches), narrow, aim)


def won(games: int, share: float) -> strength.Sums:
    return strength.Sums.match({"games": games, "win": share, "ci95": 1.96 * (share * (1 - share) / games) ** 0.5})


def test_a_figure_of_several_matches_is_that_of_all_their_games():
    both = won(100, 0.6) + won(300, 0.8)
    alike = won(400, 0.75)
    assert (both.count, both.mean) == (400, pytest.approx(0.75))
    assert both.interval == pytest.approx(alike.interval)


def test_a_share_of_sums_is_as_sure_as_its_parts_let_it_be():
    sums = strength.Sums()
    for gained, possible in ((0.1, 0.1), (0.0, 0.1), (0.2, 0.2)):
        sums += strength.Sums.of(gained, possible)
    assert sums.mean == pytest.approx(0.75)
    assert 0 < sums.interval < 1
    assert strength.Sums.of(1.0).interval == 0


def test_a_figure_is_measured_until_it_is_narrow_or_on_one_side_of_its_aim():
    batches = [won(100, 0.75)] * 9
    assert strength.measured(row(*batches), 60).count == 900
    assert strength.measured(row(*batches, narrow=0.05), 60).count == 300
    assert strength.measured(row(*batches, aim=0.65), 60).count == 100
    assert strength.measured(row(*batches, aim=0.7), 60).count == 300
    assert strength.measured(row(*batches), 0).count == 100


def test_the_ladder_says_how_far_the_levels_are_apart_in_elo():
    text = strength.as_text("standard", 2, [row(), row()], [won(400, 0.75)] * 2)
    assert "| level 2 v 1 | 75.0 ± 4.2 | 400 |  |" in text
    assert [line.split("|")[2].strip() for line in text.splitlines() if "Elo" in line] == ["191 ± 39", "382 ± 56"]
    assert "Elo" not in strength.as_text("solo", 1, [row()], [won(400, 0.75)])
    assert "| Elo of 2 | 0 ±" in strength.as_text("standard", 4, [row()], [won(400, 0.25)])


@built
def test_what_the_look_ahead_captures_and_its_endgames_are_measured_position_by_position(tmp_path: Path):
    found = {one.name: one for one in strength.rows("solo", 1, tmp_path, 1)}
    assert set(found) == {"level 4, lowest", "level 5, lowest", "16 times the turns, lowest", "captured", "endgame"}
    for name in ("captured", "endgame"):
        batches = found[name].batches()
        assert [next(batches).count for _ in range(2)] == [1, 1]
    assert next(found["level 4, lowest"].batches()).mean > 5


def test_every_mode_has_its_own_figures(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setattr(strength, "measured", lambda row, seconds: won(100, 0.5))
    assert strength.main(["--mode", "standard"]) == 0
    tables = capsys.readouterr().out.split("standard, ")[1:]
    assert [table[0] for table in tables] == ["2", "3", "4"]
    for table in tables:
        names = [line.split(" | ")[0] for line in table.splitlines() if line.startswith("| level")]
        assert names == [f"| level {n + 1} v {n}" for n in range(1, 5)]
        assert "| 16 times the turns |" in table
