"""`python -m bot`: the command line; the only code that reads the clock, the environment and the system's randomness.

With a token the bot goes online, without one the local table opens; `backup` and `restore` copy the database. What
ends it is one plain English line.
"""

from __future__ import annotations

import argparse
import asyncio
import logging
import os
import secrets
import sys
import time
from collections.abc import Sequence
from datetime import UTC, datetime
from pathlib import Path
from random import SystemRandom
from shlex import quote
from typing import Final

from bot import __version__
from bot.app import System, run_local, run_online
from bot.config import Config, database_address, load
from bot.config_error import ConfigError
from bot.config_files import refuse_our_file
from bot.discord.runner import TokenRefused
from bot.local.page import has_desktop
from bot.local.table import LocalTableError
from bot.process.logging import set_up_logging
from bot.process.shutdown import stop_on_signals
from bot.services.results import rebuild
from data.address import Address
from data.opening import migrate, open_store
from data.sqlite import backup
from data.store import DatabaseUnusable, StoreError
from data.transfer import unused
from game.command_line import REFUSED, Parser, complain, echo, run

log = logging.getLogger("bot")

_PROG: Final = "python -m bot"
_ABOUT: Final = """Ingenious on Discord. With DISCORD_TOKEN in the environment or in .env the bot goes online;
without it the local table opens, a simulated Discord in the browser."""
_DOTENV: Final = Path(".env")
_END_S: Final = 9.5
"""How long after the first signal the process is over at the latest, whatever still hangs."""


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the bot until it is stopped, or one command; returns 0, or 2 where something must be put right first."""
    return run(_PROG, lambda: _command(arguments), filter_output=False)


def _command(arguments: Sequence[str] | None) -> int:
    options = _parser().parse_args(arguments)
    try:
        config = load(os.environ, _DOTENV, uses_database=options.command != "migrate")
        set_up_logging(config.log, config.token)
        _run(config, options)
    except (ConfigError, StoreError, LocalTableError, TokenRefused) as error:
        complain(error)
        return REFUSED
    return 0


def _parser() -> Parser:
    parser = Parser(
        prog=_PROG, description=_ABOUT, epilog="The settings are in .env.example; docs/operation.md says more."
    )
    parser.add_argument("--as", dest="as_name", metavar="NAME", help="local table: whose direct messages to show")
    parser.add_argument("--version", action="version", version=__version__)
    commands = parser.add_subparsers(dest="command", metavar="COMMAND", help="without one the bot runs")
    about = "copy the database to a new file, even while the bot runs"
    copy = commands.add_parser("backup", help=about, description=f"{about.capitalize()}.")
    copy.add_argument("file", metavar="FILE", type=Path, help="the new file; it holds a secret: keep it to yourself")
    about = "replace the database by a backup, while the bot is stopped"
    back = commands.add_parser("restore", help=about, description=f"{about.capitalize()}.")
    back.add_argument("file", metavar="FILE", type=Path, help="the backup; it stays where it is")
    about = "move everything to an empty database, while the bot is stopped"
    over = commands.add_parser("migrate", help=about, description=f"{about.capitalize()}.")
    over.add_argument("source", metavar="SOURCE", help="a file, or postgresql://user@host/database; it stays as it is")
    over.add_argument("target", metavar="TARGET", help="a file or URL as well; it must be empty")
    about = "make results and ratings from the games, while the bot is stopped"
    commands.add_parser("rebuild-results", help=about, description=f"{about.capitalize()}.")
    return parser


def _run(config: Config, options: argparse.Namespace) -> None:
    if options.as_name and (options.command or config.token is not None):
        raise ConfigError("AS=… (--as) is for the local table: give no command, and unset DISCORD_TOKEN")
    if options.command == "backup":
        refuse_our_file("backup", options.file, config.database, _DOTENV)
        backup.backup(_file(config.database, "pg_dump --format=custom --file={0} {1}", options.file), options.file)
        echo(f"{config.database} is copied to {options.file}.")
    elif options.command == "restore":
        kept = backup.restore(options.file, _file(config.database, "pg_restore --dbname={1} {0}", options.file))
        old = f" What was there before is kept as {kept}." if kept else ""
        echo(f"{config.database} is what {options.file} was.{old}")
    elif options.command == "migrate":
        asyncio.run(_migrate(options.source, options.target))
    elif options.command == "rebuild-results":
        asyncio.run(_rebuild(config.database))
    elif config.token is None:
        echo("No DISCORD_TOKEN is set: this is the local table, a simulated Discord in the browser.")
        asyncio.run(_local(config, options.as_name))
    else:
        asyncio.run(_online(config, config.token))


def _file(database: Address, tool: str, file: Path) -> Path:
    """The file of a database; one on a server has tools of its own. Raises `ConfigError`, which names the command."""
    if isinstance(database, Path):
        return database
    raise ConfigError(
        f"PostgreSQL has a tool of its own for this: {tool.format(quote(str(file)), quote(str(database)))}"
    )


async def _migrate(source: str, target: str) -> None:
    old, new = database_address("SOURCE", source), database_address("TARGET", target)
    rows = await migrate(old, new, clock=_system().clock, holder=f"migrate-{_system().process}")
    counts = ", ".join(f"{count} {table}" for table, count in rows.items())
    echo(f"{new} now holds everything from {old}: {counts}. Set INGENIOUS_DATABASE to it; {old} is as it was.")


async def _rebuild(database: Address) -> None:
    if isinstance(database, Path) and not database.is_file():
        raise DatabaseUnusable(str(database), "does not exist: check its name")
    system = _system()
    holder = f"rebuild-{system.process}"
    async with open_store(database, system.clock) as store, unused(store, str(database), holder, system.clock):
        made = await rebuild(store)
    left = f" {made.unreadable} cannot be read and were left out." if made.unreadable else ""
    echo(f"{database} has {made.rows} results of {made.games} games.{left}")


async def _online(config: Config, token: str) -> None:
    log.info("starting", extra={"version": __version__, "pid": os.getpid()})
    await run_online(config, token, _system(), stop_on_signals(_END_S))
    log.info("stopped")


async def _local(config: Config, as_name: str | None) -> None:
    await run_local(config, as_name, _system(), stop_on_signals(_END_S), echo)


def _steady_s() -> float:
    """A clock in seconds that never jumps, and goes on while the machine sleeps where the system has such a clock."""
    return time.clock_gettime(time.CLOCK_BOOTTIME) if hasattr(time, "CLOCK_BOOTTIME") else time.monotonic()


def _system() -> System:
    return System(
        clock=lambda: datetime.now(UTC),
        steady_s=_steady_s,
        seed=lambda: SystemRandom().getrandbits(128),
        entropy=secrets.token_bytes,
        process=secrets.token_hex(8),
        desktop=has_desktop(sys.platform, os.environ),
    )


if __name__ == "__main__":
    sys.exit(main())
