"""Which game a message of the bot is about: by its buttons, else by how it begins. Pure."""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import cache
from typing import Final

from bot.screens.custom_ids import parse
from bot.screens.press import game_of
from bot.texts import LANGUAGES, texts
from data.ids import GameId

_BEGINNINGS: Final = ("board.replaced", "replay.head", "analysis.head", "over.head", "end.head")
"""The texts with which a message without buttons may begin."""


def game_of_message(text: str, custom_ids: Iterable[str]) -> GameId | None:
    """The game; `None` where the message is about none."""
    for custom_id in custom_ids:
        press = parse(custom_id)
        game = game_of(press) if press else None
        if game is not None:
            return game
    found = _beginning().match(text)
    number = next((one for one in found.groups() if one), None) if found else None
    return GameId(int(number)) if number else None


@cache
def _beginning() -> re.Pattern[str]:
    forms = {form for language in LANGUAGES for key in _BEGINNINGS for form in texts(language).forms(key).values()}
    return re.compile("|".join(sorted(map(_up_to_number, forms))))


def _up_to_number(form: str) -> str:
    """The beginning of a text with its number, as a regular expression; up to what is filled in after that."""
    before, _, after = form.partition("{game}")
    return f"{re.escape(before)}([0-9]{{1,14}}){re.escape(after.split('{')[0])}"
