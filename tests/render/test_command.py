"""`python -m render`."""

from __future__ import annotations

import json
import subprocess
import sys
from io import BytesIO
from pathlib import Path
from random import Random

import pytest
from PIL import Image

from game.matching import turns_left
from game.modes import MODES
from game.notation import to_line
from game.record import export
from game.replay import parse, replay
from game.simulate import simulate
from game.state import view
from render.__main__ import labels, main
from render.paint import draw, png
from render.scene_builder import Labels, board_scene
from render.theme import DEFAULT, THEMES, Theme, load_theme
from tests.render.games import public, states

ROOT = Path(__file__).parents[2]


@pytest.fixture
def record(tmp_path: Path) -> Path:
    events = simulate(MODES["duel"], ("greedy", "greedy"), Random(3))
    file = tmp_path / "game.json"
    file.write_text(json.dumps(export(events, ("ann", "ben"), public=False)))
    return file


def turns(record: Path) -> int:
    return len(json.loads(record.read_text())["turns"])


def drawn(*arguments: object) -> bytes:
    output = Path(str(arguments[-1]))
    assert main([str(argument) for argument in arguments]) == 0
    return output.read_bytes()


def test_the_last_position_is_drawn_where_no_turn_is_named(record: Path, tmp_path: Path, theme: Theme):
    state = states("duel", 2, 3)[-1]
    ending = state.position.ending
    assert ending
    final = f"{('ann', 'ben')[ending.standing[0][0]]} won"
    words = Labels(("ann", "ben"), final=final, score="Score", ranks=("1st", "2nd"))
    picture = drawn(record, "-o", tmp_path / "a.png")
    assert picture == png(draw(board_scene(public(state), words), theme))
    assert picture == drawn(record, "--turn", turns(record) - 1, "-o", tmp_path / "b.png")


def test_a_turn_is_counted_from_0(record: Path, tmp_path: Path, theme: Theme):
    state = next(
        state for state in states("duel", 2, 3) if len(state.position.turns) == 1 and not state.position.in_turn
    )
    left = f"about {turns_left(state.position.symbols, state.position.area, 2)} turns left each"
    words = Labels(("ann", "ben"), to_move="ben to move", left=left, score="Score")
    picture = drawn(record, "--turn", 0, "-o", tmp_path / "a.png")
    assert picture == png(draw(board_scene(public(state), words), theme))


def test_a_whole_game_is_drawn_into_a_gif(record: Path, tmp_path: Path):
    with Image.open(BytesIO(drawn(record, "--theme", "light", "--pace", "0.5", "-o", tmp_path / "a.GIF"))) as image:
        assert image.format == "GIF"
        assert image.info["duration"] == 500
        placements = [placement for turn in states("duel", 2, 3)[-1].position.turns for placement in turn.placements]
        assert image.n_frames == len(placements) + 1


@pytest.mark.parametrize("arguments", [["--turn", "3"], *(["--pace", pace] for pace in ("0", "-1", "nan", "inf"))])
def test_an_animation_of_what_cannot_be_is_refused(arguments: list[str], record: Path, tmp_path: Path, capsys):
    assert main([str(record), *arguments, "-o", str(tmp_path / "a.gif")]) == 2
    assert_one_line(capsys)
    assert not (tmp_path / "a.gif").exists()


def test_a_theme_can_be_named(record: Path, tmp_path: Path):
    pictures = {drawn(record, "--theme", name, "-o", tmp_path / "a.png") for name in THEMES}
    assert len(pictures) == len(THEMES)


@pytest.mark.parametrize("turn", ["-1", "999", "99999999999999999999"])
def test_a_turn_that_was_not_played_is_refused(turn: str, record: Path, tmp_path: Path, capsys):
    assert main([str(record), f"--turn={turn}", "-o", str(tmp_path / "a.png")]) == 2
    assert_one_line(capsys)
    assert not (tmp_path / "a.png").exists()


@pytest.mark.parametrize("text", ["", "no JSON", "[]", "{}", '{"format": "ingenious-record/1"}', "\x00"])
def test_a_file_that_is_no_record_is_refused(text: str, tmp_path: Path, capsys):
    file = tmp_path / "bad.json"
    file.write_text(text)
    assert main([str(file), "-o", str(tmp_path / "a.png")]) == 2
    assert_one_line(capsys)


def test_a_record_that_breaks_a_rule_is_refused_with_its_turn(record: Path, tmp_path: Path, capsys):
    document = json.loads(record.read_text())
    document["turns"][3]["place"] = document["turns"][2]["place"]
    record.write_text(json.dumps(document))
    assert main([str(record), "-o", str(tmp_path / "a.png")]) == 2
    assert capsys.readouterr().err.startswith("turn 3: ")


