"""`python -m bot`: the only place where the parts are put together, and where clock, environment and chance come in.

With a token the bot goes online, without one the local table opens; `backup` and `restore` copy the database. Errors
of start-up are one plain English line.
"""

from __future__ import annotations

import argparse
import asyncio
import contextlib
import logging
import os
import secrets
import signal
import sys
import threading
import time
from collections.abc import AsyncGenerator, Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import SystemRandom
from types import FrameType
from typing import Final

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from bot import __version__
from bot.config import Config, ConfigError, load
from bot.discord.client import IngeniousClient
from bot.discord.runner import Online
from bot.local import table as local
from bot.pictures import Pictures
from bot.process.health import Health
from bot.process.lease import Lease
from bot.process.logging import set_up_logging
from bot.services.context import Services
from bot.services.tables import Tables
from data import backup
from data.sqlite import SqliteStore
from data.store import DatabaseUnusable

log = logging.getLogger("bot")

_END_S: Final = 9.5
"""How long after the first signal the process is over at the latest, whatever still hangs."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the bot until it is stopped, or one command. Returns 0, or 2 where something must be put right first."""
    wishes = _parser().parse_args(arguments)
    try:
        config = load(os.environ, Path(".env"))
        set_up_logging(config.log, config.token)
        if wishes.command == "backup":
            backup.backup(config.database, wishes.file)
            print(f"{config.database} is copied to {wishes.file}.")
        elif wishes.command == "restore":
            _restore(config.database, wishes.file)
        elif config.token is None:
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


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bot", description="Ingenious on Discord, or at the local table.")
    parser.add_argument("--as", dest="as_name", metavar="NAME", help="local table: whose direct messages to show")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", help="without one the bot runs")
    copy = commands.add_parser("backup", help="copy the database to a new file, even while the bot runs")
    copy.add_argument("file", metavar="FILE", type=Path, help="the new file; it holds a secret: keep it to yourself")
    back = commands.add_parser("restore", help="put a backup in the place of the database, while the bot is stopped")
    back.add_argument("file", metavar="FILE", type=Path, help="the backup; it stays where it is")
    return parser


def _restore(database: Path, file: Path) -> None:
    kept = backup.restore(file, database)
    print(f"{database} is what {file} was.{f' What was there before is kept as {kept}.' if kept else ''}")


@contextlib.asynccontextmanager
async def _app(config: Config) -> AsyncGenerator[Services]:
    """The store and what stands on it, closed at the end whatever happens."""
    async with SqliteStore.open(config.database, clock=_now) as store:
        seed = config.seed if config.seed is not None else await store.seed(lambda: SystemRandom().getrandbits(128))
        images = Pictures()
        try:
            yield Services(Tables(store, seed, _now), images, _now, config.language, __version__)
        finally:
            images.close()


@contextlib.asynccontextmanager
async def _health(config: Config, services: Services) -> AsyncGenerator[Health]:
    """The health file, kept up to date meanwhile; the last that stands in it is that the bot ends."""
    health = Health(config.health, services.store, services.clock, services.guard, services.version)
    keeping = asyncio.create_task(health.keep(), name="health")
    try:
        yield health
    finally:
        health.turn("ending")
        await asyncio.wait((keeping,), timeout=1)
        keeping.cancel()


def _now() -> datetime:
    return datetime.now(UTC)


def _stop_on_signals() -> asyncio.Event:
    """An event that the first SIGINT or SIGTERM sets; those that follow while the program ends change nothing."""
    stop = asyncio.Event()
    loop = asyncio.get_running_loop()
    numbers = (signal.SIGINT, signal.SIGTERM)

    def on_signal(_number: int, _frame: FrameType | None) -> None:
        for number in numbers:
            signal.signal(number, signal.SIG_IGN)
        last = threading.Timer(_END_S, _end_anyway)
        last.daemon = True
        last.start()
        loop.call_soon_threadsafe(stop.set)

    # Not loop.add_signal_handler: the loop gives its handlers back when it closes, and Python all that are not
    # SIG_IGN when it exits, so that a second Ctrl-C would kill the program then.
    for number in numbers:
        signal.signal(number, on_signal)
    return stop


def _end_anyway() -> None:
    """End although something hangs, which loses nothing: what is not in the database has not happened."""
    log.error("something did not end in time; ended anyway")
    os._exit(1)


# --- online --------------------------------------------------------------------------------------------------------


async def _online(config: Config, token: str) -> None:
    log.info("starting", extra={"version": __version__, "pid": os.getpid()})
    if config.api_url and config.gateway_url:
        Route.BASE = config.api_url
        DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(config.gateway_url)
    stop = _stop_on_signals()
    async with _app(config) as services, _health(config, services) as health:

        def make() -> IngeniousClient:
            return IngeniousClient(
                services, invite=True, emojis=True, turned=lambda online: health.turn("online" if online else "offline")
            )

        mark = config.database.with_name(f"{config.database.name}.lock")
        lease = Lease(services.store, secrets.token_hex(8), mark, _now, time.monotonic)
        await Online(services, lease, health, make, token, stop).run()
    log.info("stopped")


# --- the local table -----------------------------------------------------------------------------------------------


async def _local(config: Config, as_name: str | None) -> None:
    def echo(line: str) -> None:
        print(line, flush=True)

    echo("No DISCORD_TOKEN is set: this is the local table, a simulated Discord in the browser.")
    stop = _stop_on_signals()
    with local.exclusive(config.database):
        async with _app(config) as services, _health(config, services) as health:
            # Without emojis of the application: the page of the simulated Discord cannot show them.
            client = IngeniousClient(services, turned=lambda online: health.turn("online" if online else "offline"))
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
