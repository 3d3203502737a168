"""What the messages and the timers of the outbox have in common."""

from __future__ import annotations

from typing import ClassVar, Literal

Scope = Literal["turn", "lobby", "game"]
"""With what a message or a timer lapses: its turn, the lobby (which begins or closes), or nothing but its game."""


class Traits:
    """What all messages and timers of a class have in common."""

    __slots__ = ()
    scope: ClassVar[Scope] = "game"
    postponable: ClassVar[bool] = False
    """Whether its moment moves when the bot or a server was away."""
    combined: ClassVar[bool] = False
    """Whether several that wait together become one: it says how the table is, not what happened."""
