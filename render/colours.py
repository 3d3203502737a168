"""The colours of the themes, channels in multiples of four (see `Inks`). Must not know what is drawn where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from game.tiles import Colour
from render.inks import RGB, blend


@dataclass(frozen=True, slots=True)
class Colours:
    """The colours of a theme."""

    table: RGB
    """Behind everything."""
    slab: RGB
    """The board's own body, on which the cells are printed, with its light upper and dark lower edge."""
    slab_light: RGB
    slab_dark: RGB
    out: RGB
    """Cells that are not in play."""
    areas: tuple[RGB, RGB, RGB]
    """Cells of the white, light grey and dark grey area, the lines round them, the names in them."""
    lines: tuple[RGB, RGB, RGB]
    names: tuple[RGB, RGB, RGB]
    body: RGB
    """The face of a tile, its light upper edge, its outline."""
    body_light: RGB
    body_dark: RGB
    symbols: Mapping[Colour, RGB]
    accent: RGB
    """The last turn, the player on turn, the winner."""
    on_accent: RGB
    choice: RGB
    """What can be chosen, and the tile about to be placed."""
    on_choice: RGB
    text: RGB
    dim: RGB
    panel: RGB
    """Score boards and racks, with their edge, the grooves of the tracks and the ticks in them."""
    panel_light: RGB
    groove: RGB
    tick: RGB

    def ghost(self, area: int) -> RGB:
        """The face of a tile about to be placed on a cell of an area."""
        return blend(self.areas[area], self.body, 0.62)

    def print_line(self, colour: Colour) -> RGB:
        """The outline of a printed symbol."""
        return blend(self.symbols[colour], self.body_dark, 0.2)

    def print_fill(self, colour: Colour) -> RGB:
        """The inside of a printed symbol."""
        return blend(self.areas[0], self.symbols[colour], 0.5)

    def bar(self, colour: Colour) -> RGB:
        """A track up to its peg."""
        return blend(self.groove, self.symbols[colour], 0.76)

    def fresh_bar(self, colour: Colour) -> RGB:
        """The part of a track that the last turn added."""
        return blend(self.symbols[colour], self.text, 0.5)


DARK: Final = Colours(
    table=(28, 32, 44),
    slab=(68, 76, 96),
    slab_light=(112, 120, 144),
    slab_dark=(12, 16, 24),
    out=(60, 68, 84),
    areas=((244, 240, 232), (216, 212, 208), (184, 180, 180)),
    lines=((204, 196, 184), (172, 168, 164), (144, 140, 140)),
    names=((120, 112, 104), (100, 96, 92), (76, 72, 72)),
    body=(36, 40, 48),
    body_light=(80, 88, 104),
    body_dark=(12, 12, 16),
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
    choice=(0, 172, 164),
    on_choice=(252, 252, 252),
    text=(240, 240, 248),
    dim=(156, 164, 184),
    panel=(44, 52, 68),
    panel_light=(68, 76, 96),
    groove=(24, 28, 36),
    tick=(80, 88, 108),
)
