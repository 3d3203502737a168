"""A simulated Discord with the bot in it, for tests: one server, a channel, five people, a store in a file.

People press what a message offers and type commands. Most of it is forged on the wire, which is what an actor of
simcord does too, but in a twentieth of the time; `press` checks by itself that the message offers what is pressed.
"""

from __future__ import annotations

import asyncio
import json
import tempfile
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager, contextmanager
from dataclasses import dataclass, field, replace
from datetime import datetime, timedelta
from functools import cache
from pathlib import Path
from typing import Any, Final

import simcord
from simcord import interactions
from simcord.backend import serializers
from simcord.enums import InteractionType
from simcord.results import InteractionResult

from bot import __version__
from bot.discord.client import IngeniousClient
from bot.pictures import Painter
from bot.process import heartbeat
from bot.process.retries import RETRIES, Failure, Purpose, Retries
from bot.services import departures
from bot.services.context import Services
from bot.tables.events import Begun, Joined, Opened, Seat, to_text
from bot.tables.table import Table
from data.address import Address
from data.ids import GuildId
from data.opening import open_store
from data.store import GameChange, NewGame, NewOutboxRow, SeatRow, ServerRow, Store
from game.events import Dealt, Event
from game.modes import MODES
from tests.bot.ids import Id, split
from tests.bot.numbered import NumberedTables
from tests.bot.painters import Blank, painter
from tests.bot.translated import translated_once
from tests.overlapping import put
from tests.patience import PATIENCE_S
from tests.quick_sqlite import quick_sqlite

SEED = 7
PEOPLE = ("ann", "ben", "cem", "dia", "eve")

_SAT_OUT_S = 4.5
"""Shorter waits of the bot, those of discord.py before it tries again, pass in real time."""

_KINDS = {
    "component": InteractionType.MESSAGE_COMPONENT,
    "command": InteractionType.APPLICATION_COMMAND,
    "autocomplete": InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE,
    "modal": InteractionType.MODAL_SUBMIT,
}


@dataclass(frozen=True)
class Shown:
    """A message as it stands: what is read in it, and what can be pressed."""

    channel: int
    id: int
    text: str
    components: list[dict[str, Any]]
    attachments: list[dict[str, Any]]
    ephemeral: bool
    pinged: tuple[int, ...]
    """The users whom Discord notified of it."""
    above: Shown | None = None
    """The answer that it follows."""

    @property
    def controls(self) -> list[dict[str, Any]]:
        """All buttons and selects, in the order in which they are read."""
        return [child for row in self.components for child in row["components"]]

    @property
    def presses(self) -> list[Id]:
        """What the buttons stand for."""
        found = [split(control["custom_id"]) for control in self.controls if control["type"] == 2]
        return [press for press in found if press]

    @property
    def labels(self) -> list[str]:
        """What is written on the buttons."""
        return [control["label"] for control in self.controls if control["type"] == 2]

    def button(self, verb: str) -> str:
        """The custom id of the one button that does this."""
        (press,) = (press for press in self.presses if press.verb == verb)
        return press.custom_id

    def attached(self, suffix: str) -> dict[str, Any]:
        """The one attachment whose name ends like this."""
        (found,) = (file for file in self.attachments if file["filename"].endswith(suffix))
        return found


