"""Games whose locations change under them, for tests: threads, channels that are deleted, turns without a press."""

from __future__ import annotations

import asyncio
from typing import Any

from simcord.builders import ChannelHandle

from tests.bot.games import simulated
from tests.bot.players import Script, on_turn
from tests.bot.world import Shown, World


def handle(here: World, channel: int) -> ChannelHandle:
    """A channel or thread by its number."""
    return ChannelHandle(here.env, here.guild, here.env.backend.channels[channel])


async def begun(here: World) -> Shown:
    """A game of Ann and Ben from a lobby; the message of the lobby as it was."""
    await here.command(here.ann, "start", seats=2, order="joined")
    lobby = here.last()
    await here.do(here.ben, lobby, "join")
    await here.do(here.ann, here.shown(lobby.channel, lobby.id), "begin")
    await here.settle()
    return lobby


async def running(here: World, turns: int = 4, **terms: Any) -> int:
    """A game of Ann and Ben, in which Ann is on turn; its number."""
    game = await here.put(simulated("standard", 2, turns=turns), here.ann, here.ben, **terms)
    await here.settle()
    return game


async def turn(here: World, game: int = 1, *, settle: bool = True) -> None:
    """One whole turn, by whoever is on turn, without a press."""
    script = Script()
    table = await here.table(game)
    person, before = on_turn(here, table), table.turn
    while table.status == "running" and table.turn == before:
        view = table.view_for(person.id)
        table = (await here.app.tables.play(game, person.id, None, script.plan(view))).table
    if settle:
        await quiet(here)


async def quiet(here: World) -> None:
    """Wait until what was changed without a press has been told."""
    while tasks := list(here.env.bot.dispatcher._tasks.values()):
        await asyncio.gather(*tasks, return_exceptions=True)
    await here.settle()


def posts(here: World, channel: int) -> int:
    """How often the bot has tried to send to this channel."""
    return len([entry for entry in here.env.http_requests if entry.path == f"/channels/{channel}/messages"])


def fail(here: World, channel: int, code: int, status: int = 403, times: int | None = None, to: str = "POST") -> None:
    """Let Discord refuse messages to this channel, or edits in it."""
    path = f"/channels/{channel}/messages" + ("/*" if to == "PATCH" else "")
    here.env.inject_error(to, path, status=status, code=code, message="refused", times=times)


def heal(here: World) -> None:
    """Let Discord work again."""
    here.env.backend.faults.clear()


async def waiting(here: World, game: int = 1) -> list[str]:
    """The kinds of notes that are still to be told, those for a later moment left out."""
    return [row.kind for row in await here.store.outbox_of(game) if row.due_at <= here.env.now() or row.error]


async def pass_time(here: World, hours: int) -> None:
    """Let hours go by."""
    for _ in range(hours):
        await here.env.advance_time(3600)
        await quiet(here)
