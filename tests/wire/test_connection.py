"""The connection of the real program to a Discord on this machine: refused, lost, told READY many times, ended."""

from __future__ import annotations

import json
import signal

from bot.process.retries import RETRIES, Failure, Purpose, Retries
from tests.wire import hurried
from tests.wire.fake import Discord, error
from tests.wire.program import online, running, until
from tests.wire.server import serve
from tests.wire.tables import boards, done, fill, placement, press_of, shown, table, turn_of


async def test_the_bot_tries_again_when_its_first_connection_to_the_gateway_is_refused(tmp_path):
    fake = Discord()
    async with serve(fake) as server:
        server.refused = 1
        async with online(server, tmp_path, hurried.RETRIES) as program:
            assert server.connected, program.log
            assert "AttributeError" in program.log
            assert await program.end() == 0


async def test_the_bot_tries_again_when_discord_cannot_be_asked_who_it_is(tmp_path):
    fake = Discord()
    async with serve(fake) as server:
        fake.plan("GET", "/users/@me", error(503, 0))
        async with online(server, tmp_path, hurried.RETRIES) as program:
            assert server.connected, program.log
            assert await program.end() == 0


async def test_a_wrong_token_is_one_line_and_exit_code_2(tmp_path):
    fake = Discord()
    fake.token = "another"
    async with serve(fake) as server, running(server, tmp_path) as program:
        assert await program.over() == 2
        (line,) = [line for line in program.lines if " INFO " not in line and "level=info" not in line.lower()]
        assert "DISCORD_TOKEN is not accepted" in line
        assert "x" not in [word.strip("'\"") for word in line.split()]


async def test_ready_five_times_doubles_nothing(tmp_path):
    fake = Discord()
    await fill(tmp_path / "db.sqlite3", 3)
    async with serve(fake) as server:
        server.readies = 5
        async with online(server, tmp_path) as program:
            await shown(fake, 3)
            one = await table(tmp_path / "db.sqlite3")
            pressed = press_of(fake, turn_of(one), placement(one))
            await done(pressed)
            await until(lambda: len(fake.shown()) == 4)
            assert await program.end() == 0
        assert len(fake.shown()) == 4
        assert len(fake.sent("PUT", "/applications/*/commands")) == 1
        assert len(pressed.answers) == 1
        assert len((await table(tmp_path / "db.sqlite3")).public.turns) == 1


async def test_a_press_that_comes_while_the_connection_is_resumed_is_answered_once(tmp_path):
    fake = Discord()
    await fill(tmp_path / "db.sqlite3")
    async with serve(fake) as server, online(server, tmp_path) as program:
        await shown(fake)
        one = await table(tmp_path / "db.sqlite3")
        await server.drop()
        pressed = press_of(fake, turn_of(one), placement(one))
        await done(pressed)
        await until(lambda: server.resumed == 1)
        await until(lambda: len(fake.shown()) == 2)
        assert server.identified == 1
        assert len(pressed.answers) == 1
        assert await program.end() == 0


async def test_a_new_session_doubles_nothing(tmp_path):
    fake = Discord()
    await fill(tmp_path / "db.sqlite3")
    async with serve(fake) as server, online(server, tmp_path, hurried.RETRIES) as program:
        await shown(fake)
        await server.drop(resumable=False)
        await until(lambda: server.identified == 2)
        one = await table(tmp_path / "db.sqlite3")
        pressed = press_of(fake, turn_of(one), placement(one))
        await done(pressed)
        await until(lambda: len(fake.shown()) == 2)
        assert len(fake.sent("PUT", "/applications/*/commands")) == 1
        await until(lambda: boards(fake) == [fake.last()])  # the buttons of the old board go after the new one is there
        assert await program.end(signal.SIGINT) == 0


async def test_the_bot_connects_no_earlier_than_discord_lets_it_start_a_session(tmp_path):
    fake, health = Discord(), tmp_path / "health.json"
    fake.sessions_left, fake.sessions_reset_s = 0, 3600.0
    async with serve(fake) as server, running(server, tmp_path, INGENIOUS_HEALTH=str(health)) as program:
        await until(lambda: health.exists() and json.loads(health.read_text())["connects_at"])
        assert "no session may be started before the limit is reset" in program.log
        assert (server.identified, fake.sent("GET", "/users/@me")) == (0, [])
        assert await program.end() == 0


async def test_sessions_that_discord_ends_at_once_are_started_slower_and_slower(tmp_path):
    fake = Discord()
    spacing = {"bot.process.retries.RETRIES": {**RETRIES, Purpose.SESSION: {Failure.TRANSIENT: Retries((0.1, 3600))}}}
    async with serve(fake) as server, online(server, tmp_path, spacing) as program:
        for number in (1, 2):
            await until(lambda number=number: server.identified == number and len(server.connected) == 1)
            await server.drop(resumable=False)
        await until(lambda: "sessions end too often" in program.log)
        assert server.identified == 2
        assert await program.end() == 0
        assert "Traceback" not in program.log, program.log
