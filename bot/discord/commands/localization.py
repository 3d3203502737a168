"""Names and descriptions of commands: English from `en.toml`, with the key by which the translator finds the others."""

from __future__ import annotations

from collections.abc import Iterable

import discord
from discord import app_commands

from bot.texts import FALLBACK, LANGUAGES, profile, spoken, texts


def described(key: str) -> app_commands.locale_str:
    """The English text of a key, translatable."""
    return app_commands.locale_str(texts(FALLBACK)(key), key=key)


def choices(values: Iterable[str]) -> list[app_commands.Choice[str]]:
    """The choices of an option, by their names."""
    return [app_commands.Choice(name=described(f"choice.{value}"), value=value) for value in values]


def languages(*others: str) -> list[app_commands.Choice[str]]:
    """The choices of an option that takes a language, each by its own name, and some others."""
    own = [app_commands.Choice(name=profile(language).name, value=language) for language in LANGUAGES]
    return own + choices(others)


def options(*names: str) -> dict[str, app_commands.locale_str]:
    """The descriptions of options; `with` is called `with_` in code."""
    return {name: described(f"option.about.{name.rstrip('_')}") for name in names}


def names(*given: str) -> dict[str, app_commands.locale_str]:
    """The names of options."""
    return {name: described(f"option.{name.rstrip('_')}") for name in given}


class TextTranslator(app_commands.Translator):
    """The names and descriptions of commands, options and choices in all languages but that of the tree."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,  # noqa: ARG002
    ) -> str | None:
        """The text of a string that carries a key; `None` where that of the tree is shown."""
        key, language = string.extras.get("key"), spoken(locale.value)
        if language is None or language == FALLBACK or not isinstance(key, str):
            return None
        return texts(language).get(key)
