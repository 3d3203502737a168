"""A process dies between the acknowledgement of a press and its answer: the next one gives the answer."""

from __future__ import annotations

import asyncio
from contextlib import asynccontextmanager
from datetime import timedelta

import pytest

from bot.screens.phrases import rack_words
from bot.texts import texts
from data.sqlite.backup import backup
from game.board import NAMES
from tests.bot.killing import Clock, Process, new_discord, process
from tests.bot.painters import Blank
from tests.bot.sample_tables import choice
from tests.wire.fake import PEOPLE, Discord, Interaction, button
from tests.wire.program import until

ANN, BEN, CEM = (PEOPLE[name] for name in ("ann", "ben", "cem"))


@asynccontextmanager
async def alive(path, fake: Discord, clock: Clock):
    """A process."""
    async with process(path / "db.sqlite3", fake, Blank(), clock=clock) as here:
        yield here


async def begun(here: Process) -> None:
    """Ann and Ben play game 1."""
    here.fake.command(ANN, "start", order="joined")
    await here.quiet()
    for user, verb in ((BEN, "join"), (ANN, "begin")):
        lobby = here.fake.offering(verb)
        here.fake.press(user, button(lobby, verb), lobby)
        await here.quiet()


async def dies_before_the_answer(path, fake: Discord, clock: Clock, act, *, prepare=begun) -> Interaction:
    """What somebody did in a process that died before it answered; `act` does it."""
    async with alive(path, fake, clock) as here:
        await prepare(here)
        never = asyncio.Event()
        held = fake.plan("PATCH", "/webhooks/*", None, until=never)
        done = await act(here)
        await until(lambda: held not in fake.faults)
    assert done.answers
    assert not done.filled
    return done


async def press(here: Process, user: int, verb: str) -> Interaction:
    message = here.fake.offering(verb)
    return here.fake.press(user, button(message, verb), message)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def fake(clock) -> Discord:
    return new_discord(clock)


@pytest.mark.parametrize("verb", ["rack", "play"])
async def test_a_look_is_answered_by_the_next_process(tmp_path, fake, clock, verb):
    pressed = await dies_before_the_answer(tmp_path, fake, clock, lambda here: press(here, ANN, verb))
    async with alive(tmp_path, fake, clock) as here:
        assert pressed.filled
        table = (await here.app.tables.load(1)).table
        assert (rack_words(table.game().racks[0]) if verb == "rack" else "Your turn") in pressed.text
        assert table.name_of(ANN) == "Ann"


async def typed(here: Process) -> Interaction:
    intent = choice((await here.app.tables.load(1)).table)
    at, to = (NAMES[cell] for cell in intent.at)
    return here.fake.command(ANN, "place", tile=intent.tile.code, at=at, and_=to)


async def test_a_typed_move_that_is_stored_is_told_as_made(tmp_path, fake, clock):
    pressed = await dies_before_the_answer(tmp_path, fake, clock, typed)
    async with alive(tmp_path, fake, clock) as here:
        assert pressed.text.startswith("Placed")
        assert len((await here.app.tables.load(1)).table.public.turns) == 1


async def test_a_typed_move_that_is_not_stored_is_told_not_to_be(tmp_path, fake, clock):
    async with alive(tmp_path, fake, clock) as here:
        await begun(here)
        here.life.end, here.life.steps = 2, []  # the append: after the acknowledgement and what is kept of it
        pressed = await typed(here)
        await until(lambda: here.life.dead)
        assert "store.append" in here.life.steps[-1]
    async with alive(tmp_path, fake, clock) as here:
        assert (await here.app.tables.load(1)).table.public.turns == ()
        assert pressed.text.startswith("I was restarted before I could answer.")
        assert texts("en")("panel.opening") in pressed.text


async def nobody_plays(here: Process) -> None:
    here.fake.command(ANN, "start")
    await here.quiet()


async def test_what_changes_a_table_is_not_done_again_but_told(tmp_path, fake, clock):
    pressed = await dies_before_the_answer(
        tmp_path, fake, clock, lambda here: press(here, BEN, "join"), prepare=nobody_plays
    )
    async with alive(tmp_path, fake, clock) as here:
        assert pressed.text.startswith("I was restarted before I could answer.")
        assert (await here.app.tables.load(1)).table.humans == (ANN, BEN)


async def test_an_answer_whose_token_has_run_out_is_forgotten(tmp_path, fake, clock):
    pressed = await dies_before_the_answer(tmp_path, fake, clock, lambda here: press(here, ANN, "rack"))
    clock.now += timedelta(minutes=16)
    before = len(fake.sent("PATCH", "/webhooks/*"))
    async with alive(tmp_path, fake, clock) as here:
        assert not pressed.filled
        assert len(fake.sent("PATCH", "/webhooks/*")) == before
        assert (await here.app.store.left_behind()).answers == ()


async def test_an_answer_that_was_given_is_owed_no_more(tmp_path, fake, clock):
    async with alive(tmp_path, fake, clock) as here:
        await begun(here)
        await press(here, ANN, "rack")
        await here.quiet()
        assert (await here.app.store.left_behind()).answers == ()


async def test_what_is_owed_is_in_no_backup(tmp_path, fake, clock):
    await dies_before_the_answer(tmp_path, fake, clock, lambda here: press(here, ANN, "rack"))
    backup(tmp_path / "db.sqlite3", tmp_path / "copy.sqlite3")
    token = next(reversed(fake.interactions)).encode()
    assert token not in (tmp_path / "copy.sqlite3").read_bytes()
