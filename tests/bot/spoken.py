"""The languages of the bot as tests use them."""

from __future__ import annotations

from typing import Final

from bot.texts import LANGUAGES, Language, profile

LOCALES: Final[dict[Language, str]] = {language: profile(language).discord[-1] for language in LANGUAGES}
"""The Discord locale of somebody who reads a language."""
PLAYED: Final[tuple[Language, ...]] = ("en", "de")
"""The languages in which everything is tried by playing; the texts of the others are checked where they are written."""
