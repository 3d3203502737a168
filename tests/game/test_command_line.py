"""`python -m game`: what it prints, where, and with which exit code."""

from __future__ import annotations

import json
import os
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from game import __main__ as command
from game.modes import MODES
from game.replay import LIMIT_BYTES
from tests.game.build import SETUPS

ROOT = Path(__file__).parents[2]


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    """The exit code, standard output and standard error of a command in this process."""
    try:
        code = command.main(arguments)
    except SystemExit as leaving:
        code = int(leaving.code or 0)
    out, err = capsys.readouterr()
    return code, out, err


def process(*arguments: str, stdin: bytes = b"", **environment: str) -> subprocess.CompletedProcess[bytes]:
    line = [sys.executable, "-m", "game", *arguments]
    env = os.environ | environment
    return subprocess.run(line, input=stdin, capture_output=True, cwd=ROOT, check=False, timeout=60, env=env)


@pytest.fixture
def record(capsys: pytest.CaptureFixture[str], tmp_path: Path) -> Path:
    file = tmp_path / "game.json"
    assert run(capsys, "simulate", "--mode", "duel", "--players", "2", "--seed", "1", "--out", str(file)) == (0, "", "")
    return file


# --- simulate ------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("mode", "seats"), SETUPS)
@pytest.mark.parametrize("style", ["random", "greedy", "careful"])
def test_a_simulated_game_is_a_record_that_replay_accepts_and_verifies(
    capsys: pytest.CaptureFixture[str], tmp_path: Path, mode: str, seats: int, style: str
):
    options = ("--mode", mode, "--players", str(seats), "--seed", "5", "--style", style)
    code, out, err = run(capsys, "simulate", *options)
    assert (code, err, out.count("\n")) == (0, "", 1)
    file = tmp_path / "game.json"
    file.write_text(out)
    code, out, err = run(capsys, "replay", str(file), "--json", "--verify")
    assert (code, err) == (0, "")
    assert json.loads(out)["over"] is True
    assert json.loads(out)["verified"] == json.loads(file.read_text())["meta"]["bag"]["sha256"]


def test_out_writes_what_would_be_printed(capsys: pytest.CaptureFixture[str], record: Path):
    _, out, _ = run(capsys, "simulate", "--mode", "duel", "--players", "2", "--seed", "1")
    assert record.read_text() == out


def test_a_seed_makes_the_same_game_in_every_process():
    options = ("simulate", "--mode", "standard", "--players", "2", "--seed", "-7")
    one, other = process(*options), process(*options, PYTHONHASHSEED="3")
    assert one.stdout == other.stdout
    assert one.returncode == 0


def test_seeds_make_different_games(capsys: pytest.CaptureFixture[str]):
    games = {run(capsys, "simulate", "--mode", "solo", "--players", "1", "--seed", seed)[1] for seed in "123"}
    assert len(games) == 3


@pytest.mark.parametrize(
    ("mode", "players"),
    [
        ("standard", "1"),
        ("standard", "5"),
        ("solo", "2"),
        ("team", "2"),
        ("duel", "3"),
        ("duel", "-2"),
        ("duel", "9" * 30),
    ],
)
def test_a_number_of_players_that_the_mode_forbids_is_refused_in_a_line(
    capsys: pytest.CaptureFixture[str], mode: str, players: str
):
    code, out, err = run(capsys, "simulate", "--mode", mode, f"--players={players}", "--seed", "1")
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert f"{mode} is played by" in err


@pytest.mark.parametrize("out", ["/no/such/folder/game.json", ".", "", "a\0b"])
def test_an_unwritable_file_is_refused_in_a_line(capsys: pytest.CaptureFixture[str], out: str):
    code, printed, err = run(capsys, "simulate", "--mode", "solo", "--players", "1", "--seed", "1", "--out", out)
    assert (code, printed, err.count("\n")) == (2, "", 1)
    assert "cannot write" in err


