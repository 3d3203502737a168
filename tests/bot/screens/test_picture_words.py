"""No text of a picture is cut off, in any language, mode or number of players."""

from __future__ import annotations

from itertools import product

import pytest
from PIL import Image

from bot.texts import LANGUAGES, texts
from render.layout import BOARD_PX, WIDTH_PX
from render.paint import draw
from render.scene_builder import Labels, board_scene
from render.text import ELLIPSIS, Writer
from render.theme import THEMES, Theme
from tests.bot.spoken import PLAYED
from tests.game.build import SETUPS
from tests.render.games import at, public
from tests.themes import loaded_theme

NAME = "Bartholomew"
CASES = [
    *product(PLAYED, SETUPS, (0.5, 1.0)),
    *product(sorted({*LANGUAGES} - {*PLAYED}), [("standard", 4)], (0.5, 1.0)),
]


@pytest.fixture(scope="module", params=THEMES)
def theme(request: pytest.FixtureRequest) -> Theme:
    return loaded_theme(request.param)


def longest(language: str) -> Labels:
    """The longest words that a picture shows in a language, each with its largest number."""
    t = texts(language)
    titles = [t("picture.to-move", name=NAME), t("picture.won", names=[NAME, NAME]), t("picture.draw")]
    titles += [t("picture.solo", result=36), t("picture.stopped")]
    final = max(titles, key=len)
    return Labels((NAME,) * 4, to_move=final, left=t("picture.left-each", turns=21), final=final)


@pytest.fixture
def written(monkeypatch: pytest.MonkeyPatch) -> list[tuple[str, tuple[int, int, int, int], tuple[int, int]]]:
    """Every line that is written: its text, its box, and the size of the picture."""
    lines: list[tuple[str, tuple[int, int, int, int], tuple[int, int]]] = []
    write = Writer.write

    def recording(self, canvas: Image.Image, where, text, weight, size, ink, *, anchor="l"):
        width = write(self, canvas, where, text, weight, size, ink, anchor=anchor)
        left = where[0] - (width // 2 if anchor == "m" else width if anchor == "r" else 0)
        reach = round(0.6 * size)
        lines.append((text, (left, where[1] - reach, left + width, where[1] + reach), canvas.size))
        return width

    monkeypatch.setattr(Writer, "write", recording)
    return lines


@pytest.mark.parametrize(("language", "setup", "share"), CASES)
def test_no_text_of_a_picture_is_cut_off(language, setup, share, theme, written):
    mode, seats = setup
    draw(board_scene(public(at(mode, seats, 3, share)), longest(language)), theme)
    assert written
    for text, (left, top, right, bottom), (width, height) in written:
        assert left >= 0, text
        assert top >= 0, text
        assert right <= width, text
        assert bottom <= height, text
        assert NAME[:3] in text or ELLIPSIS not in text


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_count_of_the_board_ends_above_the_score_boards(language, theme, written):
    words = longest(language)
    draw(board_scene(public(at("standard", 4, 3, 0.5)), words), theme)
    parts = [(text, box) for text, box, _ in written if box[0] > WIDTH_PX * 3 // 4 and 800 < box[1] < BOARD_PX]
    assert " ".join(text for text, _ in parts) == words.left
    assert all(box[3] <= BOARD_PX for _, box in parts)
