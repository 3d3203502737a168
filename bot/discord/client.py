"""The Discord client: commands, buttons, the outbox, put onto one connection. Once-only things are in `setup_hook`."""

from __future__ import annotations

import asyncio
import logging
import sys
from collections.abc import Callable, Coroutine, Sequence
from datetime import datetime
from typing import Any, Final

import discord

from bot.discord.acknowledgement import use_safe_acknowledgements
from bot.discord.command_tree import CommandTree
from bot.discord.commands import ingenious
from bot.discord.commands.localization import TextTranslator
from bot.discord.commands.operator import operator_commands
from bot.discord.commands.tournament import tournament
from bot.discord.components import Interaction
from bot.discord.context_menus import context_menus
from bot.discord.directory import DiscordDirectory
from bot.discord.limits import Limits
from bot.discord.location_events import LocationEvents
from bot.discord.message_boards import MessageBoards
from bot.discord.messenger import DiscordMessenger
from bot.discord.pause import Pause
from bot.discord.permissions import invite_link
from bot.discord.presses import Presses
from bot.discord.registration import register
from bot.discord.request_trace import request_trace
from bot.discord.responder import Responder
from bot.discord.session_starts import IdentifyLater
from bot.outbox.dispatcher import Dispatcher
from bot.process.heartbeat import beat_once, credit_outage, run
from bot.services import departures
from bot.services.context import Services
from data.ids import GameId, GuildId
from data.store import StoreError

log = logging.getLogger(__name__)

_ENDED_S: Final = 12.0
"""By then a process that hands over has ended or given its answers."""
_IDENTIFY_PATIENCE_S: Final = 30.0
"""How long a connection waits for its turn to identify itself; discord.py gives it up after 60 s."""
_LONGEST_WAIT_S: Final = 30
"""A message that Discord delays for longer is made again then, with what has happened meanwhile."""


