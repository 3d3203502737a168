"""The page of the local table: simcord's preview with our style, a greeting, and an address that stays the same."""

from __future__ import annotations

import asyncio
import contextlib
import hashlib
import logging
import webbrowser
from collections.abc import AsyncIterator, Awaitable, Mapping
from pathlib import Path
from typing import Final

import simcord

from bot.local.channels import Channels
from bot.local.world import PEOPLE, World

log = logging.getLogger(__name__)

_CLOSE_S: Final = 4.0
_FILES: Final = {
    "/preview.css": ("local.css", "text/css", "/simcord.css"),
    "/app.js": ("local.js", "application/javascript", "/simcord.js"),
    "/channels.js": ("channels.js", "application/javascript", None),
}
"""Files of ours: one instead of a file of simcord's imports that from another path, which stands last."""
_KEY_LENGTH: Final = 12
"""Letters of the address after which nobody guesses the page; short enough to be typed on a phone."""
_PORTS: Final = range(20_000, 32_000)


@contextlib.asynccontextmanager
async def opened_page(world: World, as_name: str | None, key: str) -> AsyncIterator[simcord.Preview]:
    """The page, of the channel or of one person's direct messages with the bot.

    `key` is a secret of the database: with the same key the page has the same address, if its port is free, so that a
    page that is open in the browser goes on after a restart.
    """
    preview = await _started(world, as_name, key)
    try:
        yield preview
    finally:
        await in_time(preview.close())


def usual_port(as_name: str | None, key: str) -> int:
    """The port of the page, unless another program has it."""
    return _PORTS[int(_digest(as_name, key), 16) % len(_PORTS)]


def _digest(as_name: str | None, key: str) -> str:
    return hashlib.sha256(f"local table {as_name or ''} {key}".encode()).hexdigest()


async def _started(world: World, as_name: str | None, key: str) -> simcord.Preview:
    digest = _digest(as_name, key)
    for port in (usual_port(as_name, key), None):
        preview = _preview(world, as_name, port)
        preview.capability = digest[:_KEY_LENGTH]
        with_own_files(preview)
        Channels(preview)
        try:
            await preview.__aenter__()
        except simcord.SetupError:
            if port is None:
                raise
            await in_time(preview.close())
        else:
            return preview
    raise AssertionError


def _preview(world: World, as_name: str | None, port: int | None) -> simcord.Preview:
    if as_name is None:
        return world.env.preview(world.channel, viewers=world.members, layout="channel", port=port)
    user = world.members[PEOPLE.index(as_name)].user
    return world.env.preview(user.dm_channel, viewers=[user], layout="channel", port=port)


def with_own_files(preview: simcord.Preview) -> None:
    """Serve our files, some instead of simcord's; simcord has no public way to do that."""
    server = preview._server  # noqa: SLF001
    files, types = dict(server._STATIC_FILES), dict(server._STATIC_CONTENT_TYPES)  # noqa: SLF001
    for route, (name, content_type, moved) in _FILES.items():
        ours = str(Path(__file__).with_name(name))
        if moved is not None:
            files[moved] = files[route]
        files[route], types[ours] = ours, content_type
    vars(server).update(_STATIC_FILES=files, _STATIC_CONTENT_TYPES=types)


def has_desktop(platform: str, environ: Mapping[str, str]) -> bool:
    """Whether somebody sees a browser window that is opened here (`platform` as in `sys.platform`)."""
    return platform in {"darwin", "win32"} or bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))


def open_in_browser(url: str) -> None:
    """Open an address in the desktop's browser, if that works."""
    with contextlib.suppress(webbrowser.Error, OSError):
        webbrowser.open(url)


async def in_time(ending: Awaitable[None]) -> None:
    """Wait for something to end, but not for so long that it holds up the end of the program."""
    try:
        await asyncio.wait_for(ending, _CLOSE_S)
    except (TimeoutError, simcord.SetupError) as error:
        log.info("ended while something was still running", extra={"error": error})
