"""What a person is shown, as a value: text, picture and controls, before it becomes a Discord message."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, replace
from typing import Literal

from bot.screens.press import Press
from data.ids import ChannelId, GameId, UserId
from render.paint import Drawable
from render.scene_builder import Scene

Style = Literal["primary", "secondary", "success", "danger"]


@dataclass(frozen=True, slots=True)
class Button:
    """A button; its label is at most 80 characters."""

    label: str
    press: Press
    style: Style = "secondary"
    emoji: str | None = None
    spelt: str = ""
    """The label in letters, beside the emoji of its first colour or where there are no emojis; the label if absent."""


@dataclass(frozen=True, slots=True)
class Option:
    """A line of a select; each text is at most 100 characters."""

    label: str
    value: str
    description: str | None = None
    chosen: bool = False


@dataclass(frozen=True, slots=True)
class Select:
    """A menu of at most 25 options, of which one is chosen."""

    press: Press
    placeholder: str
    options: tuple[Option, ...] = ()


@dataclass(frozen=True, slots=True)
class ChannelSelect(Select):
    """A menu whose options are the channels of the server in which messages can be written; none may be chosen."""

    chosen: tuple[ChannelId, ...] = ()
    most: int = 1
    """How many can be chosen, 25 at most."""


Row = tuple[Button, ...] | Select
"""A line of controls: up to five buttons, or one select. A message has at most five."""


@dataclass(frozen=True, slots=True)
class Screen:
    """A message to come. It shows only what its reader may see."""

    text: str
    picture: Drawable | None = None
    alt: str = ""
    """The picture in words, at most 1,024 characters; without hidden things unless they are the reader's."""
    rows: tuple[Row, ...] = ()
    mentions: tuple[UserId, ...] = ()
    """The users that the text may notify; mentions of any other do nothing."""
    file: tuple[str, bytes] | None = None
    """A file to attach: its name and what is in it."""
    theme: str | None = None
    """The look of the picture; `None` is the default."""
    keeps_picture: bool = False
    """Whether a message that it replaces shows this picture, or one that serves as well: it is not sent again."""
    moving: tuple[Scene, ...] = ()
    """The frames of an animation to show instead of a picture."""
    panel_below: GameId | None = None
    """The game of who plays alone, whose panel follows as a message of its own below the board that is on its way."""
    board_below: GameId | None = None
    """The game whose board is posted for all below this answer, in a message of others."""
    is_on_board: bool = False
    """Whether the board that was pressed shows the same: beside it there is no need for this screen."""
    posted: Screen | None = None
    """A message for all in the channel, beside this answer."""
    later: Callable[[], Awaitable[Sequence[Screen]]] | None = None
    """Gives what takes long: its first screen takes the place of this answer, the others follow it; may raise."""


_ROWS, _BUTTONS = 5, 5
"""How many lines of controls a message has at most, and how many buttons a line."""


def with_button(screen: Screen, button: Button) -> Screen:
    """The screen with a button more: in the last line of buttons with room, else below; the same where all is full."""
    rows = list(screen.rows)
    for at in range(len(rows) - 1, -1, -1):
        row = rows[at]
        if isinstance(row, tuple) and len(row) < _BUTTONS:
            rows[at] = (*row, button)
            return replace(screen, rows=tuple(rows))
    return screen if len(rows) == _ROWS else replace(screen, rows=(*rows, (button,)))


def rows_of(buttons: list[Button], width: int = 5) -> tuple[tuple[Button, ...], ...]:
    """The buttons in lines."""
    return tuple(tuple(buttons[at : at + width]) for at in range(0, len(buttons), width))
