"""The way from one turn to the next one that waits for the same person, in whatever channel or server."""

from __future__ import annotations

from dataclasses import replace

from bot.screens.location import Whereabouts
from bot.screens.model import Button, Screen, with_button
from bot.screens.press import PersonPress
from bot.screens.verbs import PersonVerb
from bot.tables.table import Table
from bot.texts import Texts


def with_next(screen: Screen, waiting: int, texts: Texts) -> Screen:
    """The screen with the way to the next turn, where so many games wait for its reader and there is room."""
    if not waiting:
        return screen
    return with_button(
        screen, Button(texts("next.button", count=waiting), PersonPress(PersonVerb.NEXT_TURN), "primary")
    )


def headed(screen: Screen, table: Table, where: Whereabouts, gone: tuple[str, ...], texts: Texts) -> Screen:
    """The panel of a game that its reader sees from elsewhere: below its name, and below what became of others."""
    head = texts("next.head", game=table.id, location=where.location)
    return replace(screen, text="\n".join((*gone, head, screen.text)))


def none(gone: tuple[str, ...], texts: Texts) -> Screen:
    """No game waits."""
    return Screen("\n".join((*gone, texts("next.none"))))
