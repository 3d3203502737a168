"""The picture of a game that is over, in every language, as it was looked at and found good."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from bot.screens.picture_labels import labels
from bot.texts import LANGUAGES, texts
from render.paint import draw, png
from render.scene_builder import board_scene
from tests.bot.sample_tables import ANN, BEN, CEM, DIA, played, running
from tests.render.looked_at import compare
from tests.themes import loaded_theme

GOLDEN = Path(__file__).parent / "golden"


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_picture_of_the_end_is_the_one_that_was_looked_at(language, tmp_path):
    table = replace(played(running(ANN, BEN, CEM, DIA), 99), resigned=frozenset({3}))
    view = table.view_for(None)
    picture = png(draw(board_scene(view, labels(table, view, texts(language))), loaded_theme()))
    compare(picture, GOLDEN / f"end-{language}.png", tmp_path)


def test_every_golden_picture_is_one_of_a_language():
    assert {path.stem for path in GOLDEN.glob("*.png")} == {f"end-{language}" for language in LANGUAGES}
