"""How pictures look: colours, fonts and every sprite, built once and passed in.

The only part of the package that reads files. Must not know scenes.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Final

from PIL import Image

from render import panel_sprites, sprites
from render.colours import THEMES, Colours, inks_of
from render.layout import GRIDS
from render.palette import Palette, Ramp
from render.text import Writer

__all__ = ["DEFAULT", "THEMES", "THEME_NAMES", "TextInks", "Theme", "load_theme"]

DEFAULT: Final = next(iter(THEMES))
_NAMED: Final = "-named"
THEME_NAMES: Final = (*THEMES, *(name + _NAMED for name in THEMES))
"""What `load_theme` knows: each set of colours, with empty cells that bear no names or that bear them."""
_FONTS = Path(__file__).parent / "fonts"


@dataclass(frozen=True, slots=True)
class TextInks:
    """The ramps in which texts are written."""

    on_table: Ramp
    dim_on_table: Ramp
    accent_on_table: Ramp
    choice_on_table: Ramp
    on_panel: Ramp
    dim_on_panel: Ramp
    accent_on_panel: Ramp
    choice_on_panel: Ramp
    on_groove: Ramp
    choice_on_groove: Ramp
    on_accent: Ramp
    on_choice: Ramp
    on_fresh: Ramp
    on_badge: Ramp


@dataclass(frozen=True, eq=False, slots=True)
class Theme:
    """Everything a painter needs; made by `load_theme`, safe to share between threads."""

    colours: Colours
    inks: Palette
    writer: Writer
    text: TextInks
    boards: Mapping[int, sprites.Sprites]
    """By how far the area in play reaches from the centre, in cells."""
    pieces: panel_sprites.PanelSprites
    named_cells: bool = False
    """Whether the name of each empty cell stands in it."""
    _kept: dict[Hashable, Image.Image] = field(default_factory=dict[Hashable, Image.Image])

    def kept(self, key: Hashable, make: Callable[[], Image.Image]) -> Image.Image:
        """A part of pictures that is the same each time, made when it is first asked for; copy it, never draw on it."""
        image = self._kept.get(key)
        if image is None:
            # Two threads may both make it; they make the same.
            image = self._kept[key] = make()
        return image


def load_theme(name: str = DEFAULT) -> Theme:
    """Read the fonts and draw every sprite of the theme with this name, one of `THEME_NAMES`: some tenths of a second.

    Raises:
        KeyError: there is no such theme.
    """
    c = THEMES[name.removesuffix(_NAMED)]
    inks = inks_of(c)
    text = TextInks(
        on_table=inks.ramp(c.table, c.text),
        dim_on_table=inks.ramp(c.table, c.dim),
        accent_on_table=inks.ramp(c.table, c.accent),
        choice_on_table=inks.ramp(c.table, c.choice),
        on_panel=inks.ramp(c.panel, c.text),
        dim_on_panel=inks.ramp(c.panel, c.dim),
        accent_on_panel=inks.ramp(c.panel, c.accent),
        choice_on_panel=inks.ramp(c.panel, c.choice),
        on_groove=inks.ramp(c.groove, c.text),
        choice_on_groove=inks.ramp(c.groove, c.choice),
        on_accent=inks.ramp(c.accent, c.on_accent),
        on_choice=inks.ramp(c.choice, c.on_choice),
        on_fresh=inks.ramp(c.fresh, c.on_fresh),
        on_badge=inks.ramp(c.areas[0], c.body_dark),
    )
    writer = Writer(
        {
            "semi": (_FONTS / "Inter-SemiBold.otf").read_bytes(),
            "extra": (_FONTS / "Inter-ExtraBold.otf").read_bytes(),
        }
    )
    boards = {radius: sprites.Sprites(c, inks, radius) for radius in GRIDS}
    pieces = panel_sprites.PanelSprites(c, inks)
    return Theme(c, inks, writer, text, boards, pieces, named_cells=name.endswith(_NAMED))
