"""A simulated Discord with the bot in it, for tests: one server, a channel, four people, a store in a file."""

from __future__ import annotations

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

import simcord
from simcord import interactions
from simcord.backend import serializers
from simcord.enums import InteractionType
from simcord.results import InteractionResult

from bot import __version__
from bot.app import App
from bot.client import IngeniousClient
from bot.images import Images
from bot.service import Tables
from data.sqlite import SqliteStore

SEED = 7


@dataclass
class World:
    """The simulated Discord and what the tests look into."""

    env: simcord.Env
    app: App
    store: SqliteStore
    guild: simcord.GuildHandle
    channel: simcord.ChannelHandle
    people: dict[str, simcord.MemberActor] = field(default_factory=dict)

    def __getattr__(self, name: str) -> simcord.MemberActor:
        try:
            return self.people[name]
        except KeyError:
            raise AttributeError(name) from None

    async def restart(self) -> None:
        """A new process on the same database."""
        await self.env.restart_bot(IngeniousClient(_app(self.store, self.env, self.app.images)))

    def forge(self, who, data, *, kind="component", message=None, channel=None, locale="en-US", guild=True):
        """Send an interaction that no honest client would send; settle the world before looking at the answer."""
        channel = channel or self.channel
        type_ = {
            "component": InteractionType.MESSAGE_COMPONENT,
            "command": InteractionType.APPLICATION_COMMAND,
            "autocomplete": InteractionType.APPLICATION_COMMAND_AUTOCOMPLETE,
            "modal": InteractionType.MODAL_SUBMIT,
        }[kind]
        record, payload = interactions.base_payload(
            self.env.backend,
            type=type_,
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

    async def settle(self) -> None:
        await self.env.settle(idle=0.001)


def _app(store: SqliteStore, env: simcord.Env | None, images: Images, clock=None) -> App:
    now = clock or (lambda: env.now())
    return App(Tables(store, SEED), images, now, "en", __version__)


@asynccontextmanager
async def world(path: Path) -> AsyncIterator[World]:
    """A fresh Discord with the bot online, on the database at `path`."""
    images = Images()
    envs: list[simcord.Env] = []

    def clock():
        return envs[0].now()

    async with SqliteStore.open(path, clock=clock) as store:
        app = _app(store, None, images, clock)
        client = IngeniousClient(app)
        env = simcord.Env(client)
        envs.append(env)
        guild = env.create_guild("Club")
        channel = guild.create_text_channel("ingenious")
        people = {
            name: guild.add_member(env.create_user(name, global_name=name.capitalize()))
            for name in ("ann", "ben", "cem", "dia", "eve")
        }
        await env.start()
        try:
            yield World(env, app, store, guild, channel, people)
        finally:
            await env.shutdown()
            images.close()
