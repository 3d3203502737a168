"""The start: online at once, whatever else Discord is slow about or refuses."""

from __future__ import annotations

import asyncio

import pytest

from tests.wire.fake import Discord, error
from tests.wire.hurried import RETRIES
from tests.wire.program import online, until
from tests.wire.server import serve
from tests.wire.tables import done, fill, placement, press_of, shown, table, turn_of

COMMANDS = ("PUT", "/applications/*/commands")
EMOJIS = ("GET", "/applications/*/emojis")


@pytest.mark.parametrize("slow", [COMMANDS, EMOJIS], ids=["commands", "emojis"])
async def test_a_press_is_answered_while_commands_or_emojis_hang(tmp_path, slow):
    fake, told = Discord(), asyncio.Event()
    await fill(tmp_path / "db.sqlite3")
    async with serve(fake) as server:
        fake.plan(*slow, until=told)
        async with online(server, tmp_path) as program:
            await shown(fake)
            one = await table(tmp_path / "db.sqlite3")
            await done(press_of(fake, turn_of(one), placement(one)))
            assert not told.is_set()
            told.set()
            await until(lambda: fake.commands and len(fake.emojis) == 6)
            assert await program.end() == 0


async def test_commands_and_emojis_are_tried_again_until_discord_takes_them(tmp_path):
    fake, told = Discord(), asyncio.Event()
    async with serve(fake) as server:
        # discord.py hands this error on at once, and tries others five times itself, which takes half a minute.
        for what in (COMMANDS, EMOJIS):
            fake.plan(*what, error(503, 0), until=told)
        async with online(server, tmp_path, RETRIES) as program:
            told.set()
            await until(lambda: fake.commands and len(fake.emojis) == 6)
            assert program.log.count("retry_s=0.1") == 2
            assert await program.end() == 0


async def test_what_discord_refuses_is_said_once_and_the_bot_plays_on(tmp_path):
    fake = Discord()
    await fill(tmp_path / "db.sqlite3")
    async with serve(fake) as server:
        fake.plan(*EMOJIS, error(403, 50001))
        async with online(server, tmp_path) as program:
            await shown(fake)
            await until(lambda: "the emojis could not be registered" in program.log)
            await until(lambda: fake.commands)
            assert await program.end() == 0
        assert program.log.count("the emojis could not be registered") == 1


async def test_it_ends_in_order_while_commands_hang(tmp_path):
    fake = Discord()
    async with serve(fake) as server:
        fake.plan(*COMMANDS, until=asyncio.Event())
        async with online(server, tmp_path) as program:
            assert await program.end() == 0
