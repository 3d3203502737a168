"""A hint: the best placement in the panel of a turn, with a reason in words, for the seat on turn alone."""

from __future__ import annotations

from dataclasses import replace

from bot.screens.draft import Draft
from bot.screens.model import Button, Screen
from bot.screens.panel import panel
from bot.screens.phrases import tile_words
from bot.screens.press import Press, Verb
from bot.screens.reasons import reasons_words
from bot.tables.table import Table
from bot.texts import Texts
from game.analysis import Hint
from game.board import NAMES
from game.state import SeatView

_ROWS, _BUTTONS = 5, 5
"""How many lines of controls a message has at most, and how many buttons a line."""


def with_hint(screen: Screen, table: Table, view: SeatView, texts: Texts) -> Screen:
    """A panel with a button for a hint, where this table allows one, it is this reader's turn and there is room."""
    if not table.opened.hints or not view.on_turn:
        return screen
    button = Button(texts("button.hint"), Press(table.id, view.position.version, Verb.HINT))
    rows = list(screen.rows)
    for at in range(len(rows) - 1, -1, -1):
        row = rows[at]
        if isinstance(row, tuple) and len(row) < _BUTTONS:
            rows[at] = (*row, button)
            return replace(screen, rows=tuple(rows))
    return screen if len(rows) == _ROWS else replace(screen, rows=(*rows, (button,)))


def first_step(table: Table, view: SeatView, texts: Texts, note: str) -> Screen:
    """The first step of the panel below a line, with the button for a hint."""
    return with_hint(panel(table, view, Draft(), texts, note), table, view, texts)


def hinted(table: Table, view: SeatView, hint: Hint, texts: Texts) -> Screen:
    """The panel with the placement of a hint chosen and marked in the picture, and why it is the best."""
    place = hint.place
    words = texts(
        "hint.exchange" if place.exchange else "hint.place",
        what=f"{tile_words(place.tile, texts)} {NAMES[place.at[0]]}-{NAMES[place.at[1]]}",
        why=reasons_words(hint.reasons, view.position, table.short_names, texts, compared=False),
    )
    return panel(table, view, Draft(place.tile, None, *place.at), texts, words, verb=Verb.WHOLE_BOARD)
