"""Pictures that nobody looks at: drawing them would take most of the time of a long game."""

from __future__ import annotations

from collections.abc import Sequence

from typing_extensions import override

from bot.pictures import Painter
from render.scene_builder import Scene

BLANK = b"\x89PNG\r\n\x1a\n"


class Blank(Painter):
    """A painter that does not draw."""

    @override
    async def picture(self, scene: Scene, theme: str | None = None) -> bytes:
        return BLANK

    @override
    async def animation(self, scenes: Sequence[Scene], theme: str | None = None) -> bytes:
        return BLANK
