"""A new operator goes by docs/operation.md alone: from SQLite to PostgreSQL and two processes, with games underway."""

from __future__ import annotations

import asyncio
import os
import re
import shlex
import signal
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from data.address import Address, ServerUrl
from tests.postgres import cluster
from tests.wire.fake import CHANNEL, Discord, guild_on
from tests.wire.program import ROOT, online, running, until
from tests.wire.server import serve
from tests.wire.tables import boards, done, fill, placement, table, turn_of
from tests.wire.test_postgres import let_the_lease_run_out

TEXT = (ROOT / "docs/operation.md").read_text(encoding="utf-8")
STEPS = TEXT[TEXT.index("### From SQLite to PostgreSQL and two processes") : TEXT.index("## At which size")]
USER = NAME = "ingenious"


@pytest.fixture
def server_name() -> Iterator[str]:
    """The socket of a PostgreSQL server on which nothing is prepared yet."""
    yield str(cluster().folder)
    cluster().drop(NAME)
    cluster().sql(f"DROP ROLE IF EXISTS {USER}")


def commands(program: str) -> list[str]:
    """The documented commands of a program, in order."""
    lines = re.findall(r"^ *(sudo -u [^#\n]*)", STEPS, re.MULTILINE)
    return [line for line in lines if program in line.split()]


def settings() -> list[dict[str, str]]:
    """The documented settings of the processes, one after the other."""
    lines = re.findall(r"^ +((?:INGENIOUS_\w+=\S+ ?)+)", STEPS, re.MULTILINE)
    return [dict(one.split("=", 1) for one in shlex.split(line)) for line in lines]


def here(text: str, old: Path, socket: str) -> str:
    """A documented text with the places of this test."""
    url = re.search(r"postgresql://\S+", STEPS)
    assert url
    made = f"postgresql://{USER}@/{NAME}?host={socket}"
    return text.replace(url[0], made).replace("/var/lib/ingenious/ingenious.sqlite3", str(old))


async def turn(fake: Discord, where: Address, game: int, channel: int) -> None:
    """Somebody presses a placement on the newest board of a game, and the next board appears."""
    one, before = await table(where, game), len(fake.shown(channel))
    control = {"type": 2, "style": 1, "label": "x", "custom_id": placement(one)}
    message = fake.last(channel) | {"components": [{"type": 1, "components": [control]}]}
    await done(fake.press(turn_of(one), placement(one), message))
    await until(lambda: len(fake.shown(channel)) == before + 1)
    assert (await table(where, game)).turn == one.turn + 1


async def test_by_the_document_alone_games_move_to_postgres_and_two_processes_and_survive_a_kill(tmp_path, server_name):
    old, fake = tmp_path / "ingenious.sqlite3", Discord()
    other = fake.add_guild(guild_on(1))
    await fill(old)
    await fill(old, guild=guild_on(1), channel=other)
    async with serve(fake) as server:
        async with online(server, tmp_path, INGENIOUS_DATABASE=str(old)) as program:
            await until(lambda: boards(fake) and fake.shown(other))
            await turn(fake, old, 1, CHANNEL)
            assert await program.end() == 0
        for line in (*commands("createuser"), *commands("createdb"), *commands("migrate")):
            await run(here(line, old, server_name), server_name)
        url = ServerUrl(here("postgresql://ingenious:password@db.example/ingenious", old, server_name))

        (setting,) = settings()
        setting = {key: here(value, old, server_name) for key, value in setting.items()}
        async with online(server, tmp_path, **setting) as first, running(server, tmp_path, **setting) as second:
            await until(lambda: "another process acts" in second.log)
            await turn(fake, url, 1, CHANNEL)
            await turn(fake, url, 2, other)
            await first.end(signal.SIGKILL)
            let_the_lease_run_out(url)
            await until(lambda: "taking over" in second.log and len(server.connected) == 1)
            await turn(fake, url, 2, other)
            await turn(fake, url, 1, CHANNEL)
            assert await second.end() == 0
    assert len((await table(url, 1)).public.turns) == 3
    assert len((await table(old, 1)).public.turns) == 1


async def run(line: str, socket: str) -> None:
    """Run a documented command as this user; a password cannot be typed here."""
    words = [word for word in shlex.split(line) if word not in ("--pwprompt",)]
    if words[:2] == ["sudo", "-u"]:
        words = words[3:]
    if words[0] == ".venv/bin/python":
        words[0] = sys.executable
    else:
        words[0] = str(cluster().bin / words[0])
    environment = os.environ | {"PGHOST": socket, "PGUSER": "tests", "PYTHONPATH": str(ROOT)}
    process = await asyncio.create_subprocess_exec(*words, env=environment, stderr=asyncio.subprocess.PIPE)
    _, errors = await process.communicate()
    assert process.returncode == 0, (line, errors.decode())
