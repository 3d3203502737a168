"""The colours of the themes. Channels are multiples of four, see `Inks`. Must not know what is drawn where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from game.tiles import Colour
from render.inks import RGB


@dataclass(frozen=True, slots=True)
class Colours:
    """The colours of a theme."""

    table: RGB
    """Behind everything."""
    slab: RGB
    """The board's own body, on which the cells are printed."""
    slab_light: RGB
    slab_dark: RGB
    out: RGB
    """Cells that are not in play, and the lines round them."""
    out_line: RGB
    areas: tuple[RGB, RGB, RGB]
    """Cells of the white, light grey and dark grey area."""
    lines: tuple[RGB, RGB, RGB]
    names: tuple[RGB, RGB, RGB]
    body: RGB
    """Tiles: their face and the two sides of their edge."""
    body_light: RGB
    body_dark: RGB
    symbols: Mapping[Colour, RGB]
    accent: RGB
    """The last turn and the player on turn."""
    on_accent: RGB
    choice: RGB
    """What can be chosen, and the tile about to be placed."""
    text: RGB
    dim: RGB
    panel: RGB
    panel_light: RGB
    groove: RGB
    tick: RGB


DARK: Final = Colours(
    table=(28, 32, 44),
    slab=(68, 76, 96),
    slab_light=(112, 120, 144),
    slab_dark=(12, 16, 24),
    out=(60, 68, 84),
    out_line=(76, 84, 104),
    areas=((244, 240, 232), (216, 212, 208), (184, 180, 180)),
    lines=((208, 200, 188), (176, 172, 168), (144, 140, 140)),
    names=((124, 116, 108), (104, 100, 96), (80, 76, 76)),
    body=(36, 40, 48),
    body_light=(96, 104, 120),
    body_dark=(8, 8, 12),
    symbols={
        Colour.RED: (240, 64, 60),
        Colour.ORANGE: (252, 148, 28),
        Colour.YELLOW: (252, 228, 72),
        Colour.GREEN: (48, 184, 96),
        Colour.BLUE: (72, 156, 252),
        Colour.PURPLE: (184, 116, 244),
    },
    accent=(252, 184, 44),
    on_accent=(40, 28, 8),
    choice=(0, 180, 172),
    text=(240, 240, 248),
    dim=(156, 164, 184),
    panel=(40, 48, 64),
    panel_light=(60, 68, 88),
    groove=(24, 28, 36),
    tick=(68, 76, 96),
)
