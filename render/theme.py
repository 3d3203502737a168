"""How pictures look: colours, fonts and every sprite, built once and passed in.

The only part of the package that reads files. Must not know scenes.
"""

from __future__ import annotations

from dataclasses import dataclass
from pathlib import Path

from PIL import Image

from render.colours import DARK, Colours
from render.inks import Inks
from render.sprites import Sprites
from render.text import Ink, Writer

_FONTS = Path(__file__).parent / "fonts"


@dataclass(frozen=True, slots=True)
class TextInks:
    """The ramps in which texts are written."""

    on_table: Ink
    dim_on_table: Ink
    accent_on_table: Ink
    on_panel: Ink
    dim_on_panel: Ink
    on_accent: Ink
    on_choice: Ink
    accent_on_panel: Ink


@dataclass(frozen=True, eq=False, slots=True)
class Theme:
    """Everything a painter needs; made by `load_theme`, never changed, safe to share between threads."""

    colours: Colours
    inks: Inks
    writer: Writer
    text: TextInks
    sprites: Sprites
    palette: bytes
    bases: dict[int, Image.Image]

    def base(self, radius: int) -> Image.Image:
        """The empty board with the area of this radius in play."""
        return self.bases[radius]


def load_theme(colours: Colours = DARK) -> Theme:
    """Read the fonts and draw every sprite: some tenths of a second, once."""
    inks = Inks()
    for solid in (colours.table, colours.slab, colours.slab_light, colours.slab_dark, colours.out, colours.out_line):
        inks.ink(solid)
    text = TextInks(
        on_table=inks.ramp(colours.table, colours.text),
        dim_on_table=inks.ramp(colours.table, colours.dim, 2),
        accent_on_table=inks.ramp(colours.table, colours.accent, 2),
        on_panel=inks.ramp(colours.panel, colours.text),
        dim_on_panel=inks.ramp(colours.panel, colours.dim, 2),
        on_accent=inks.ramp(colours.accent, colours.on_accent),
        on_choice=inks.ramp(colours.choice, colours.text, 2),
        accent_on_panel=inks.ramp(colours.panel, colours.accent, 2),
    )
    writer = Writer(
        {
            "semi": (_FONTS / "Inter-SemiBold.otf").read_bytes(),
            "extra": (_FONTS / "Inter-ExtraBold.otf").read_bytes(),
        }
    )
    sprites = Sprites(colours, inks, writer)
    return Theme(colours, inks, writer, text, sprites, inks.palette, {})