# --- arguments -----------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["play"],
        ["replay"],
        ["replay", "a", "b"],
        ["replay", "a", "--xml"],
        ["replay", "a", "--js"],
        ["simulate"],
        ["simulate", "--mode", "chess", "--players", "2", "--seed", "1"],
        ["simulate", "--mode", "duel", "--players", "two", "--seed", "1"],
        ["simulate", "--mode", "duel", "--players", "2", "--seed", "x\ny"],
        ["simulate", "--mode", "duel", "--players", "2", "--seed", "9" * 5000],
        ["simulate", "--mode", "duel", "--players", "2", "--seed", "1", "--style", "lucky"],
    ],
)
def test_wrong_arguments_are_refused_in_one_line(capsys: pytest.CaptureFixture[str], arguments: list[str]):
    code, out, err = run(capsys, *arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)


def test_help_names_every_mode(capsys: pytest.CaptureFixture[str]):
    code, out, _ = run(capsys, "simulate", "--help")
    assert code == 0
    assert all(mode in out for mode in MODES)


# --- replay --------------------------------------------------------------------------------------------------------


def test_replay_tells_the_game_in_a_few_lines(capsys: pytest.CaptureFixture[str], record: Path):
    code, out, err = run(capsys, "replay", str(record))
    assert (code, err) == (0, "")
    first, second, *_ = out.splitlines()
    assert first.startswith("duel game of 2: ")
    assert second.startswith("over: ")
    assert "place 1: " in out


def test_replay_tells_of_a_running_game_whose_turn_it_is(
    capsys: pytest.CaptureFixture[str], record: Path, tmp_path: Path
):
    running = json.loads(record.read_text())
    running["turns"] = running["turns"][:5]
    file = tmp_path / "running.json"
    file.write_text(json.dumps(running))
    _, out, _ = run(capsys, "replay", str(file))
    assert "running: seat 1 is on turn" in out
    assert "place" not in out


def test_a_broken_rule_is_one_line_on_standard_error_and_one_object_on_standard_output(
    capsys: pytest.CaptureFixture[str], record: Path
):
    broken = json.loads(record.read_text())
    broken["turns"][3]["place"] = []
    record.write_text(json.dumps(broken))
    line = "turn 3: a turn must place a tile (R3.4)\n"
    assert run(capsys, "replay", str(record)) == (2, "", line)
    code, out, err = run(capsys, "replay", str(record), "--json")
    assert (code, err) == (2, line)
    assert json.loads(out) == {"illegal": 3, "rule": "R3.4", "why": "a turn must place a tile"}


@pytest.mark.parametrize(
    "data",
    [b"", b"\xff\xfe\x00", b"{", b"[]", b"\x7fELF\x02\x01\x01\0", b"[" * 99_999, b" " * (LIMIT_BYTES + 1)],
    ids=["empty", "another encoding", "cut off", "a list", "a program", "deep", "huge"],
)
def test_what_is_no_record_is_turn_minus_one(capsys: pytest.CaptureFixture[str], tmp_path: Path, data: bytes):
    file = tmp_path / "file"
    file.write_bytes(data)
    code, out, err = run(capsys, "replay", str(file), "--json")
    assert (code, err.count("\n")) == (2, 1)
    assert err.startswith("turn -1: ")
    told = json.loads(out)
    assert (told["illegal"], told["rule"]) == (-1, None)


@pytest.mark.parametrize("name", ["missing.json", ".", "", "a\0b", "a\nb"])
def test_a_file_that_cannot_be_read_is_turn_minus_one(capsys: pytest.CaptureFixture[str], tmp_path: Path, name: str):
    code, out, err = run(capsys, "replay", name and str(tmp_path / name))
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("turn -1: cannot read ")


def test_names_that_the_terminal_cannot_show_are_escaped(record: Path):
    named = json.loads(record.read_text())
    named["players"] = ["zoë\n\ud800", "\x1b[31m"]
    done = process("replay", "-", stdin=json.dumps(named).encode(), PYTHONIOENCODING="ascii")
    assert done.returncode == 0
    assert done.stdout.isascii()
    assert b"\x1b" not in done.stdout


# --- streams -------------------------------------------------------------------------------------------------------


def test_a_dash_reads_standard_input(record: Path):
    done = process("replay", "-", "--json", stdin=record.read_bytes())
    assert (done.returncode, done.stderr) == (0, b"")
    assert json.loads(done.stdout)["over"] is True


