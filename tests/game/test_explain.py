"""Every refusal has a sentence."""

from __future__ import annotations

import ast
from pathlib import Path

import pytest

from game import explain as sentences
from game.board import parse_cell
from game.explain import explain
from game.illegal import Illegal
from tests.game.build import at, tiles

SOURCES = sorted(Path(sentences.__file__).parent.rglob("*.py"))


def codes() -> set[str]:
    """The codes of all refusals in the sources."""
    return {
        node.args[0].value
        for source in SOURCES
        for node in ast.walk(ast.parse(source.read_text(encoding="utf-8")))
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id == "Illegal"
    }


def test_every_code_has_a_sentence_and_every_sentence_a_code():
    assert codes() == set(sentences._SENTENCES)


@pytest.mark.parametrize(
    ("illegal", "sentence"),
    [
        (Illegal("not-empty", "R3.1", cell=parse_cell("H8")), "the space H8 is taken"),
        (Illegal("outside", "R3.1", cell=-5), "the space off the board is outside the boundary"),
        (Illegal("not-adjacent", "R3.1", cells=at("H8 H10")), "H8 H10 are not two adjacent spaces"),
        (Illegal("not-on-rack", "R3.1", tile="RB"), "there is no RB on the rack"),
        (Illegal("unknown-mode", "R8", mode="a\nb"), r"there is no mode 'a\nb'"),
        (Illegal("exchange-undecided", "R5.2", tiles=tiles("RB GG")), "RB GG may be exchanged: say yes or no"),
        (Illegal("off-board", "R3.1", names=("A15", "A14")), "A15 A14 are not both on the board"),
    ],
)
def test_a_sentence_names_the_values(illegal: Illegal, sentence: str):
    assert explain(illegal) == sentence
