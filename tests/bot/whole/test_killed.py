"""A process that dies at any write or any request of a game of four loses nothing and sends nothing twice.

Each turn is played once without a fault; then, for each of its steps, from the state before the turn up to that step,
at which the process dies: before the step happens, or after it has happened and before the process hears of it. A new
process starts on the same file, whoever was left without an answer presses again unless what they wanted has come
about, and in the end the database and all messages are those of the turn without a fault. One death of each kind
lasts so long that Discord has forgotten the nonces, and only the messages of the channel tell what was sent.

A step that follows the same step as in an earlier turn has been tried there; with `SOAK=1` every turn gets a death at
every step.
"""

from __future__ import annotations

import os
import re
import tempfile
from collections.abc import Awaitable, Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime, timedelta
from itertools import pairwise, product
from pathlib import Path
from random import Random
from typing import Any

import pytest

from bot.screens.draft import Draft
from bot.tables.table import Table
from data.store import PlayerRow
from game import ai
from game.rules import preview
from tests.bot.ids import Id
from tests.bot.killing import NOW, Clock, Life, Process, copied, forged, new_discord, process, standing
from tests.bot.painters import Blank
from tests.wire.fake import PEOPLE, Discord, button, comparable

EVERY_STEP = bool(os.environ.get("SOAK"))
PARTS = 2 if EVERY_STEP else 1
"""For as many processes."""
COMMON_STEPS = {
    "GET /channels/*/messages/*",
    "PATCH /channels/*/messages/*",
    "PATCH /webhooks/*/*/messages/@original",
    "POST /channels/*/messages",
    "POST /interactions/*/*/callback",
    "POST /users/@me/channels",
    "store.append",
    "store.complete",
    "store.drop_answers",
    "store.keep_answer",
}
"""Those of any game that is long enough, also of one with planned moves."""
THREAD = {"POST /channels/*/messages/*/threads", "store.set_board_message"}
STEPS = COMMON_STEPS | THREAD | {"GET /guilds/*/members/*", "store.create", "store.save_player"}
"""Every write and every request that the game has."""

ANN, BEN, CEM, DIA = (PEOPLE[name] for name in ("ann", "ben", "cem", "dia"))


@contextmanager
def folder() -> Iterator[Path]:
    """A directory in memory where there is one: syncing each commit is not what is tested here."""
    memory = Path("/dev/shm")
    with tempfile.TemporaryDirectory(dir=memory if memory.is_dir() else None) as made:
        yield Path(made)


@dataclass
class Action:
    """What somebody wants: `want` presses or types for it once, `there` says whether it has come about."""

    name: str
    want: Callable[[Process], Awaitable[None]]
    there: Callable[[Process], Awaitable[bool]]
    typed: bool = False


async def carry_out(action: Action, here: Process) -> None:
    """Press until it has come about, as a person does who sees that it has not."""
    for _ in range(3):
        if await action.there(here):
            return
        await action.want(here)
        await here.quiet()
        if here.life.dead:
            return
    answers = [one.text for one in here.fake.interactions.values()]
    assert await action.there(here), f"{action.name} cannot be done any more: {answers}"


@dataclass
class Run:
    """How a turn ended: what is stored, and what stands in each channel."""

    stored: dict[str, Any]
    seen: dict[int, list[dict[str, Any]]]


def ended(path: Path, fake: Discord) -> Run:
    stored = standing(path)
    contents = {int(one["id"]): one["content"] for messages in fake.messages.values() for one in messages}
    stored["games"] = [tuple(contents.get(value, value) for value in row) for row in stored["games"]]
    # Of two games, such as one and its rematch, each has its order, and nothing says which speaks first.
    seen = {
        channel: sorted((comparable(one) for one in messages), key=game_of)
        for channel, messages in fake.messages.items()
    }
    return Run(stored, {channel: messages for channel, messages in seen.items() if messages})


def game_of(message: dict[str, Any]) -> int:
    """The number of the game that a message is about."""
    ids = re.findall(r"ig1:(\d+):", " ".join(message["controls"]))
    named = re.findall(r"(?:game|Game|Table) (\d+)", message["content"])
    return int([*ids, *named, 0][0])


