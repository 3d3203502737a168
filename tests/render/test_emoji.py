"""The six symbols as emojis."""

from __future__ import annotations

from collections.abc import Mapping
from io import BytesIO
from math import dist

import pytest
from PIL import Image, ImageChops

from game.tiles import COLOURS, Colour
from render.emoji import symbol_ink, symbol_png
from render.theme import THEMES, Theme
from tests.render.test_colours import contrast

GROUNDS = {"dark": (49, 51, 56), "black": (0, 0, 0), "ash": (50, 51, 57), "light": (255, 255, 255)}
LARGEST = 256 * 1024


def picture(colour: Colour, theme: Theme, size_px: int = 128) -> Image.Image:
    return Image.open(BytesIO(symbol_png(colour, theme, size_px)))


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("colour", COLOURS)
def test_a_symbol_is_a_small_square_with_nothing_around_it(colour: Colour, name: str, themes: Mapping[str, Theme]):
    data = symbol_png(colour, themes[name])
    assert len(data) <= LARGEST
    assert data == symbol_png(colour, themes[name])
    image = picture(colour, themes[name])
    assert (image.mode, image.size) == ("RGBA", (128, 128))
    alpha = image.getchannel("A")
    assert all(alpha.getpixel(at) == 0 for at in ((0, 0), (127, 0), (0, 127), (127, 127)))
    box = alpha.getbbox()
    assert box
    left, top, right, bottom = box
    assert 0 < left <= 24
    assert 0 < top <= 12
    assert 104 <= right < 128
    assert 116 <= bottom < 128
    assert alpha.getpixel((64, 64)) == (0 if colour is Colour.PURPLE else 255)


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("colour", COLOURS)
def test_a_symbol_or_its_rim_stands_out_from_any_ground(colour: Colour, name: str, themes: Mapping[str, Theme]):
    inks = symbol_ink(colour, themes[name]), themes[name].colours.body_dark
    for ground in GROUNDS.values():
        assert max(contrast(ink, ground) for ink in inks) >= 3


@pytest.mark.parametrize("ground", GROUNDS.values(), ids=GROUNDS)
def test_shapes_differ_at_the_size_of_a_line_of_text(ground: tuple[int, int, int], theme: Theme):
    seen = {}
    for colour in COLOURS:
        small = picture(colour, theme).resize((22, 22), Image.Resampling.LANCZOS)
        page = Image.new("RGB", small.size, ground)
        page.paste(small, (0, 0), small)
        seen[colour] = page
    for one in COLOURS:
        for other in COLOURS:
            if one < other:
                difference = ImageChops.difference(seen[one].convert("L"), seen[other].convert("L"))
                assert dist(difference.tobytes(), bytes(22 * 22)) > 200, (one.name, other.name)


@pytest.mark.parametrize("size", [16, 22, 48, 256])
def test_a_symbol_has_the_size_that_is_asked_for(size: int, theme: Theme):
    assert picture(Colour.BLUE, theme, size).size == (size, size)
