"""The local table: the bot, unmodified, in a simulated Discord that a browser on this machine shows.

It knows how to build a small Discord and to serve it. It must not know games, the store, the settings or the
environment: the client comes ready-made and the caller closes what the client uses.
"""

import asyncio
import contextlib
import fcntl
import logging
import webbrowser
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Mapping
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import discord
import simcord

PEOPLE = ("ann", "ben", "cem", "dia")
"""Who sits at the local table, by the name that `AS=` takes."""

_LOG = logging.getLogger(__name__)
_TICK_S = 0.02
_CLOSE_S = 4.0


class LocalTableError(Exception):
    """Why the local table cannot open, in one line for the terminal."""


@dataclass(frozen=True)
class World:
    """The simulated Discord before the bot joins it: one server, its channel and the people."""

    env: simcord.Env
    channel: simcord.ChannelHandle
    members: tuple[simcord.MemberActor, ...]


@contextlib.contextmanager
def exclusive(database: Path) -> Iterator[None]:
    """Keep a second local table off the same database file.

    The lock ends with the process however that ends; the empty file beside the database stays.

    Raises:
        LocalTableError: another process holds the database, or the lock file cannot be written.
    """
    path = database.with_name(f"{database.name}.lock")
    try:
        file = path.open("a")
    except OSError as error:
        raise LocalTableError(f"{path} cannot be written: {error.strerror}") from None
    with file:
        try:
            fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise LocalTableError(
                f"a local table is already open on {database}: use its page, end it, or name another INGENIOUS_DATABASE"
            ) from None
        yield


def has_desktop(platform: str, environ: Mapping[str, str]) -> bool:
    """Whether a page that is opened here would be seen by somebody (`platform` as in `sys.platform`)."""
    return platform in {"darwin", "win32"} or bool(environ.get("DISPLAY") or environ.get("WAYLAND_DISPLAY"))


async def run(
    client: discord.Client,
    *,
    as_name: str | None,
    echo: Callable[[str], None],
    stop: asyncio.Event,
    opened: Callable[[], Awaitable[None]] | None = None,
    browse: bool = False,
) -> None:
    """Seat `client` at the local table and serve its page until `stop` is set or the page ends the session.

    Args:
        client: not yet logged in; its store is the caller's to open and close.
        as_name: one of PEOPLE to show that person's direct messages with the bot; None shows the channel.
        echo: takes the lines for the terminal, the page's address among them.
        stop: ends the table; setting it again does no harm.
        opened: awaited once the bot is online and before the page is; the place to post boards anew.
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
        async with _preview(world, as_name) as preview:
            echo(f"{_place(as_name)}: {preview.url}")
            if browse:
                _open_page(preview.url)
            await _serve(world.env, preview, stop)
    echo("The local table is closed; its games are kept.")


def build_world(client: discord.Client) -> World:
    """Give the server, the channel and the people, with the same ids at every start.

    The world is built at simcord's fixed first instant and its clock then put to now: so the ids of people and
    channels, which the store keeps, stay, and those of messages are new.
    """
    env = simcord.Env(client, check_errors=False)
    env.backend.edit_bot_profile("Ingenious")
    guild = env.create_guild("Local table")
    channel = guild.create_text_channel("ingenious")
    users = [env.create_user(name, global_name=name.capitalize()) for name in PEOPLE]
    members = tuple(guild.add_member(user) for user in users)
    for user in users:
        _ = user.dm_channel
    _keep_time(env)
    return World(env, channel, members)


@contextlib.contextmanager
def _quiet() -> Iterator[None]:
    """Keep asyncio from reporting the helpers of the page, which simcord starts, as unknown when they have ended."""

    def keep(record: logging.LogRecord) -> bool:
        return not record.getMessage().startswith("Unknown child process pid")

    logger = logging.getLogger("asyncio")
    logger.addFilter(keep)
    try:
        yield
    finally:
        logger.removeFilter(keep)


@contextlib.asynccontextmanager
async def _online(env: simcord.Env) -> AsyncIterator[None]:
    await env.start()
    try:
        with env.time_context(), _quiet():
            yield
    finally:
        await _in_time(env.shutdown())


@contextlib.asynccontextmanager
async def _preview(world: World, as_name: str | None) -> AsyncIterator[simcord.Preview]:
    if as_name is None:
        preview = world.env.preview(world.channel, viewers=world.members, layout="channel")
    else:
        user = world.members[PEOPLE.index(as_name)].user
        preview = world.env.preview(user.dm_channel, viewers=[user], layout="channel")
    _style(preview)
    await preview.__aenter__()
    try:
        yield preview
    finally:
        await _in_time(preview.close())


def _style(preview: simcord.Preview) -> None:
    """Serve local.css in place of simcord's style, which it imports; simcord has no public way to do that."""
    server = preview._server  # noqa: SLF001
    style = str(Path(__file__).with_name("local.css"))
    files = {**server._STATIC_FILES, "/preview.css": style, "/simcord.css": "preview.css"}  # noqa: SLF001
    types = {**server._STATIC_CONTENT_TYPES, style: "text/css"}  # noqa: SLF001
    vars(server).update(_STATIC_FILES=files, _STATIC_CONTENT_TYPES=types)


