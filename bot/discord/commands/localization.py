"""Names and descriptions of commands: English from `en.toml`, with the key by which the translator finds the others."""

from __future__ import annotations

from collections.abc import Iterable

from discord import app_commands

from bot.texts import texts


def described(key: str) -> app_commands.locale_str:
    """The English text of a key, translatable."""
    return app_commands.locale_str(texts("en")(key), key=key)


def choices(values: Iterable[str]) -> list[app_commands.Choice[str]]:
    """The choices of an option, by their names."""
    return [app_commands.Choice(name=described(f"choice.{value}"), value=value) for value in values]


def options(*names: str) -> dict[str, app_commands.locale_str]:
    """The descriptions of options; `with` is called `with_` in code."""
    return {name: described(f"option.about.{name.rstrip('_')}") for name in names}


def names(*given: str) -> dict[str, app_commands.locale_str]:
    """The names of options."""
    return {name: described(f"option.{name.rstrip('_')}") for name in given}
