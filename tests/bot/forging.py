"""Presses that no honest client sends: any custom id on any message, from anywhere, many at the same moment."""

from __future__ import annotations

from typing import Any

import simcord
from simcord import interactions
from simcord.backend import serializers
from simcord.enums import InteractionType
from simcord.results import InteractionResult

from tests.bot.world import Shown, World


def fire(
    world: World,
    who,
    custom_id: str,
    *,
    value: str | None = None,
    on: Shown | None = None,
    locale: str = "en-US",
    channel=None,
    guild: simcord.GuildHandle | None = None,
    dm: bool = False,
) -> InteractionResult:
    """Send a press of this button, or a choice of `value` in this select, as if the message `on` had it.

    The message is the newest public one unless told, the place that message's. Settle before looking at the answer.
    """
    select = value is not None
    channel = channel or (world.dm(who) if dm else world.channel)
    data: dict[str, Any] = {"custom_id": custom_id, "component_type": 3 if select else 2}
    if select:
        data["values"] = [value]
    control = {"type": data["component_type"], "custom_id": custom_id}
    control |= {"options": [{"label": "x", "value": value}]} if select else {"style": 1, "label": "x"}
    record, payload = interactions.base_payload(
        world.env.backend,
        type=InteractionType.MESSAGE_COMPONENT,
        channel_id=channel.id,
        guild_id=None if dm else (guild or world.guild).id,
        user_id=who.id,
        data=data,
    )
    payload["locale"] = locale
    if not dm:
        payload["guild_locale"] = locale
    where, message = (on.channel, on.id) if on else (world.channel.id, world.last().id)
    stored = world.env.backend.get_message(where, message)
    payload["message"] = dict(serializers.message_payload(world.env.backend, stored))
    payload["message"]["components"] = [{"type": 1, "components": [control]}]
    record.source_message_id = stored.id
    world.env.backend.emit("INTERACTION_CREATE", payload)
    return InteractionResult(world.env, record)


async def forged(world: World, who, custom_id: str, **words: Any) -> Shown:
    """The answer to such a press."""
    return await world.answer(fire(world, who, custom_id, **words))


async def answers(world: World, results: list[InteractionResult]) -> list[Shown]:
    """The answers to presses that were sent at the same moment."""
    await world.settle()
    return [await world.answer(result) for result in results]


def crowd(world: World, number: int) -> list[simcord.MemberActor]:
    """So many more people in the server."""
    names = [f"crowd{at}" for at in range(number)]
    return [world.guild.add_member(world.env.create_user(name, global_name=name.capitalize())) for name in names]


async def stored_logs(world: World) -> dict[int, tuple[str, ...]]:
    """All games as they are stored, by number."""
    rows = await world.store.games_with(("lobby", "running", "over", "cancelled", "quarantined"))
    return {row.id: (await world.store.load(row.id)).events for row in rows}


async def lobby(world: World, *others, **terms: Any) -> Shown:
    """Ann opens a table, the others join; its message."""
    await world.command(world.ann, "start", **{"order": "joined"} | terms)
    opened = world.last()
    joins = [press.custom_id for press in opened.presses if press.verb == "join"]
    for number, person in enumerate(others, 1):
        await world.press(person, world.shown(opened.channel, opened.id), joins[number % len(joins)])
    return world.shown(opened.channel, opened.id)


async def game(world: World, *others, **terms: Any) -> int:
    """A game of Ann, who starts, and the others; its number."""
    terms.setdefault("seats", 1 + len(others) + terms.get("bots", 0))
    message = await lobby(world, *others, **terms)
    rows = await world.store.games_in(world.channel.id, ("lobby", "running"))
    if others:
        await world.do(world.ann, message, "begin")
    return rows[-1].id