# --- the game ------------------------------------------------------------------------------------------------------


async def seq(here: Process, game: int = 1) -> int:
    rows = [row for row in await here.app.store.games_with(("lobby", "running", "over")) if row.id == game]
    return rows[0].version if rows else 0


def typed(name: str, user: int, *, game: int, **options: str | int) -> Action:
    """A command that makes a game."""

    async def want(here: Process) -> None:
        here.fake.command(user, name, **options)

    async def there(here: Process) -> bool:
        return await seq(here, game) > 0

    return Action(name, want, there, typed=True)


def pressed(verb: str, user: int, after: int, game: int = 1) -> Action:
    """A press of the one button of the newest message that does this, when the game has so many events."""

    async def want(here: Process) -> None:
        message = here.fake.offering(verb)
        here.fake.press(user, button(message, verb), message)

    async def there(here: Process) -> bool:
        return await seq(here, game) > after

    return Action(f"{verb} by {user}", want, there)


def choice(table: Table, seed: int) -> tuple[int, str]:
    """Who is on turn, and the custom id of a placement of theirs."""
    user = table.seats[table.game().position.seat].user or 0
    place = ai.choose(table.view_for(user), "careful", Random(seed))
    offered = bool(preview(table.view_for(user), place.tile, place.at).exchange)
    draft = Draft(place.tile, None, *place.at).text
    return user, Id(1, table.game().position.version, "swap" if offered and seed % 3 else "place", draft).custom_id


def placement(after: int) -> Action:
    """Whoever is on turn opens the panel from the board and makes a placement, the same one at each try."""
    chosen: list[tuple[int, str]] = []

    async def want(here: Process) -> None:
        if not chosen:
            chosen.append(choice((await here.app.tables.load(1)).table, after))
        user, custom_id = chosen[0]
        board = here.fake.offering("play")
        opened = here.fake.press(user, button(board, "play"), board)
        await here.quiet()
        if not here.life.dead:
            forged(here.fake, user, custom_id, opened.message)

    async def there(here: Process) -> bool:
        return await seq(here) > after

    return Action(f"placement after {after}", want, there)


OPENING = (
    typed("start", ANN, game=1, seats=4, order="joined", pace="1d"),
    pressed("join", BEN, 2),
    pressed("join", CEM, 3),
    pressed("join", DIA, 4),
    pressed("begin", ANN, 5),
)


@dataclass
class Turn:
    """A piece of the game: the state before it, who wants what, and how it ends without a fault."""

    path: Path
    fake: Discord
    action: Action
    end: Run
    steps: list[str]


async def whole_game(at: Path, images: Blank) -> list[Turn]:
    """A game of four without a fault: one gets the rack by DM, one is told to be next, one takes no DMs."""
    turns: list[Turn] = []
    path, fake = at / "before", new_discord()
    async with process(path, fake, images) as here:
        await here.app.store.save_player(PlayerRow(BEN, dm_rack=True))
        await here.app.store.save_player(PlayerRow(CEM, next_notice=True))
        await here.app.store.save_player(PlayerRow(DIA, dm_rack=True))
    fake.closed_dms.add(DIA)
    waiting = list(OPENING)
    while True:
        before, fake_before = copied(path, at / f"turn{len(turns)}"), fake.copied()
        sync = bool(waiting) and waiting[0].typed
        async with process(path, fake, images, sync=sync) as here:
            if not waiting:
                table = (await here.app.tables.load(1)).table
                if table.status == "running":
                    waiting.append(placement(table.seq))
                elif len(table.rematch_accepted) < len(table.humans):
                    waiting.append(pressed("rematch", table.humans[len(table.rematch_accepted)], table.seq))
                else:
                    assert (await here.app.tables.load(2)).table.status == "running"
                    return turns
            action = waiting.pop(0)
            here.life.steps.clear()
            await carry_out(action, here)
        turns.append(Turn(before, fake_before, action, ended(path, fake), here.life.steps))


