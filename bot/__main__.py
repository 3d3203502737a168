"""`python -m bot`: the only place where the parts are put together, and where clock, environment and chance come in.

With a token the bot goes online, without one the local table opens. Errors of start-up are one plain English line.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import SystemRandom
from types import FrameType
from typing import Final

import aiohttp
import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot import __version__, local
from bot.app import App
from bot.client import IngeniousClient
from bot.config import Config, ConfigError, load
from bot.images import Images
from bot.service import Tables
from data.sqlite import SqliteStore
from data.store import DatabaseUnusable

log = logging.getLogger("bot")

_RETRY_S: Final = (5, 15, 60, 300)
"""How long to wait before each new start after a connection failed for good; the last one repeats."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the bot until it is stopped. Returns the exit code: 0, or 2 where something must be put right first."""
    parser = argparse.ArgumentParser(prog="python -m bot", description="Ingenious on Discord, or at the local table.")
    parser.add_argument("--as", dest="as_name", metavar="NAME", help="local table: whose direct messages to show")
    parser.add_argument("--version", action="version", version=__version__)
    wishes = parser.parse_args(arguments)
    try:
        config = load(os.environ, Path(".env"))
        _set_up_logging(config.log)
        if config.token is None:
            asyncio.run(_local(config, wishes.as_name))
        else:
            if wishes.as_name:
                raise ConfigError("AS=… opens the local table, which needs DISCORD_TOKEN to be unset")
            asyncio.run(_online(config, config.token))
    except (ConfigError, DatabaseUnusable, local.LocalTableError) as error:
        print(error, file=sys.stderr)
        return 2
    except discord.LoginFailure:
        print("DISCORD_TOKEN is not accepted by Discord: copy it anew from the developer portal", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        pass
    return 0


def _set_up_logging(level: str) -> None:
    logging.basicConfig(
        level=level, stream=sys.stderr, format="%(asctime)s %(levelname)s %(name)s %(message)s", datefmt="%FT%T"
    )
    # What these log at DEBUG are whole payloads, racks included.
    for name in ("discord", "simcord", "asyncio", "aiohttp"):
        logging.getLogger(name).setLevel(max(logging.getLevelName(level), logging.WARNING))


@contextlib.asynccontextmanager
async def _app(config: Config) -> AsyncIterator[App]:
    """The store and what stands on it, closed at the end whatever happens."""

    def clock() -> datetime:
        return datetime.now(UTC)

    async with SqliteStore.open(config.database, clock=clock) as store:
        seed = config.seed if config.seed is not None else await store.seed(lambda: SystemRandom().getrandbits(128))
        images = Images()
        try:
            yield App(Tables(store, seed, clock), images, clock, config.language, __version__)
        finally:
            images.close()


def _stop_on_signals() -> asyncio.Event:
    """An event that the first SIGINT or SIGTERM sets; those that follow while the program ends change nothing."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    numbers = (signal.SIGINT, signal.SIGTERM)

    def on_signal(_number: int, _frame: FrameType | None) -> None:
        for number in numbers:
            signal.signal(number, signal.SIG_IGN)
        loop.call_soon_threadsafe(stop.set)

    # Not loop.add_signal_handler: the loop gives its handlers back when it closes, and Python all that are not
    # SIG_IGN when it exits, so that a second Ctrl-C would kill the program then.
    for number in numbers:
        signal.signal(number, on_signal)
    return stop


# --- online --------------------------------------------------------------------------------------------------------


async def _online(config: Config, token: str) -> None:
    log.info("Ingenious %s", __version__)
    if config.api_url and config.gateway_url:
        Route.BASE = config.api_url
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(config.gateway_url)
    stop = _stop_on_signals()
    async with _app(config) as app:
        failures = 0
        while not stop.is_set():
            client = IngeniousClient(app, invite=True)
            error = await _connected(client, token, stop)
            if error is None:
                break
            wait_s = _RETRY_S[min(failures, len(_RETRY_S) - 1)]
            failures += 1
            log.error("the connection failed (%s: %s); next try in %s s", type(error).__name__, error, wait_s)
            with contextlib.suppress(TimeoutError):
                await asyncio.wait_for(stop.wait(), wait_s)
    log.info("stopped")


async def _connected(client: IngeniousClient, token: str, stop: asyncio.Event) -> Exception | None:
    """Be online until stopped; the error, when the connection was lost for good.

    discord.py reconnects by itself, except where the very first connection to the gateway fails.

    Raises:
        discord.LoginFailure: the token is wrong.
    """
    running = asyncio.create_task(client.start(token))
    stopped = asyncio.create_task(stop.wait())
    await asyncio.wait((running, stopped), return_when=asyncio.FIRST_COMPLETED)
    stopped.cancel()
    await client.finish()
    await client.close()
    try:
        await running
    except discord.LoginFailure:
        raise
    except (AttributeError, OSError, aiohttp.ClientError, discord.DiscordException, TimeoutError) as error:
        return None if stop.is_set() else error
    return None


# --- the local table -----------------------------------------------------------------------------------------------


async def _local(config: Config, as_name: str | None) -> None:
    def echo(line: str) -> None:
        print(line, flush=True)

    echo("No DISCORD_TOKEN is set: this is the local table, a simulated Discord in the browser.")
    stop = _stop_on_signals()
    with local.exclusive(config.database):
        async with _app(config) as app:
            client = IngeniousClient(app)
            await local.run(
                client,
                as_name=as_name,
                echo=echo,
                stop=stop,
                opened=client.post.repost_all,
                browse=local.has_desktop(sys.platform, os.environ),
            )
            await client.finish()


if __name__ == "__main__":
    sys.exit(main())
