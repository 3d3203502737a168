"""Scenes to PNG files, drawn in one thread of their own and kept for a while.

One thread is enough: Pillow lets go of the lock where it takes long, and pictures that wait do not wait longer for
it. Equal scenes are equal pictures, so a scene is its own key.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from concurrent.futures import ThreadPoolExecutor
from typing import Final

from render.paint import draw, png
from render.scene import Scene
from render.theme import Theme, load_theme

_KEPT: Final = 64


class Images:
    """The painter. `close` it when the bot ends."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="painter")
        self._theme: Theme | None = None
        self._kept: OrderedDict[Scene, bytes] = OrderedDict()

    async def picture(self, scene: Scene) -> bytes:
        """The scene as a PNG file."""
        kept = self._kept.get(scene)
        if kept is None:
            kept = await asyncio.get_running_loop().run_in_executor(self._thread, self._paint, scene)
            self._kept[scene] = kept
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return kept

    def _paint(self, scene: Scene) -> bytes:
        if self._theme is None:
            self._theme = load_theme()
        return png(draw(scene, self._theme))

    def close(self) -> None:
        """End the thread; what it draws at the moment is finished."""
        self._thread.shutdown(wait=True, cancel_futures=True)