def test_files_that_cannot_be_read_or_written_are_named(record: Path, tmp_path: Path, capsys):
    assert main([str(tmp_path / "none.json"), "-o", str(tmp_path / "a.png")]) == 2
    assert "none.json" in assert_one_line(capsys)
    assert main([str(record), "-o", str(tmp_path / "no" / "a.png")]) == 2
    assert "a.png" in assert_one_line(capsys)


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["x"],
        ["x", "-o"],
        ["x", "-o", "y.png", "--turn", "z"],
        ["x", "-o", "y.png", "--no"],
        ["x", "-o", "y.png", "--theme", "x"],
    ],
)
def test_wrong_arguments_are_refused_in_one_line(arguments: list[str], capsys):
    assert main(arguments) == 2
    assert_one_line(capsys)


@pytest.mark.parametrize("name", ["game.json", "b.jpg", "b", "png", ".", "/dev/stdout"])
def test_a_picture_goes_only_where_its_name_says_that_it_is_one(name: str, record: Path, tmp_path: Path, capsys):
    before = record.read_bytes()
    assert main([str(record), "-o", str(tmp_path / name)]) == 2
    assert "ends in .png or .gif" in assert_one_line(capsys).replace("let it end", "ends")
    assert record.read_bytes() == before
    assert list(tmp_path.iterdir()) == [record]


@pytest.mark.parametrize("name", ["record.png", "record.gif"])
def test_a_picture_replaces_nothing_but_a_picture(name: str, record: Path, tmp_path: Path, capsys):
    file = record.rename(tmp_path / name)
    before = file.read_bytes()
    assert main([str(file), "-o", str(file)]) == 2
    assert "holds something else" in assert_one_line(capsys)
    assert file.read_bytes() == before


def test_a_picture_replaces_a_picture(record: Path, tmp_path: Path):
    first = drawn(record, "--turn", "0", "-o", tmp_path / "a.png")
    assert drawn(record, "-o", tmp_path / "a.png") != first


@pytest.mark.parametrize("pace", ["nan", "inf", "0.5"])
def test_a_picture_has_no_pace(pace: str, record: Path, tmp_path: Path, capsys):
    assert main([str(record), "--pace", pace, "-o", str(tmp_path / "a.png")]) == 2
    assert_one_line(capsys)


def test_names_that_cannot_be_drawn_do_no_harm(record: Path, tmp_path: Path):
    document = json.loads(record.read_text())
    document["players"] = ["\ud800", "🎲\n"]
    record.write_text(json.dumps(document))
    for turn in range(3):
        assert drawn(record, "--turn", turn, "-o", tmp_path / "a.png").startswith(b"\x89PNG")


def test_it_runs_as_a_command_on_standard_input(record: Path, tmp_path: Path):
    output = tmp_path / "a.png"
    command = [sys.executable, "-m", "render", "-", "--turn", "2", "-o", str(output)]
    done = subprocess.run(command, input=record.read_bytes(), cwd=ROOT, capture_output=True, check=False)
    assert (done.returncode, done.stdout, done.stderr) == (0, b"", b"")
    with Image.open(BytesIO(output.read_bytes())) as image:
        assert image.width >= 1200


def assert_one_line(capsys) -> str:
    captured = capsys.readouterr()
    assert captured.out == ""
    assert captured.err.endswith("\n")
    assert captured.err.count("\n") == 1
    assert "Traceback" not in captured.err
    return captured.err


def test_the_line_of_a_position_is_drawn_as_the_record_it_is_of(record: Path, tmp_path: Path):
    game = replay(parse(record.read_bytes()))
    names = tuple(f"Seat {seat + 1}" for seat in range(game.states[0].position.seats))
    line = to_line(game.after(5).position)
    picture = drawn(line, "-o", tmp_path / "line.png")
    state = game.after(5)
    assert picture == png(draw(board_scene(view(state, None), labels(state.position, names)), load_theme(DEFAULT)))


@pytest.mark.parametrize(
    "arguments", [["duel/2 RB-E7", "-o", "a.png"], ["duel/2", "--turn", "0", "-o", "a.png"], ["duel/2", "-o", "a.gif"]]
)
def test_a_line_that_is_no_position_or_asked_for_more_is_refused(arguments: list[str], capsys):
    assert main(arguments) == 2
    assert_one_line(capsys)
