"""Who draws for the tests: one painter for all, or none where nobody looks at the pictures."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from typing_extensions import override

from bot.pictures import Painter, Pictures
from render.paint import Drawable
from render.scene_builder import Scene

BLANK = b"\x89PNG\r\n\x1a\n"


class Blank(Painter):
    """A painter that does not draw, which would take most of the time of a long game."""

    @override
    async def picture(self, scene: Drawable, theme: str | None = None) -> bytes:
        return BLANK

    @override
    async def animation(self, scenes: Sequence[Scene], theme: str | None = None) -> bytes:
        return BLANK


@cache
def painter() -> Pictures:
    """The painter of this process.

    One for each test would load its theme anew, and in a thread of its own, for which glibc keeps the memory of all
    pictures that were drawn in it: a run of all tests grew to 1.8 GB.
    """
    return Pictures()