@dataclass
class World:
    """The simulated Discord and what the tests look into."""

    env: simcord.Env
    app: Services
    store: Store
    guild: simcord.GuildHandle
    channel: simcord.ChannelHandle
    path: Address
    seed: int
    people: dict[str, simcord.MemberActor] = field(default_factory=dict)
    watch: Callable[[int, Shown], Awaitable[None]] | None = None
    """Told of each answer and the user who got it."""
    known: dict[int, Table] = field(default_factory=dict)
    make_tables: Callable[..., NumberedTables] = NumberedTables
    open_store: AsyncExitStack = field(default_factory=AsyncExitStack)

    def __getattr__(self, name: str) -> simcord.MemberActor:
        try:
            return self.people[name]
        except KeyError:
            raise AttributeError(name) from None

    # --- the process ---

    async def restart(self) -> None:
        """A new process on the same database: nothing of the old one but the file and Discord's messages."""
        await self.settle()
        await self.open_store.aclose()
        self.open_store = AsyncExitStack()
        self.store = await self.open_store.enter_async_context(open_store(self.path, self.app.clock))
        client = IngeniousClient(_app(self.store, self.seed, self.app.pictures, self.app.clock, self.make_tables))
        self.app = client.services
        await self.env.restart_bot(client)

    async def settle(self) -> None:
        await self.env.settle(idle=0.001)

    async def table(self, game: int = 1) -> Table:
        """The table as the store has it."""
        kept = self.known.get(game)
        if kept is None or kept.seq != (await self.store.game(game)).version:
            kept = self.known[game] = (await self.app.tables.load(game)).table
        return kept

    async def put(self, events: Sequence[Event], *people: simcord.MemberActor, **terms: Any) -> int:
        """Set a running game on the table that has come as far as these events; the people sit in this order."""
        dealt = events[0]
        assert isinstance(dealt, Dealt)
        seats = [Seat(one.id, one.user.global_name or one.user.name) for one in people]
        seats += [Seat(None, f"Bot {at + 1}") for at in range(len(dealt.racks) - len(people))]
        terms = {"seats": len(seats), "bots": len(seats) - len(people), "order": "joined"} | terms
        opened = Opened(people[0].id, dealt.mode, **terms)
        sides = MODES[dealt.mode].sides or 1
        joined = [Joined(seat.user, seat.name, at % sides) for at, seat in enumerate(seats) if seat.user is not None]
        log = [opened, *joined, Begun(tuple(seats)), *events]
        new = NewGame(self.guild.id, self.channel.id, dealt.mode, opened.language, people[0].id)
        rows = [SeatRow(at, seat.user, seat.name) for at, seat in enumerate(seats) if seat.user is not None]
        outbox = [NewOutboxRow("table", json.dumps({"since": 0}))]
        game = (await self.store.create(new, [to_text(event) for event in log], rows, outbox)).id
        await self.store.append(game, len(log), (), change=GameChange(status="running"))
        self.env.bot.dispatcher.notify(await self.app.tables.load(game))
        await asyncio.gather(*self.env.bot.dispatcher._tasks.values())
        return game

    # --- what is to be seen ---

    def dm(self, who: simcord.MemberActor) -> simcord.ChannelHandle:
        """The direct messages of a person with the bot."""
        return who.user.dm_channel

    def shown(self, channel: int, message: int) -> Shown:
        """A message as it stands now."""
        stored = self.env.backend.get_message(channel, message)
        return Shown(
            channel,
            message,
            stored.content,
            stored.components,
            stored.attachments,
            stored.is_ephemeral,
            tuple(stored.ping_user_ids),
        )

    def messages(self, channel: simcord.ChannelHandle | None = None) -> list[Shown]:
        """What everybody in the channel sees, oldest first."""
        channel = channel or self.channel
        return [self.shown(channel.id, message.id) for message in channel.history()]

    def last(self, channel: simcord.ChannelHandle | None = None) -> Shown:
        """The newest message that everybody in the channel sees."""
        return self.messages(channel)[-1]

    def content(self, attachment: dict[str, Any]) -> bytes:
        """The bytes of an attached file."""
        return self.env.backend.cdn.get(attachment["url"]) or b""

    # --- what people do ---

    async def press(
        self, who: simcord.MemberActor, message: Shown, custom_id: str, value: str | None = None, locale: str = "en-US"
    ) -> Shown:
        """Press a button that the message offers, or choose an option that its select offers; the answer."""
        (control,) = (control for control in message.controls if control["custom_id"] == custom_id)
        data: dict[str, Any] = {"custom_id": custom_id, "component_type": control["type"]}
        if value is not None:
            assert value in [option["value"] for option in control["options"]]
            data["values"] = [value]
        channel = self.channel if message.channel == self.channel.id else self.dm(who)
        result = self.forge(
            who, data, message=message, channel=channel, locale=locale, guild=channel.id == self.channel.id
        )
        return await self.answer(result)

    async def do(self, who: simcord.MemberActor, message: Shown, verb: str, locale: str = "en-US") -> Shown:
        """Press the one button that does this; the answer."""
        return await self.press(who, message, message.button(verb), locale=locale)

    async def command(
        self,
        who: simcord.MemberActor,
        name: str,
        *,
        locale: str = "en-US",
        dm: bool = False,
        root: str = "ingenious",
        **options: object,
    ) -> Shown:
        """Type `/ingenious name`, or another command, with these options; the answer."""
        data: dict[str, Any] = {"id": "1", "name": root, "type": 1}
        data["options"] = [_subcommand(name, options)]
        people = [value for value in options.values() if isinstance(value, simcord.MemberActor)]
        if people:
            payload = {str(one.id): serializers.user_payload(self.env.backend.users[one.id]) for one in people}
            data["resolved"] = {"users": payload}
        result = self.forge(
            who, data, kind="command", channel=self.dm(who) if dm else None, locale=locale, guild=not dm
        )
        return await self.answer(result)

    async def look(self, who: simcord.MemberActor, verb: str, **options: Any) -> Shown:
        """What a button below `/ingenious board` shows; the record is below `/ingenious replay`."""
        shown = await self.command(who, "replay" if verb == "record" else "board", **options)
        return await self.do(who, shown, verb, options.get("locale", "en-US"))

    async def suggestions(
        self, who: simcord.MemberActor, name: str, option: str, typed: str = "", *, dm: bool = False, **options: object
    ) -> list[dict[str, Any]]:
        """What is suggested for an option of `/ingenious name` while it is typed."""
        subcommand = _subcommand(name, options)
        subcommand["options"].append({"name": option, "type": 3, "value": typed, "focused": True})
        data = {"id": "1", "name": "ingenious", "type": 1, "options": [subcommand]}
        result = self.forge(who, data, kind="autocomplete", channel=self.dm(who) if dm else None, guild=not dm)
        await self.settle()
        return result.autocomplete_choices or []

    async def answer(self, result: InteractionResult) -> Shown:
        """The message that answers an interaction, when all is done."""
        await self.settle()
        response = result.response
        assert response is not None, "there was no answer"
        shown = self.shown(response.channel_id, response.id)
        beside = [self.shown(response.channel_id, one.id) for one in result.followups]
        if beside and beside[-1].ephemeral and beside[-1].controls:
            # Alone, the panel follows below the board.
            shown = replace(beside[-1], above=shown)
        if self.watch:
            await self.watch(result._interaction.user_id, shown)
        return shown

    def forge(self, who, data, *, kind="component", message=None, channel=None, locale="en-US", guild=True):
        """Send an interaction that no honest client would send; settle the world before looking at the answer."""
        channel = channel or self.channel
        record, payload = interactions.base_payload(
            self.env.backend,
            type=_KINDS[kind],
            channel_id=channel.id,
            guild_id=self.guild.id if guild else None,
            user_id=who.id,
            data=data,
        )
        payload["locale"] = locale
        if message is not None:
            stored = self.env.backend.get_message(channel.id, message.id)
            payload["message"] = dict(serializers.message_payload(self.env.backend, stored))
            record.source_message_id = stored.id
        self.env.backend.emit("INTERACTION_CREATE", payload)
        return InteractionResult(self.env, record)


