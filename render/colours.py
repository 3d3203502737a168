"""The colours of the themes, channels in multiples of four (see `Inks`). Must not know what is drawn where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from game.tiles import COLOURS, Colour
from render.inks import RGB, Inks, blend


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


def inks_of(c: Colours) -> Inks:
    """The closed palette of a theme: every colour, and the blends that smooth edges and letters need."""
    inks = Inks()
    for front, steps in ((c.text, 2), (c.dim, 2), (c.accent, 2), (c.choice, 2), (c.panel_light, 1), (c.slab_light, 1)):
        inks.reserve(c.table, front, steps)
    for front, steps in ((c.text, 2), (c.dim, 2), (c.accent, 2), (c.choice, 2), (c.panel_light, 1), (c.groove, 1)):
        inks.reserve(c.panel, front, steps)
    for back, front, steps in (
        (c.accent, c.on_accent, 2),
        (c.choice, c.on_choice, 2),
        (c.groove, c.text, 2),
        (c.groove, c.choice, 1),
        (c.slab, c.out, 1),
        (c.slab, c.slab_light, 1),
        (c.table, c.slab_dark, 0),
        (c.panel, c.slab_dark, 1),
        (c.body, c.body_light, 1),
        (c.slab_dark, c.body_light, 1),
        (c.body_dark, c.body_light, 1),
        (c.body_dark, c.accent, 1),
        (c.body_dark, c.choice, 1),
    ):
        inks.reserve(back, front, steps)
    for area, (fill, line, name) in enumerate(zip(c.areas, c.lines, c.names, strict=True)):
        inks.reserve(fill, name, 1)
        inks.reserve(fill, c.choice, 1)
        inks.reserve(c.ghost(area), c.choice, 1)
        for front in (fill, c.body_light, c.accent, c.choice, c.slab):
            inks.reserve(line, front, 1)
    for colour in COLOURS:
        symbol = c.symbols[colour]
        inks.reserve(c.body, symbol, 1)
        inks.reserve(c.body_dark, symbol, 1)
        for area in range(3):
            inks.reserve(c.ghost(area), symbol, 1)
        inks.reserve(c.areas[0], c.print_line(colour), 1)
        inks.reserve(c.print_fill(colour), c.print_line(colour), 1)
        inks.ink(c.bar(colour))
        inks.ink(c.fresh_bar(colour))
    inks.ink(c.tick)
    inks.close()
    return inks


DARK: Final = Colours(
    table=(28, 32, 44),
    slab=(68, 76, 96),
    slab_light=(112, 120, 144),
    slab_dark=(12, 16, 24),
    out=(60, 68, 84),
    areas=((244, 240, 232), (216, 212, 208), (184, 180, 180)),
    lines=((204, 196, 184), (172, 168, 164), (144, 140, 140)),
    names=((112, 104, 96), (92, 88, 84), (68, 64, 64)),
    body=(36, 40, 48),
    body_light=(80, 88, 104),
    body_dark=(12, 12, 16),
    symbols={
        Colour.RED: (228, 60, 68),
        Colour.ORANGE: (248, 148, 32),
        Colour.YELLOW: (252, 236, 92),
        Colour.GREEN: (60, 204, 136),
        Colour.BLUE: (36, 124, 204),
        Colour.PURPLE: (204, 144, 248),
    },
    accent=(252, 184, 44),
    on_accent=(40, 28, 8),
    choice=(0, 172, 164),
    on_choice=(4, 28, 28),
    text=(240, 240, 248),
    dim=(156, 164, 184),
    panel=(44, 52, 68),
    panel_light=(68, 76, 96),
    groove=(24, 28, 36),
    tick=(80, 88, 108),
)
