"""The six symbols as emojis of the application: a screen's colour signs become them where there are some.

The signs of a text are plain characters and the labels of buttons can be spelt, so that everything works without. Pure.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from bot.screens.model import Button, Row, Screen
from bot.screens.phrases import SIGNS
from game.tiles import COLOURS, Colour

Emojis = Mapping[Colour, str]
"""For each colour the emoji as it stands in a text, such as `<:ingenious_red:123>`; empty where there are none."""

LENGTH = 2000
"""How long the text of a message may be."""


def with_emoji(screen: Screen, emojis: Emojis) -> Screen:
    """The screen with emojis for its signs; a text that would get too long keeps the signs.

    The signs differ in nothing but colour, so where there are no emojis buttons have letters.
    """
    if any(colour not in emojis for colour in COLOURS):
        return replace(screen, rows=tuple(map(_spelt, screen.rows)))
    text = screen.text.translate({ord(SIGNS[colour]): emojis[colour] for colour in COLOURS})
    rows = tuple(_row(row, emojis) for row in screen.rows)
    return replace(screen, text=text if len(text) <= LENGTH else screen.text, rows=rows)


def _spelt(row: Row) -> Row:
    if not isinstance(row, tuple):
        return row
    return tuple(replace(button, label=button.spelt or button.label) for button in row)


def _row(row: Row, emojis: Emojis) -> Row:
    # The lines of a select keep their signs: each names several symbols, and Discord puts one emoji beside it.
    if not isinstance(row, tuple):
        return row
    return tuple(_button(button, emojis) for button in row)


def _button(button: Button, emojis: Emojis) -> Button:
    """A button whose label names a tile: its first symbol as the emoji, the letters for both."""
    first = next((sign for sign in button.label if sign in SIGNS), None)
    if first is None or button.emoji is not None:
        return button
    unsigned = button.label.translate(dict.fromkeys(map(ord, SIGNS)))
    label = button.spelt or " ".join(unsigned.split())
    return replace(button, label=label, emoji=emojis[Colour(SIGNS.index(first))])
