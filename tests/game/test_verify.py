"""Records whose deal and draws are checked by the seed that they reveal."""

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from game.__main__ import main
from game.events import TurnEnded
from game.record import export
from game.replay import RecordError, parse, replay
from game.tiles import PIECES, parse_tile
from game.verify import bag_meta, verify
from tests.game.test_bag import SEED, played

Edit = Callable[[dict[str, Any]], object]


def record(mode: str = "standard", seats: int = 2, seed: bytes = SEED, *, revealed: bool = True) -> dict[str, Any]:
    names = ("ann", "ben", "cem", "dia")[:seats]
    meta = {"bag": bag_meta(seed, revealed=revealed)}
    return json.loads(json.dumps(export(played(mode, seats, seed, 1), names, public=True, meta=meta)))


def checked(document: dict[str, Any]) -> str:
    read = parse(json.dumps(document).encode())
    return verify(read, replay(read))


def refusal(document: dict[str, Any]) -> str:
    with pytest.raises(RecordError) as caught:
        checked(document)
    return str(caught.value)


@pytest.mark.parametrize(("mode", "seats"), [("standard", 2), ("standard", 3), ("solo", 1), ("team", 4), ("duel", 2)])
def test_a_game_from_a_seeded_bag_is_verified(mode, seats):
    assert checked(record(mode, seats)) == bag_meta(SEED, revealed=False)["sha256"]


def test_a_game_with_exchanges_is_verified():
    seed = bytes([47] * 32)
    events = played("standard", 2, seed, 1)
    assert sum(bool(event.returned) for event in events if isinstance(event, TurnEnded)) > 1
    document = export(events, ("ann", "ben"), public=True, meta={"bag": bag_meta(seed, revealed=True)})
    assert checked(document)


def test_tiles_may_be_named_in_any_order_and_in_either_way():
    document = record()
    document["deal"][0] = [code[::-1].lower() for code in reversed(document["deal"][0])]
    assert checked(document)


def test_another_deal_is_refused_with_the_seat_and_both_racks():
    document = record() | {"turns": []}
    document["deal"] = document["deal"][::-1]
    first, second = (
        " ".join(sorted(rack, key=lambda code: PIECES.index(parse_tile(code)))) for rack in document["deal"]
    )
    assert refusal(document) == f"turn -1: seat 0 was dealt {first}, but by the seed it is {second}"


def test_another_draw_is_refused_with_its_turn():
    document = record()
    turn = document["turns"][3]
    other = next(piece.code for piece in PIECES if piece.code != turn["draw"][0])
    why = turn["draw"][0]
    turn["draw"] = [other]
    document["turns"] = document["turns"][:4]
    seat = turn["seat"]
    assert refusal(document) == f"turn 3: seat {seat} drew {other}, but by the seed it is {why}"


def test_a_running_game_does_not_reveal_its_seed():
    document = record(revealed=False)
    assert "seed" not in document["meta"]["bag"]
    assert refusal(document) == "turn -1: meta.bag.seed is missing: it is revealed when the game is over"


def test_a_record_for_the_public_cannot_be_verified():
    document = record()
    document["deal"][0] = ["??"] * 6
    assert refusal(document) == "turn -1: seat 0 was dealt tiles that the record does not name (??)"


@pytest.mark.parametrize(
    ("edit", "why"),
    [
        (lambda one: one.pop("meta"), "meta.bag is missing: the bag of this game has no seed"),
        (lambda one: one.update(meta=[]), "meta.bag is missing: the bag of this game has no seed"),
        (lambda one: one["meta"].update(bag=7), "meta.bag is missing: the bag of this game has no seed"),
        (lambda one: one["meta"]["bag"].update(scheme="x"), "meta.bag.scheme: not ingenious-bag/1"),
        (lambda one: one["meta"]["bag"].update(seed=1), "meta.bag.seed: not 64 hexadecimal digits"),
        (lambda one: one["meta"]["bag"].update(seed="00"), "meta.bag.seed: not 64 hexadecimal digits"),
        (lambda one: one["meta"]["bag"].update(seed="0" * 64), "meta.bag.sha256: not the SHA-256 of the seed"),
        (lambda one: one["meta"]["bag"].pop("sha256"), "meta.bag.sha256: not the SHA-256 of the seed"),
    ],
)
def test_what_is_wrong_with_the_seed_is_said(edit: Edit, why: str):
    document = record()
    edit(document)
    assert refusal(document) == f"turn -1: {why}"


def run(capsys: pytest.CaptureFixture[str], *arguments: str) -> tuple[int, str, str]:
    code = main(arguments)
    out, err = capsys.readouterr()
    return code, out, err


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "game.json"
    path.write_text(json.dumps(record()))
    return path


def test_the_command_says_by_which_seed_the_game_was_verified(capsys: pytest.CaptureFixture[str], file: Path):
    code, out, err = run(capsys, "replay", str(file), "--verify")
    sha256 = bag_meta(SEED, revealed=False)["sha256"]
    assert (code, err) == (0, "")
    assert out.endswith(f"every deal and draw is that of the seed\nSHA-256 of the seed: {sha256}\n")
    code, out, _ = run(capsys, "replay", str(file), "--verify", "--json")
    assert json.loads(out)["verified"] == sha256


def test_the_command_refuses_a_record_that_is_not_of_its_seed(capsys: pytest.CaptureFixture[str], file: Path):
    meta = {"bag": bag_meta(bytes(32), revealed=True)}
    file.write_text(json.dumps(record() | {"meta": meta}))
    code, out, err = run(capsys, "replay", str(file), "--verify", "--json")
    assert code == 2
    assert err.startswith("turn -1: seat 0 was dealt ")
    assert json.loads(out)["illegal"] == -1
    assert run(capsys, "replay", str(file))[0] == 0
