"""Files that are no record: turn -1, and no rule."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from game.replay import LIMIT_BYTES
from tests.game.records import changed, error


@pytest.mark.parametrize(
    "data",
    [
        b"",
        b"nothing",
        b"\xff\xfe{\x00}\x00",
        b"\x00\x01\x02\xff",
        b"null",
        b"[]",
        b'"ingenious-record/1"',
        b"{}",
        b'{"format": NaN}',
        b'{"meta": Infinity}',
        b'{"a": 1, "a": 2}',
        b"[" * 200_000,
        b'{"a":' * 100_000,
        b"9" * 100_000,
        b" " * (LIMIT_BYTES + 1),
        '{"format": "ingenious-record/1"}'.encode("utf-16"),
    ],
    ids=lambda data: repr(data[:20]),
)
def test_a_file_that_is_no_record_is_refused(data: bytes):
    found = error(data)
    assert (found.turn, found.rule) == (-1, None)


@pytest.mark.parametrize("key", ["format", "mode", "players", "deal", "turns"])
def test_a_missing_key_is_refused(key: str):
    found = error(changed(lambda record: record.pop(key)))
    assert (found.turn, found.rule) == (-1, None)
    assert key in found.why


@pytest.mark.parametrize("key", ["seat", "place"])
def test_a_missing_key_of_a_turn_is_refused(key: str):
    found = error(changed(lambda record: record["turns"][3].pop(key)))
    assert (found.turn, found.rule) == (-1, None)


WRONG: dict[str, Callable[[dict], object]] = {
    "format": lambda r: r.update(format="ingenious-record/2"),
    "format type": lambda r: r.update(format=1),
    "mode type": lambda r: r.update(mode=None),
    "players type": lambda r: r.update(players="ann"),
    "a name": lambda r: r.update(players=["ann", 3]),
    "fewer players": lambda r: r.update(players=["ann"]),
    "deal type": lambda r: r.update(deal={}),
    "rack type": lambda r: r.update(deal=["RB", "GG"]),
    "a dealt tile": lambda r: r["deal"][0].__setitem__(0, "RX"),
    "a dealt tile's type": lambda r: r["deal"][0].__setitem__(0, 7),
    "three letters": lambda r: r["deal"][0].__setitem__(0, "RBB"),
    "turns type": lambda r: r.update(turns=None),
    "a turn's type": lambda r: r["turns"].__setitem__(2, []),
    "seat type": lambda r: r["turns"][2].update(seat="0"),
    "seat true": lambda r: r["turns"][1].update(seat=True),
    "seat float": lambda r: r["turns"][2].update(seat=0.0),
    "seat negative": lambda r: r["turns"][2].update(seat=-1),
    "place type": lambda r: r["turns"][2].update(place={}),
    "placement type": lambda r: r["turns"][2].update(place=["RB"]),
    "no tile": lambda r: r["turns"][2]["place"][0].pop("tile"),
    "no at": lambda r: r["turns"][2]["place"][0].pop("at"),
    "tile unknown": lambda r: r["turns"][2]["place"][0].update(tile="??"),
    "at type": lambda r: r["turns"][2]["place"][0].update(at="H8"),
    "one cell": lambda r: r["turns"][2]["place"][0].update(at=["H8"]),
    "three cells": lambda r: r["turns"][2]["place"][0].update(at=["H8", "H9", "H10"]),
    "cell type": lambda r: r["turns"][2]["place"][0].update(at=["H8", 9]),
    "row P": lambda r: r["turns"][2]["place"][0].update(at=["P8", "H8"]),
    "diagonal 0": lambda r: r["turns"][2]["place"][0].update(at=["H0", "H1"]),
    "diagonal 16": lambda r: r["turns"][2]["place"][0].update(at=["H15", "H16"]),
    "leading zero": lambda r: r["turns"][2]["place"][0].update(at=["H08", "H9"]),
    "newline": lambda r: r["turns"][2]["place"][0].update(at=["H8\n", "H9"]),
    "other digits": lambda r: r["turns"][2]["place"][0].update(at=["H\u0668", "H9"]),
    "draw type": lambda r: r["turns"][2].update(draw="RB"),
    "drawn tile": lambda r: r["turns"][2].update(draw=[None]),
    "exchange type": lambda r: r["turns"][2].update(exchange=None),
    "exchange unknown": lambda r: r["turns"][2].update(exchange=["??"]),
    "unknown key": lambda r: r.update(comment=""),
    "unknown key of a turn": lambda r: r["turns"][2].update(comment=""),
    "unknown key of a placement": lambda r: r["turns"][2]["place"][0].update(points=3),
    "a key with a line break": lambda r: r.update({"a\nb": 1}),
    "ended type": lambda r: r.update(ended="resign"),
    "ended by": lambda r: r.update(ended={"by": "tired", "seat": 0}),
    "ended by type": lambda r: r.update(ended={"by": ["resign"], "seat": 0}),
    "ended without by": lambda r: r.update(ended={"seat": 0}),
    "resigned by nobody": lambda r: r.update(ended={"by": "resign"}),
    "ended seat": lambda r: r.update(ended={"by": "stopped", "seat": None}),
}


@pytest.mark.parametrize("change", WRONG.values(), ids=WRONG)
def test_a_wrong_structure_is_refused_before_any_turn_is_played(change: Callable[[dict], object]):
    found = error(changed(lambda record: (record["turns"][1].update(place=[]), change(record))))
    assert (found.turn, found.rule) == (-1, None)
