"""The colours of the themes, channels in multiples of four (see `Inks`). Must not know what is drawn where."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Final

from game.tiles import COLOURS, Colour
from render.palette import RGB, Palette, blend


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
    """The player on turn, the winner, a peg at its end."""
    on_accent: RGB
    fresh: RGB
    """The tiles of the last turn and their points."""
    on_fresh: RGB
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

    def bar(self, colour: Colour) -> RGB:
        """A track up to its peg."""
        return blend(self.groove, self.symbols[colour], 0.76)

    def fresh_bar(self, colour: Colour) -> RGB:
        """The part of a track that the last turn added."""
        return blend(self.symbols[colour], self.text, 0.5)


def inks_of(c: Colours) -> Palette:
    """The closed palette of a theme: every colour, and the blends that smooth edges and letters need."""
    inks = Palette()
    for front, steps in ((c.text, 1), (c.dim, 1), (c.accent, 1), (c.choice, 1), (c.panel_light, 1), (c.slab_light, 1)):
        inks.reserve(c.table, front, steps)
    for front, steps in ((c.text, 1), (c.dim, 1), (c.accent, 1), (c.choice, 1), (c.panel_light, 1), (c.groove, 0)):
        inks.reserve(c.panel, front, steps)
    for back, front, steps in (
        (c.accent, c.on_accent, 1),
        (c.choice, c.on_choice, 1),
        (c.fresh, c.on_fresh, 1),
        (c.body_dark, c.fresh, 1),
        (c.groove, c.text, 1),
        (c.groove, c.choice, 1),
        (c.slab, c.out, 0),
        (c.slab, c.slab_light, 0),
        (c.table, c.slab_dark, 0),
        (c.panel, c.slab_dark, 1),
        # So near each other that a blend would cost more bytes than anybody sees.
        (c.body, c.body_light, 0),
        (c.slab_dark, c.body_light, 1),
        (c.body_dark, c.body_light, 0),
        (c.body_dark, c.accent, 1),
        (c.body_dark, c.choice, 1),
        # Printed symbols and the marks of seats.
        (c.areas[0], c.body_dark, 1),
    ):
        inks.reserve(back, front, steps)
    _reserve_cells(inks, c)
    _reserve_symbols(inks, c)
    inks.ink(c.tick)
    inks.close()
    return inks


def _reserve_cells(inks: Palette, c: Colours) -> None:
    for area, (fill, line, name) in enumerate(zip(c.areas, c.lines, c.names, strict=True)):
        # Names and lines of cells are a tenth of a picture's bytes with smooth edges, and look the same without.
        inks.reserve(fill, name, 0)
        inks.reserve(fill, c.choice, 1)
        inks.reserve(fill, c.fresh, 0)
        inks.reserve(c.ghost(area), c.choice, 1)
        inks.reserve(line, c.body_light, 0)
        for front in (fill, c.fresh, c.choice, c.slab):
            inks.reserve(line, front, 0)


def _reserve_symbols(inks: Palette, c: Colours) -> None:
    for colour in COLOURS:
        symbol = c.symbols[colour]
        inks.reserve(c.body, symbol, 1)
        inks.reserve(c.body_dark, symbol, 1)
        for area in range(3):
            inks.reserve(c.ghost(area), symbol, 1)
        inks.ink(c.bar(colour))
        inks.ink(c.fresh_bar(colour))


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
    fresh=(252, 184, 44),
    on_fresh=(40, 28, 8),
    choice=(0, 172, 164),
    on_choice=(4, 28, 28),
    text=(240, 240, 248),
    dim=(156, 164, 184),
    panel=(44, 52, 68),
    panel_light=(68, 76, 96),
    groove=(24, 28, 36),
    tick=(80, 88, 108),
)

LIGHT: Final = Colours(
    table=(240, 240, 244),
    slab=(188, 196, 212),
    slab_light=(232, 236, 248),
    slab_dark=(124, 132, 152),
    out=(172, 180, 196),
    areas=((252, 252, 248), (224, 224, 224), (196, 196, 200)),
    lines=((204, 200, 192), (172, 172, 172), (144, 144, 148)),
    names=((104, 100, 96), (88, 88, 88), (68, 68, 72)),
    body=(36, 40, 48),
    body_light=(84, 92, 108),
    body_dark=(12, 12, 16),
    symbols=DARK.symbols,
    accent=(168, 76, 0),
    on_accent=(252, 252, 252),
    fresh=(252, 156, 0),
    on_fresh=(36, 20, 0),
    choice=(0, 116, 112),
    on_choice=(252, 252, 252),
    text=(28, 32, 44),
    dim=(84, 92, 112),
    panel=(252, 252, 252),
    panel_light=(204, 208, 220),
    groove=(224, 228, 236),
    tick=(148, 156, 172),
)

HIGH_CONTRAST: Final = Colours(
    table=(0, 0, 0),
    slab=(28, 28, 28),
    slab_light=(252, 252, 252),
    slab_dark=(0, 0, 0),
    out=(60, 60, 60),
    areas=((252, 252, 252), (224, 224, 224), (196, 196, 196)),
    lines=((116, 116, 116), (96, 96, 96), (72, 72, 72)),
    names=((0, 0, 0), (0, 0, 0), (0, 0, 0)),
    body=(0, 0, 0),
    body_light=(140, 140, 140),
    body_dark=(0, 0, 0),
    symbols={
        Colour.RED: (220, 56, 76),
        Colour.ORANGE: (236, 148, 40),
        Colour.YELLOW: (252, 252, 60),
        Colour.GREEN: (40, 216, 168),
        Colour.BLUE: (60, 120, 204),
        Colour.PURPLE: (248, 192, 252),
    },
    accent=(252, 200, 0),
    on_accent=(0, 0, 0),
    fresh=(252, 200, 0),
    on_fresh=(0, 0, 0),
    choice=(0, 212, 252),
    on_choice=(0, 0, 0),
    text=(252, 252, 252),
    dim=(216, 216, 216),
    panel=(0, 0, 0),
    panel_light=(252, 252, 252),
    groove=(48, 48, 48),
    tick=(184, 184, 184),
)

THEMES: Final[Mapping[str, Colours]] = {"dark": DARK, "light": LIGHT, "high-contrast": HIGH_CONTRAST}
"""By name, the default first. Their symbols can be told apart without seeing red, green or blue; tests measure it."""
