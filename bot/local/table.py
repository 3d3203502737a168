"""The local table: puts a client into the simulated Discord and serves its page until it is stopped."""

from __future__ import annotations

import asyncio
import contextlib
import logging
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from typing import Final
from urllib.parse import urlsplit

import discord
import simcord

from bot.local.page import in_time, open_in_browser, opened_page
from bot.local.windows import Windows
from bot.local.world import PEOPLE, build_world, keep_time

_TICK_S: Final = 0.02


class LocalTableError(Exception):
    """Why the local table cannot open or go on, in one line for the terminal."""


async def run(
    client: discord.Client,
    *,
    as_name: str | None,
    key: str,
    echo: Callable[[str], None],
    stop: asyncio.Event,
    opened: Callable[[], Awaitable[None]] | None = None,
    browse: bool = False,
) -> None:
    """Serve `client` at the local table until `stop` is set or the page ends the session.

    Args:
        client: not yet logged in; its store is the caller's to open and close.
        as_name: one of PEOPLE to show that person's direct messages with the bot; None shows the channel.
        key: a secret of the database, from which the address of the page is made.
        echo: takes the lines for the terminal, the page's address among them.
        stop: ends the table; setting it again does no harm.
        opened: awaited once the bot is online and before the page is; where boards are reposted.
        browse: open the page in the desktop's browser.

    Raises:
        LocalTableError: `as_name` is nobody at this table.
    """
    as_name = as_name.lower() if as_name else None
    if as_name is not None and as_name not in PEOPLE:
        raise LocalTableError(f"AS={as_name} is nobody at this table: use one of {', '.join(PEOPLE)}")
    world = build_world(client)
    async with _online(world.env):
        if opened is not None:
            await opened()
        async with opened_page(world, as_name, key) as preview:
            echo(f"{_title(as_name)}: {preview.url}")
            if browse:
                open_in_browser(preview.url)
            else:
                echo(_from_another_machine(preview.url))
            await _serve(world.env, preview, stop)
    echo("The local table is closed; its games are kept.")


@contextlib.asynccontextmanager
async def _online(env: simcord.Env) -> AsyncIterator[None]:
    await env.start()
    try:
        with env.time_context(), _quiet():
            yield
    finally:
        await in_time(env.shutdown())


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Keep asyncio from reporting the helper processes of the page, which simcord starts, as unknown when they end."""

    def keep(record: logging.LogRecord) -> bool:
        return not record.getMessage().startswith("Unknown child process pid")

    logger = logging.getLogger("asyncio")
    logger.addFilter(keep)
    try:
        yield
    finally:
        logger.removeFilter(keep)


async def _serve(env: simcord.Env, preview: simcord.Preview, stop: asyncio.Event) -> None:
    """Keep the clock and the windows up to date until the table is stopped or its page ends the session."""
    windows = Windows(env, preview)
    ended = asyncio.ensure_future(preview.wait_closed())
    stopped = asyncio.ensure_future(stop.wait())
    try:
        while not (ended.done() or stopped.done()):
            keep_time(env)
            await windows.catch_up()
            await asyncio.wait((ended, stopped), timeout=_TICK_S, return_when=asyncio.FIRST_COMPLETED)
    finally:
        ended.cancel()
        stopped.cancel()


def _title(as_name: str | None) -> str:
    if as_name is None:
        return f"Local table, #ingenious, with {', '.join(PEOPLE)} (choose at the top who you are)"
    return f"Local table, direct messages of {as_name}"


def _from_another_machine(url: str) -> str:
    """How to reach the page where this machine has no browser."""
    port = urlsplit(url).port
    return (
        f"No browser here? On the machine that has one: ssh -L {port}:127.0.0.1:{port} THIS-MACHINE, then the address."
    )
