"""The question which of several games is meant, with a button for each that does what was asked for."""

from __future__ import annotations

from collections.abc import Sequence
from typing import cast

from bot.screens.model import Button, Screen, rows_of
from bot.screens.press import ChosenGamePress
from bot.screens.refusals import refusal_text
from bot.services.lookup import GameChoice
from bot.tables.errors import Refused
from bot.texts import Texts, isolated

_MOST = 25


def which_game(error: Refused, asked: str, texts: Texts) -> Screen:
    """The games that could be meant; a press on one does there what was asked for.

    Args:
        error: the refusal `which-game`.
        asked: the command as the draft of a press, such as `scores`; without one the games are named only.
        texts: the language.
    """
    choices = cast("Sequence[GameChoice]", error.values.get("choices", ()))
    buttons = [Button(_label(choice, texts), ChosenGamePress(choice.game, asked)) for choice in choices]
    if not asked or not buttons:
        return Screen(refusal_text(error, texts))
    return Screen(_question(asked, texts), rows=rows_of(buttons[:_MOST], 1 if len(buttons) <= 5 else 5))


def _question(asked: str, texts: Texts) -> str:
    """Which game, and for what."""
    about, *rest = asked.split(".")
    if about == "leave" and rest:
        about = "remove"
    key = f"which.{'board' if about == 'text' else about}"
    return texts(key if texts.get(key) is not None else "games.which")


def _label(choice: GameChoice, texts: Texts) -> str:
    """A game in one line, at most 80 characters."""
    names = texts.join(*map(isolated, choice.names)) if choice.names else ""
    parts = (texts("rack.button", game=choice.game), texts(f"mode.{choice.mode}"), names)
    return " · ".join(part for part in parts if part)[:80]