async def _serve(env: simcord.Env, preview: simcord.Preview, stop: asyncio.Event) -> None:
    """Keep the time and the windows up to date until the table is stopped or its page ends the session."""
    windows = _Windows(env, preview)
    ended = asyncio.ensure_future(preview.wait_closed())
    stopped = asyncio.ensure_future(stop.wait())
    try:
        while not (ended.done() or stopped.done()):
            _keep_time(env)
            await windows.catch_up()
            await asyncio.wait((ended, stopped), timeout=_TICK_S, return_when=asyncio.FIRST_COMPLETED)
    finally:
        ended.cancel()
        stopped.cancel()


class _Windows:
    """The browser windows at the table, each of which is to see what happens in the others.

    simcord publishes the page that acted, and `Preview.refresh` every page; but a page that was published anew
    refuses presses until its browser has asked again, up to half a second later. So after a press the other pages
    alone are published, for which simcord has no public way; `refresh` remains for what the bot does by itself.
    """

    def __init__(self, env: simcord.Env, preview: simcord.Preview) -> None:
        self._preview = preview
        self._transcript = env.backend.transcript
        self._shown = len(self._transcript)
        self._act = preview._action  # noqa: SLF001
        preview._action = self._act_and_tell  # noqa: SLF001

    async def catch_up(self) -> None:
        """Publish what was not shown yet; while somebody's press is being answered, that does it."""
        length = len(self._transcript)
        if length == self._shown:
            return
        try:
            await self._preview.refresh()
        except simcord.SetupError:
            return
        except TimeoutError as error:
            _LOG.warning("the page may be behind", extra={"error": error})
        self._shown = length

    async def _act_and_tell(self, context_id: str | None, body: Mapping[str, Any]) -> dict[str, Any]:
        all_shown = self._shown == len(self._transcript)
        receipt = await self._act(context_id, body)
        if not receipt["dispatched"]:
            return receipt
        is_query = body.get("kind") == "autocomplete_command"
        if not is_query:
            self._tell_others(context_id)
        if all_shown or not is_query:
            self._shown = len(self._transcript)
        return receipt

    def _tell_others(self, acting: str | None) -> None:
        pages = self._preview._pages  # noqa: SLF001
        for page in tuple(pages.values()):
            if page.id != acting and page.id in pages:
                self._preview._publish(page, reason="refresh")  # noqa: SLF001


def _keep_time(env: simcord.Env) -> None:
    """Put the simulated clock to the real one, which message ids and times are taken from."""
    behind_s = (datetime.now(UTC) - env.now()).total_seconds()
    if behind_s > 0:
        env.backend.advance_clock(behind_s)


async def _in_time(ending: Awaitable[None]) -> None:
    """Let something end, but not hold up the end of the program."""
    try:
        await asyncio.wait_for(ending, _CLOSE_S)
    except (TimeoutError, simcord.SetupError) as error:
        _LOG.info("ended while something was still running", extra={"error": error})


def _place(as_name: str | None) -> str:
    if as_name is None:
        return f"Local table, #ingenious, with {', '.join(PEOPLE)} (choose at the top who you are)"
    return f"Local table, direct messages of {as_name}"


def _open_page(url: str) -> None:
    with contextlib.suppress(webbrowser.Error, OSError):
        webbrowser.open(url)