async def killed(turn: Turn, images: Blank, at: Path, number: int, *, after: bool, since: datetime = NOW) -> Run:
    """The turn with a death at this step, and with what comes then; it is `since` when it begins."""
    path, fake, life, clock = copied(turn.path, at / "killed"), turn.fake.copied(), Life(after=after), Clock(since)
    async with process(path, fake, images, life, sync=turn.action.typed, clock=clock) as here:
        life.steps.clear()
        life.end = number
        await carry_out(turn.action, here)
    assert life.dead
    async with process(path, fake, images, sync=turn.action.typed, clock=clock) as here:
        await carry_out(turn.action, here)
    return ended(path, fake)


async def killed_for_long(turn: Turn, images: Blank, at: Path, number: int) -> Run | None:
    """The same, and Discord has forgotten the nonce when the next process starts; `None` if there was no commit."""
    path, clock = copied(turn.path, at / "killed"), Clock()
    fake, life = turn.fake.copied(), Life(after=True)
    fake.now = lambda: clock().timestamp()
    async with process(path, fake, images, life, sync=turn.action.typed, clock=clock) as here:
        life.steps.clear()
        life.end = number
        await carry_out(turn.action, here)
    fake.nonces.clear()
    clock.now += timedelta(minutes=10)
    async with process(path, fake, images, sync=turn.action.typed, clock=clock) as here:
        return ended(path, fake) if await turn.action.there(here) else None


def timeless(run: Run) -> dict[int, list[dict[str, Any]]]:
    """What stands in the channels, without the deadlines, which move while nobody is there."""
    return {
        channel: [message | {"content": re.sub(r"<t:\d+", "", message["content"])} for message in messages]
        for channel, messages in run.seen.items()
    }


def deaths(turns: list[Turn], part: int) -> Iterator[tuple[Turn, int, bool]]:
    """Each step that follows another one for the first time, the process dying right before and right after it."""
    seen = set[tuple[str, str]]()
    for turn in turns[part::PARTS]:
        for number, (before, step) in enumerate(pairwise(["the press", *turn.steps])):
            if EVERY_STEP or (before, step) not in seen:
                yield turn, number, True
                yield turn, number, False
            seen.add((before, step))


@pytest.mark.parametrize("part", range(PARTS))
async def test_a_death_at_any_step_of_a_game_of_four_changes_nothing_that_is_stored_or_sent(part: int):
    images, wrong = Blank(), []
    with folder() as at:
        turns = await whole_game(at, images)
        tried = list(deaths(turns, part))
        for turn, number, after in tried:
            run = await killed(turn, images, at, number, after=after)
            if run != turn.end:
                wrong.append((turn.action.name, "after" if after else "before", number, turn.steps[number]))
        forgotten = [(turn, number) for turn, number, after in tried if not after]
        compared = 0
        for turn, number in forgotten:
            run = await killed_for_long(turn, images, at, number)
            compared += run is not None
            if run is not None and timeless(run) != timeless(turn.end):
                wrong.append((turn.action.name, "for long", number, turn.steps[number]))
    assert not wrong
    assert len(turns) > 40, len(turns)
    assert len(tried) > (500 // PARTS if EVERY_STEP else 60), len(tried)
    assert compared > 20, compared
    assert turns[-1].action.name.startswith("rematch")
    assert {step for turn in turns for step in turn.steps} == STEPS


async def test_a_death_while_a_game_opens_that_needs_nobody_else_changes_nothing():
    images, wrong = Blank(), []
    with folder() as at:
        path, fake, action = at / "whole", new_discord(), typed("start", ANN, game=1, mode="solo")
        async with process(path, fake, images):
            pass
        before, fake_before = copied(path, at / "turn"), fake.copied()
        async with process(path, fake, images) as here:
            here.life.steps.clear()
            await carry_out(action, here)
        turn = Turn(before, fake_before, action, ended(path, fake), here.life.steps)
        assert "running" in turn.end.stored["games"][0]
        for number, after in product(range(len(turn.steps)), (False, True)):
            run = await killed(turn, images, at, number, after=after)
            if run != turn.end:
                wrong.append(("after" if after else "before", number, turn.steps[number]))
    assert not wrong