def _subcommand(name: str, options: dict[str, object]) -> dict[str, Any]:
    return {"name": name, "type": 1, "options": [_option(key, value) for key, value in options.items()]}


def _option(name: str, value: object) -> dict[str, object]:
    """An option as Discord sends it; `with` is called `with_` in Python."""
    name = name.rstrip("_")
    match value:
        case bool():
            return {"name": name, "type": 5, "value": value}
        case int():
            return {"name": name, "type": 4, "value": value}
        case simcord.MemberActor():
            return {"name": name, "type": 6, "value": str(value.id)}
        case _:
            return {"name": name, "type": 3, "value": value}


MakeTables = Callable[..., NumberedTables]


def _app(
    store: Store,
    seed: int,
    images: Painter,
    clock: Callable[[], datetime],
    tables: Callable[..., NumberedTables],
) -> Services:
    return Services.build(tables(store, seed, clock), images, clock, "en", __version__)


def _on_virtual_time(env: simcord.Env) -> None:
    """Make long timers of the bot run by `advance_time` alone, however slow the machine is.

    simcord lets each timer also run in real time, and takes those for sleeping that outlast its own patience: on a
    loaded machine the retries of the outbox came by themselves.
    """
    schedule, settle = env._schedule_timer, env._settle_internal

    def schedule_timer(record: Any, *arguments: Any) -> None:
        schedule(record, *arguments)
        if record.real_handle is not None and record.when - env._virtual_time >= _SAT_OUT_S:
            record.real_handle.cancel()
            record.real_handle = None

    async def settle_internal(**words: Any) -> None:
        # Looking more often whether all is done makes a restart and an actor's press ten times as fast.
        await settle(**{"idle": 0.001} | words | {"timeout": PATIENCE_S})

    env._schedule_timer, env._settle_internal = schedule_timer, settle_internal


