"""Scenes to PNG files, drawn in one thread of their own and kept for a while.

One thread is enough: Pillow lets go of the lock where it takes long, and pictures that wait do not wait longer for
it. Equal scenes are equal pictures, so a scene is its own key.
"""

from __future__ import annotations

import asyncio
from collections import OrderedDict
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from typing import Final, Protocol

from render.animation import animation
from render.paint import Drawable, draw, png, warm_up
from render.scene_builder import Scene
from render.theme import DEFAULT, THEME_NAMES, Theme, load_theme

_KEPT: Final = 64


class Painter(Protocol):
    """What the bot needs of pictures, so that a test can do without drawing them."""

    async def picture(self, scene: Drawable, theme: str | None = None) -> bytes:
        """The scene as a PNG file, in the theme of this name; one that is not known is the default."""
        ...

    async def animation(self, scenes: Sequence[Scene], theme: str | None = None) -> bytes:
        """The scenes one after the other as a GIF file."""
        ...


class Pictures:
    """The painter. `close` it when the bot ends."""

    def __init__(self) -> None:
        self._thread = ThreadPoolExecutor(1, thread_name_prefix="painter")
        self._themes: dict[str, Theme] = {}
        self._kept: OrderedDict[tuple[Drawable, str], bytes] = OrderedDict()

    async def picture(self, scene: Drawable, theme: str | None = None) -> bytes:
        """The scene as a PNG file, in the theme of this name; one that is not known is the default."""
        name = _known(theme)
        kept = self._kept.get((scene, name))
        if kept is None:
            kept = await self._in_thread(lambda: png(draw(scene, self._theme(name))))
            self._kept[scene, name] = kept
            while len(self._kept) > _KEPT:
                self._kept.popitem(last=False)
        return kept

    async def animation(self, scenes: Sequence[Scene], theme: str | None = None) -> bytes:
        """The scenes one after the other as a GIF file."""
        name = _known(theme)
        return await self._in_thread(lambda: animation(scenes, self._theme(name)))

    async def _in_thread(self, work: Callable[[], bytes]) -> bytes:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _theme(self, name: str) -> Theme:
        """A theme, made when it is first needed; only ever called in the thread."""
        if name not in self._themes:
            theme = load_theme(name)
            warm_up(theme)
            self._themes[name] = theme
        return self._themes[name]

    def close(self) -> None:
        """End the thread; what it draws at the moment is finished."""
        self._thread.shutdown(wait=True, cancel_futures=True)


def _known(theme: str | None) -> str:
    """The name of a theme that there is: this one, or the default."""
    return theme if theme is not None and theme in THEME_NAMES else DEFAULT
