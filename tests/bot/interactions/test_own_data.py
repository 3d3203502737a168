"""The data of a person that takes long: said at once, given when it is there, to them alone."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from datetime import timedelta
from io import BytesIO
from zipfile import ZipFile

import pytest
from typing_extensions import override

from bot.interactions import player
from bot.process.worker import InPlace
from bot.services import archive, exports
from bot.services.exports import Exports
from bot.texts import texts
from tests.bot.world import Shown, World, world

EN = texts("en")
MINUTE = timedelta(minutes=1)


class Slow(InPlace):
    """A worker whose every answer takes some time."""

    def __init__(self, time: timedelta) -> None:
        self._time_s = time.total_seconds()

    @override
    async def run(self, function, *args, cpu_s=60.0, background=False):
        await asyncio.sleep(self._time_s)
        return await super().run(function, *args)


@pytest.fixture
async def here(tmp_path, monkeypatch) -> AsyncIterator[World]:
    """A server in which Ann plays, and an export takes longer than anybody waits for an answer."""
    monkeypatch.setattr(player, "_AT_ONCE_S", 0)
    async with world(tmp_path / "db.sqlite3", pictures=False) as made:
        await made.command(made.ann, "start", seats=2)
        yield made


async def asked(here: World) -> Shown:
    """Ann asks for her data; the answer as it is now."""
    return await here.command(here.ann, "privacy", action="mine")


def make_slow(here: World, time: timedelta = MINUTE) -> None:
    object.__setattr__(here.app, "exports", Exports(here.store, Slow(time), here.app.guard))


async def wait(here: World, time: timedelta) -> None:
    await here.env.advance_time(time.total_seconds())
    await here.settle()


def private(here: World) -> list[Shown]:
    """What Ann alone was sent in the channel."""
    shown = [here.shown(here.channel.id, one.id) for one in here.channel.history(viewer=here.ann)]
    return [one for one in shown if one.ephemeral]


async def test_what_takes_long_is_said_at_once_and_given_in_the_same_answer(here):
    make_slow(here)
    first = await asked(here)
    assert (first.text, first.ephemeral, first.attachments) == (EN("privacy.later"), True, [])
    await wait(here, MINUTE)
    given = here.shown(first.channel, first.id)
    assert given.text == EN("privacy.mine")
    assert json.loads(here.content(given.attached(".json")))["user"] == here.ann.id


async def test_a_second_press_meanwhile_gives_words_and_no_second_file(here):
    make_slow(here)
    await asked(here)
    assert (await asked(here)).text == EN("privacy.being-made")
    await wait(here, MINUTE)
    assert [len(one.attachments) for one in private(here)[-2:]] == [1, 0]


async def test_a_long_export_comes_in_numbered_parts(here, monkeypatch):
    monkeypatch.setattr(exports, "Archive", lambda name: archive.Archive(name, readable=10, part=1))
    for _ in range(2):
        await here.command(here.ann, "start", seats=2)
    await asked(here)
    parts = private(here)[-3:]
    assert [one.text for one in parts] == [EN("privacy.part", part=part, parts=3) for part in (1, 2, 3)]
    files = [ZipFile(BytesIO(here.content(one.attached(".zip")))) for one in parts]
    assert [json.loads(file.read("games.jsonl"))["game"] for file in files] == [1, 2, 3]


async def test_what_took_longer_than_an_answer_lives_comes_in_a_direct_message(here):
    make_slow(here, timedelta(minutes=16))
    await asked(here)
    await wait(here, timedelta(minutes=16))
    (sent,) = here.messages(here.dm(here.ann))
    assert sent.text == EN("privacy.mine")
    assert sent.attached(".json")


async def test_who_waits_for_their_data_is_told_that_the_bot_ends(here):
    make_slow(here)
    for _ in range(6):
        await here.command(here.ann, "start", mode="solo")
    first = await asked(here)
    here.app.guard.end()
    await wait(here, MINUTE)
    assert here.shown(first.channel, first.id).text == EN("refused.restarted")