def test_rubbish_on_standard_input_is_turn_minus_one():
    done = process("replay", "-", stdin=b"\xff")
    assert (done.returncode, done.stdout) == (2, b"")
    assert done.stderr.startswith(b"turn -1: ")
    assert done.stderr.count(b"\n") == 1


def test_a_closed_standard_input_is_refused_in_a_line():
    done = subprocess.run(
        f'exec "{sys.executable}" -m game replay - <&-', shell=True, cwd=ROOT, capture_output=True, check=False
    )
    assert done.returncode == 2
    assert done.stderr.startswith(b"turn -1: cannot read ")
    assert done.stderr.count(b"\n") == 1


@pytest.mark.parametrize("arguments", ["simulate --mode solo --players 1 --seed 1", 'replay "{}"'])
def test_a_closed_standard_output_is_let_pass(record: Path, arguments: str):
    done = subprocess.run(
        f'exec "{sys.executable}" -m game {arguments.format(record)} >&-',
        shell=True,
        cwd=ROOT,
        capture_output=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, b"")


def test_without_standard_error_the_error_is_not_printed_among_the_output(tmp_path: Path):
    file = tmp_path / "game.json"
    file.write_text("[")
    line = f'exec "{sys.executable}" -m game replay --json "{file}" 2>&-'
    done = subprocess.run(line, shell=True, cwd=ROOT, capture_output=True, check=False)
    assert done.returncode == 2
    assert json.loads(done.stdout)["illegal"] == -1


def test_a_reader_that_goes_away_ends_the_command_silently():
    reading, writing = os.pipe()
    os.close(reading)
    line = [sys.executable, "-m", "game", "simulate", "--mode", "solo", "--players", "1", "--seed", "1"]
    done = subprocess.run(line, stdout=writing, stderr=subprocess.PIPE, cwd=ROOT, check=False)
    os.close(writing)
    assert (done.returncode, done.stderr) == (2, b"")


def test_in_process_a_reader_that_goes_away_is_no_error_either(monkeypatch: pytest.MonkeyPatch):
    reading, writing = os.pipe()
    os.close(reading)
    with os.fdopen(writing, "w") as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        assert command.main(["simulate", "--mode", "solo", "--players", "1", "--seed", "1"]) == 2


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_a_full_disk_under_standard_output_is_told_in_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    with Path("/dev/full").open("w") as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        assert command.main(["simulate", "--mode", "solo", "--players", "1", "--seed", "1"]) == 2
    assert capsys.readouterr().err.startswith("python -m game simulate: cannot print: ")


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
@pytest.mark.parametrize("arguments", [["--help"], ["simulate", "--help"], ["replay", "-", "--json"]])
def test_whatever_a_full_disk_takes_away_is_told_in_a_line(arguments: list[str]):
    with Path("/dev/full").open("w") as full:
        line = [sys.executable, "-m", "game", *arguments]
        done = subprocess.run(
            line, stdin=subprocess.DEVNULL, stdout=full, stderr=subprocess.PIPE, cwd=ROOT, check=False
        )
    assert (done.returncode, done.stderr.count(b"\n")) == (2, 1)
    assert b"cannot print: " in done.stderr


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="this system has no /dev/full")
def test_in_process_help_on_a_full_disk_is_told_in_a_line(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
):
    with Path("/dev/full").open("w") as stream:
        monkeypatch.setattr(sys, "stdout", stream)
        assert command.main(["--help"]) == 2
    assert capsys.readouterr().err.startswith("python -m game: cannot print: ")


def test_a_record_replaces_a_record_and_nothing_else(record: Path, capsys: pytest.CaptureFixture[str]):
    options = ("--mode", "solo", "--players", "1", "--seed", "1", "--out", str(record))
    assert run(capsys, "simulate", *options) == (0, "", "")
    record.write_text("precious")
    code, _, err = run(capsys, "simulate", *options)
    assert (code, err.count("\n")) == (2, 1)
    assert "holds something else" in err
    assert record.read_text() == "precious"


