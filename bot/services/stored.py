"""What one interaction has stored, so that an answer which fails later does not ask to try it again."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar


class Stored:
    """Whether something was stored, and whether it was a move of the person."""

    def __init__(self) -> None:
        self.anything = False
        self.move = False


_current: ContextVar[Stored | None] = ContextVar("stored", default=None)


@contextmanager
def noting() -> Generator[Stored]:
    """What is stored in the block, and in tasks that it starts."""
    stored = Stored()
    token = _current.set(stored)
    try:
        yield stored
    finally:
        _current.reset(token)


def note(*, move: bool = False) -> None:
    """Note that something was stored for the interaction that is answered here, if there is one."""
    stored = _current.get()
    if stored is not None:
        stored.anything = True
        stored.move = stored.move or move