class IngeniousClient(LocationEvents):
    """The bot on Discord. It keeps nothing of a game, and the caller opens and closes the store.

    With `invite` the log has the link with which a server adds the bot, with `emojis` texts show the symbols.
    With `mentions` the commands in texts can be tapped.
    Requests and sessions wait until `limits` lets them.
    `heard_time` gets the time of Discord's answers.
    `turned` is called with whether there is a connection to Discord, whenever that changes.
    """

    def __init__(
        self,
        services: Services,
        *,
        invite: bool = False,
        emojis: bool = False,
        mentions: bool = False,
        limits: Limits | None = None,
        heard_time: Callable[[datetime], None] | None = None,
        turned: Callable[[bool], None] | None = None,
    ) -> None:
        limits = limits or Limits(pause=Pause(services.clock))
        super().__init__(
            intents=discord.Intents(guilds=True, moderation=True),
            allowed_mentions=discord.AllowedMentions.none(),
            max_ratelimit_timeout=_LONGEST_WAIT_S,
            http_trace=request_trace(limits, heard_time),
        )
        self.services = services = services.with_look_up(DiscordDirectory(self))
        boards = MessageBoards(services, self)
        self._messenger = DiscordMessenger(services, self, boards)
        self.dispatcher = Dispatcher(services, self._messenger)
        services.server_listeners.add(self.dispatcher.server_changed)
        self._responder = Responder(services, boards)
        self.tree = CommandTree(self, self._responder)
        self._presses = Presses(services, self._responder)
        self.was_online = False
        self._starts = limits.starts
        self._identified = set[int]()
        """The shards that have identified themselves."""
        self.connected = asyncio.Event()
        """Set while there is a connection, of every shard where there are several."""
        self._ahead = services.guard.stands_by
        self._begins = not self._ahead
        self._set_up = False
        self._invite = invite
        self._emojis = emojis
        self._mentions = mentions
        self._turned = turned
        self._background: list[asyncio.Task[None]] = []
        """The tasks that go on beside presses and deliveries, as long as this client acts."""
        self._unsubscribe = services.tables.subscribe(self.dispatcher.notify)

    async def before_identify_hook(self, shard_id: int | None, *, initial: bool = False) -> None:
        """Wait until a session may be started.

        Raises:
            IdentifyLater: that takes too long for a connection.
        """
        if self._starts is None:
            await super().before_identify_hook(shard_id, initial=initial)
            return
        shard = shard_id or 0
        again = shard in self._identified
        while wait_s := await self._starts.wait_s(shard, again=again):
            if wait_s > _IDENTIFY_PATIENCE_S:
                raise IdentifyLater(wait_s)
            await asyncio.sleep(wait_s)
        await self._take_turn(shard)
        self._identified.add(shard)
        self._starts.started(shard, again=again)

    async def close(self) -> None:
        """Close the connection; discord.py would otherwise fail in getting ready on one that is closed."""
        getting_ready = self._connection._ready_task  # noqa: SLF001 - discord.py forgets it
        if getting_ready is not None:
            getting_ready.cancel()
        await super().close()

    async def _take_turn(self, shard: int) -> None:
        """Wait for the turn of a shard among those of all processes, where there are several."""

    async def setup_hook(self) -> None:
        """Make commands and buttons known, and act unless another process still does."""
        use_safe_acknowledgements()
        self.tree.add_command(ingenious(self.services, self._responder))
        self.tree.add_command(tournament(self.services, self._responder))
        for menu in context_menus(self.services, self._responder):
            self.tree.add_command(menu)
        if self.services.operator_server is not None:
            own = discord.Object(self.services.operator_server)
            self.tree.add_command(operator_commands(self.services, self._responder), guild=own)
        await self.tree.set_translator(TextTranslator())
        if self._invite and self.application_id is not None:
            log.info("invite link", extra={"url": invite_link(self.application_id)})
        self.services.guard.offline.clear(self.shard_count or 1)
        self._set_up = True
        if self._begins:
            await self._begin()

    async def begin(self) -> None:
        """Act from now on, if this was made ahead; presses that have waited for it go on.

        Raises:
            StoreError: the store refuses.
        """
        self._begins = True
        if self._set_up:
            await self._begin()

    async def _begin(self) -> None:
        """Register the commands, and deliver what a former process left in the outbox."""
        services, guard, shards = self.services, self.services.guard, self.services.guard.shards
        left = await services.store.left_behind(shards)
        await credit_outage(services.store, services.clock, left_behind=left, shards=shards)
        if self._ahead:
            guard.offline.restart(services.clock())
        await services.absent.load(left.absences, shards)
        if not guard.begin():
            return
        self._start("registration", register(self, emojis=self._emojis, mentions=self._mentions))
        if left.answers:
            self._start("late-answers", self._answer_late(left.answers, ahead=self._ahead))
        self._start("departures", self._look_for_departed())
        beating = run(services.store, services.clock, guard, services.absent, self.dispatcher.notify_all)
        self._start("heartbeat", beating)
        if self._ahead and self.connected.is_set():
            self._turn(online=True)
        if self.is_ready():
            await self._resume_present()
        await self.dispatcher.notify_all()

    def _start(self, name: str, work: Coroutine[Any, Any, None]) -> None:
        """Do something in the background; the end of this client cancels it."""
        self._background.append(asyncio.create_task(work, name=name))

    def _stop_background(self) -> None:
        for task in self._background:
            task.cancel()

    async def _answer_late(self, answers: Sequence[str], *, ahead: bool) -> None:
        """Give the answers that another process owed, once one that handed over cannot be giving them any more."""
        if ahead:
            await asyncio.sleep(_ENDED_S)
            owed = (await self.services.store.left_behind(self.services.guard.shards)).answers
            answers = [one for one in answers if one in owed]
        await self._responder.answer_late(self, answers)

    async def yield_to_another(self) -> None:
        """Wait for what is being done and sent, while a process that is connected takes over."""
        self._stop_background()
        await asyncio.gather(self.dispatcher.finish(), self.services.guard.idle())

    async def finish(self) -> None:
        """Stop the heartbeat, wait for the answers in flight, then for the messages being sent."""
        self._stop_background()
        await self.services.guard.idle()
        await self.services.guard.nothing_left()
        await self.dispatcher.finish()
        await self._messenger.finish()
        self._unsubscribe()
        self.services.server_listeners.discard(self.dispatcher.server_changed)

    async def on_connect(self) -> None:
        """Report that there is a connection."""
        self.was_online = True
        await self._back_online()

    async def on_resumed(self) -> None:
        """Report that there is a connection again."""
        await self._back_online()

    async def on_disconnect(self) -> None:
        """Report that the connection is lost; discord.py reconnects, and until then the game clocks are stopped."""
        self.connected.clear()
        self.services.guard.connection_lost()
        self._turn(online=False)

    def _turn(self, *, online: bool) -> None:
        if self._turned and not self.services.guard.stands_by:
            self._turned(online)

    async def _back_online(self) -> None:
        """Credit the game clocks with the time without a connection before they run again."""
        self.connected.set()
        self._turn(online=True)
        if self.services.guard.online:
            return
        if await self.services.guard.acts():
            await beat_once(self.services.store, self.services.clock, self.services.absent, self.services.guard)
        self.services.guard.connection_back()
        await self._look()

    async def _look(self) -> None:
        """Deliver everything that is due, where this process acts."""
        if not self.services.guard.stands_by:
            await self.dispatcher.notify_all()

    async def on_ready(self) -> None:
        """Deliver what had to wait until it was known which servers are there."""
        for guild in self.guilds:
            if guild.unavailable:
                self.services.absent.left(GuildId(guild.id))
        if not self.services.guard.stands_by:
            await self._record_absences()
            await self._resume_present()
        await self._look()

    async def _look_for_departed(self) -> None:
        """Look now and then who is no longer in the server of their game; ends by being cancelled."""
        last = GameId(0)
        while True:
            await asyncio.sleep(departures.SWEEP_EVERY.total_seconds())
            if self.services.guard.online and await self.services.guard.acts():
                try:
                    last = await departures.sweep(self.services, last)
                except Exception:
                    log.exception("who is no longer in a server could not be looked up")

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer presses; commands are answered by the tree, and forms are none of ours."""
        if interaction.type is discord.InteractionType.component:
            await self._presses.answer(interaction)
        elif interaction.type is discord.InteractionType.modal_submit:
            await self._presses.answer_unknown(interaction, "no such form")

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401, ARG002
        """Log what no handler caught; of a store that is away, or closed at the end, its words say all."""
        error = sys.exception()
        if isinstance(error, StoreError):
            log.error("an event was not dealt with", extra={"event": event_method, "error": error})
        else:
            log.exception("unexpected error", extra={"event": event_method})
