"""The six symbols can be told apart on a phone: by colour, in grey, and by their shape alone."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from math import dist

import pytest
from PIL import Image

from game.board import PRINTED
from game.tiles import Colour
from render.layout import GRIDS, WIDTH_PX
from render.paint import draw
from render.scene import Half
from render.scene_builder import board_scene
from render.theme import THEMES, Theme
from tests.render.games import at, labels, public

PHONE_PX = 360
SCALE = PHONE_PX / WIDTH_PX
REACH = 8
"""Half the side of the square that is compared, in pixels of the phone."""

Patch = tuple[float, ...]


@pytest.mark.parametrize("name", THEMES)
@pytest.mark.parametrize("look", ["colour", "grey", "shape"])
def test_every_symbol_on_a_board_is_recognised_at_360_pixels(look: str, name: str, themes: Mapping[str, Theme]):
    theme = themes[name]
    known = exemplars(theme, look)
    seen = patches(theme, 21, look)
    assert len(seen) > 120
    for (colour, printed), patch in seen:
        nearest = min(known, key=lambda other: dist(patch, other[1]))
        assert nearest[0][0] == colour, f"{colour.name} {'printed' if printed else ''} looks like {nearest[0][0].name}"


def exemplars(theme: Theme, look: str):
    """Symbols of other games, wherever the pixels of a phone happened to cut them."""
    found = [sample for seed in (22, 23, 24) for sample in patches(theme, seed, look)]
    assert {colour for (colour, _), _ in found} == set(Colour)
    return found


@cache
def patches(theme: Theme, seed: int, look: str) -> list[tuple[tuple[Colour, bool], Patch]]:
    """Every symbol of a four-player board that has been shrunk to a phone's width."""
    state = at("standard", 4, seed, 0.9)
    scene = board_scene(public(state), labels(state), since=len(state.position.turns))
    picture = draw(scene, theme).convert("RGB")
    small = picture.resize((PHONE_PX, round(picture.height * SCALE)), Image.Resampling.LANCZOS)
    assert scene.board
    symbols = [(half.cell, half.colour, False) for half in scene.board.halves]
    symbols += [(cell, colour, True) for cell, colour in PRINTED.items()]
    assert all(isinstance(half, Half) for half in scene.board.halves)
    return [((colour, printed), patch(small, cell, look)) for cell, colour, printed in symbols]


def patch(small: Image.Image, cell: int, look: str) -> Patch:
    x, y = (round(value * SCALE) for value in GRIDS[7].centre_px(cell))
    square = small.crop((x - REACH, y - REACH, x + REACH, y + REACH))
    if look == "colour":
        return tuple(square.tobytes())
    values = list(square.convert("L").tobytes())
    if look == "grey":
        return tuple(values)
    # Lightness and contrast taken away, and which of symbol and ground is the lighter one.
    mean = sum(values) / len(values)
    spread = (sum((value - mean) ** 2 for value in values) / len(values)) ** 0.5
    middle = sum(values[at] for at in INNER) / len(INNER)
    sign = 1 if middle > mean else -1
    return tuple(sign * (value - mean) / spread for value in values)


SIDE = 2 * REACH
INNER = [y * SIDE + x for y in range(SIDE) for x in range(SIDE) if 3 < (x - REACH) ** 2 + (y - REACH) ** 2 < 36]
