"""What everybody in a channel is to see, with what stands for it where the channel does not take it. Pure."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

from bot.screens.model import Screen
from bot.screens.text_board import text_board
from bot.services.context import public_texts
from bot.services.loaded import Loaded


@dataclass(frozen=True, slots=True)
class PublicScreen:
    """A screen for a channel."""

    screen: Screen
    without_names: Callable[[], Screen]
    """The same with a text of ours alone: the words that are not allowed may be anybody's name."""
    without_files: Callable[[], Screen]
    """The same without its picture and its file."""


def of_game(screen: Screen, loaded: Loaded) -> PublicScreen:
    """A public screen of a game."""
    return PublicScreen(screen, lambda: _without_names(loaded, screen), lambda: _as_text(loaded, screen))


def unchanging(screen: Screen) -> PublicScreen:
    """A public screen of words of ours alone, without a picture: nothing can stand for it."""
    return PublicScreen(screen, lambda: screen, lambda: screen)


def _without_names(loaded: Loaded, screen: Screen) -> Screen:
    text = public_texts(loaded)("place.refused", game=loaded.table.id)
    return replace(screen, text=" ".join([*(f"<@{user}>" for user in screen.mentions), text]), alt="")


def _as_text(loaded: Loaded, screen: Screen) -> Screen:
    """The first line of a screen, and the board as text."""
    table = loaded.table
    if screen.picture is None or table.state is None:
        return without_files(screen)
    head = screen.text.split("\n", 1)[0]
    text = f"{head}\n{text_board(table.view_for(None), table.names, public_texts(loaded))}"
    return replace(without_files(screen), text=text)


def without_files(screen: Screen) -> Screen:
    """A screen without what is attached to it."""
    return replace(screen, picture=None, file=None, moving=())