def test_an_interrupt_leaves_no_traceback(monkeypatch: pytest.MonkeyPatch):
    def interrupted(*_: object, **__: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(command, "simulate", interrupted)
    assert command.main(["simulate", "--mode", "solo", "--players", "1", "--seed", "1"]) == 130


def test_in_process_a_dash_reads_the_file_descriptor(
    record: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
):
    kept = os.dup(0)
    with record.open("rb") as stream:
        os.dup2(stream.fileno(), 0)
    try:
        assert run(capsys, "replay", "-")[0] == 0
    finally:
        os.dup2(kept, 0)
        os.close(kept)


def test_the_package_is_a_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    monkeypatch.setattr(sys, "argv", ["game", "replay", "/no/such/file"])
    monkeypatch.delitem(sys.modules, "game.__main__")
    with pytest.raises(SystemExit) as leaving:
        runpy.run_module("game", run_name="__main__")
    assert leaving.value.code == 2
    assert capsys.readouterr().err.startswith("turn -1: cannot read ")


# --- tournament ----------------------------------------------------------------------------------------------------

MATCH = ("tournament", "--mode", "duel", "--players", "2", "--a", "max", "--b", "random", "--seed", "1")


def test_a_tournament_prints_who_won_how_often(capsys: pytest.CaptureFixture[str]):
    code, out, err = run(capsys, *MATCH, "--games", "2")
    assert (code, err) == (0, "")
    assert out.startswith("max against random: ")


def test_a_tournament_as_json_has_the_promised_keys(capsys: pytest.CaptureFixture[str]):
    code, out, _ = run(capsys, *MATCH, "--games", "2", "--json")
    result = json.loads(out)
    assert code == 0
    assert set(result) == {"mode", "players", "a", "b", "games", "win", "low_a", "low_b", "ci95", "ms"}
    assert set(result["ms"]) == {"p50", "p95", "max"}


@pytest.mark.parametrize(("words", "why"), [(("--games", "0"), "game"), (("--games", "2", "--players", "3"), "duel")])
def test_a_tournament_that_cannot_be_played_is_refused(
    capsys: pytest.CaptureFixture[str], words: tuple[str, ...], why: str
):
    code, out, err = run(capsys, *MATCH, *words)
    assert (code, out) == (2, "")
    assert why in err


# --- analyse -------------------------------------------------------------------------------------------------------


@pytest.fixture
def short(capsys: pytest.CaptureFixture[str], tmp_path: Path, record: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """The last turns of a game cut off by a stop, so that there is little to judge; nothing is looked at again."""
    monkeypatch.setattr("game.second_look._MOST", 0)
    document = json.loads(record.read_text())
    document["turns"] = document["turns"][:14]
    document["ended"] = {"by": "stopped"}
    file = tmp_path / "short.json"
    file.write_text(json.dumps(document))
    return file


def test_an_analysis_tells_what_each_player_lost_and_what_was_better(capsys: pytest.CaptureFixture[str], short: Path):
    code, out, err = run(capsys, "analyse", str(short))
    assert (code, err) == (0, "")
    assert out.startswith("duel game of 2: ")
    assert "% of chance lost a placement" in out
    assert "better: " in out
    assert not any(f"{code} " in out for code in ("lifts-lowest", "earns-bonus", "builds"))


def test_an_analysis_as_json_is_one_object(capsys: pytest.CaptureFixture[str], short: Path):
    code, out, _ = run(capsys, "analyse", str(short), "--json")
    assert code == 0
    assert json.loads(out)["mode"] == "duel"


def test_a_running_game_is_not_analysed(capsys: pytest.CaptureFixture[str], short: Path):
    document = json.loads(short.read_text())
    del document["ended"]
    short.write_text(json.dumps(document))
    code, out, err = run(capsys, "analyse", str(short))
    assert (code, out) == (2, "")
    assert "not over" in err


def test_a_position_of_a_record_is_one_line(capsys: pytest.CaptureFixture[str], record: Path):
    code, out, err = run(capsys, "position", str(record), "--turn", "1")
    assert (code, out.count("\n"), err) == (0, 1, "")
    assert out.startswith("duel/2 ")
    assert len(out.split()) == 3
    code, out, err = run(capsys, "position", str(record), "--turn", "999")
    assert (code, out) == (2, "")
    assert "there is no turn 999" in err