_OUTAGE: Final = heartbeat.OUTAGE
_SWEEP_EVERY: Final = departures.SWEEP_EVERY


@contextmanager
def _calm(beat: timedelta) -> Iterator[None]:
    """Let the bot look at the clock this often, and take no pause between two looks for an outage.

    What failed waits longer than five seconds: shorter waits would pass in real time, before a test has looked.
    """
    with (
        put(heartbeat, "BEAT_S", beat.total_seconds()),
        put(heartbeat, "OUTAGE", max(_OUTAGE, beat + beat / 6)),
        put(departures, "SWEEP_EVERY", max(_SWEEP_EVERY, beat)),
        put(RETRIES[Purpose.MESSAGE], Failure.TRANSIENT, Retries((5, 60, 300, 900), goes_on=True)),
    ):
        yield


@asynccontextmanager
async def world(
    path: Address,
    *,
    seed: int = SEED,
    tables: MakeTables = NumberedTables,
    pictures: bool = True,
    beat: timedelta = timedelta(hours=6),
    threads: bool = False,
) -> AsyncIterator[World]:
    """A fresh Discord with the bot online, on the database at `path`; without `pictures` all of them are blank.

    Its server has games in the channel itself unless `threads` leaves it as it is for a new one: in their own threads.

    The bot looks at the clock every `beat`: sixty beats an hour take most of the time of a test that skips days.
    """
    envs: list[simcord.Env] = []

    def clock() -> datetime:
        return envs[0].now()

    async with AsyncExitStack() as outer, AsyncExitStack() as opened:
        outer.enter_context(quick_sqlite(path))
        outer.enter_context(translated_once())
        outer.enter_context(_calm(beat))
        store = await opened.enter_async_context(open_store(path, clock))
        client = IngeniousClient(_app(store, seed, painter() if pictures else Blank(), clock, tables))
        env = simcord.Env(client, settle_timeout=PATIENCE_S)
        envs.append(env)
        _on_virtual_time(env)
        guild = env.create_guild("Club")
        channel = guild.create_text_channel("ingenious")
        people = {name: guild.add_member(env.create_user(name, global_name=name.capitalize())) for name in PEOPLE}
        if not threads:
            await store.save_server(ServerRow(GuildId(guild.id), threads=False))
        await env.start()
        made = World(
            env,
            client.services,
            store,
            guild,
            channel,
            path,
            seed,
            people,
            make_tables=tables,
            open_store=opened.pop_all(),
        )
        try:
            yield made
        finally:
            await env.shutdown()
            await made.open_store.aclose()
    env.raise_errors()


@cache
def registered_commands() -> list[dict[str, Any]]:
    """The commands as the bot registers them."""

    async def register(path: Path) -> list[dict[str, Any]]:
        async with world(path, pictures=False) as here:
            (request,) = (request for request in here.env.http_requests if request.method == "PUT")
            return request.json or []

    with tempfile.TemporaryDirectory() as directory:
        return asyncio.run(register(Path(directory) / "games.sqlite3"))
