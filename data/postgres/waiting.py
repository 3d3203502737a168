"""Waiting for what must come to its end, whatever is cancelled meanwhile."""

import asyncio
from collections.abc import Coroutine
from typing import TypeVar

T = TypeVar("T")


async def to_its_end(work: Coroutine[object, None, T]) -> T:
    """What the work gives; a cancellation of the caller is raised when it is done."""
    task = asyncio.ensure_future(work)
    cancelled: asyncio.CancelledError | None = None
    while not task.done():
        try:
            await asyncio.wait((task,))
        except asyncio.CancelledError as error:
            cancelled = error
    if cancelled is not None:
        if not task.cancelled():
            task.exception()  # it is not raised, so it is marked as seen
        raise cancelled
    return task.result()
