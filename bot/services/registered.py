"""What Discord has registered for the application."""

from __future__ import annotations

from dataclasses import dataclass, field

from game.tiles import Colour


@dataclass(frozen=True, slots=True)
class Registered:
    """The emojis and commands of the application, filled by the client when Discord has taken them."""

    emojis: dict[Colour, str] = field(default_factory=dict[Colour, str])
    """The symbols as emojis; empty where there are none."""
    commands: dict[str, int] = field(default_factory=dict[str, int])
    """The numbers of the commands by name; empty until they are known."""
