"""A hint: the best placement in the panel of a turn, with a reason in words, for the seat on turn alone."""

from __future__ import annotations

from dataclasses import replace

from bot.screens.draft import NOTHING, Draft
from bot.screens.model import Button, Screen, with_button
from bot.screens.panel import panel
from bot.screens.press import HintPress
from bot.screens.reasons import reasons_words
from bot.screens.verbs import Step
from bot.tables.own_play import may_be_rated
from bot.tables.table import Table
from bot.texts import Texts
from game.analysis import Hint
from game.state import SeatView


def with_hint(screen: Screen, table: Table, view: SeatView, texts: Texts) -> Screen:
    """A panel with a button for a hint, where this table allows one, it is this reader's turn and there is room."""
    if not table.opened.hints or not view.on_turn:
        return screen
    return with_button(screen, Button(texts("button.hint"), HintPress(table.id, view.position.version)))


def first_step(table: Table, view: SeatView, texts: Texts, note: str) -> Screen:
    """The first step of the panel below a line, with the button for a hint."""
    return with_hint(panel(table, view, NOTHING, texts, note), table, view, texts)


def hinted(table: Table, view: SeatView, hint: Hint, texts: Texts) -> Screen:
    """The panel with the placement of a hint chosen and marked in the picture, and why it is the best.

    A line below says what hints do to what counts.
    """
    place = hint.place
    words = texts(
        "hint.exchange" if place.exchange else "hint.place",
        why=reasons_words(hint.reasons, view.position, table.short_names, texts, compared=False),
    )
    shown = panel(table, view, Draft(place.tile, None, *place.at), texts, words, step=Step.TRY)
    counts = texts("hint.counts-rated" if may_be_rated(table) else "hint.counts")
    return replace(shown, text=f"{shown.text}\n-# {counts}")
