"""What one interaction has written to the store, so that an answer which fails later does not ask to try it again."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from contextvars import ContextVar


class Writes:
    """Whether anything was written, and whether it was a move of the person."""

    def __init__(self) -> None:
        self.anything = False
        self.move = False


_current: ContextVar[Writes | None] = ContextVar("writes", default=None)


@contextmanager
def recording() -> Generator[Writes]:
    """What is written in the block, and in tasks that it starts."""
    writes = Writes()
    token = _current.set(writes)
    try:
        yield writes
    finally:
        _current.reset(token)


def record(*, move: bool = False) -> None:
    """Record that something was written for the interaction that is answered here, if there is one."""
    writes = _current.get()
    if writes is not None:
        writes.anything = True
        writes.move = writes.move or move
