"""A real process is killed at a step; only the database and what Discord noted of each send survive."""

from __future__ import annotations

import asyncio
import json
import re
import signal

from bot.screens.phrases import SIGNS
from game.tiles import COLOURS
from tests.wire.fake import PEOPLE, Discord
from tests.wire.program import online, until
from tests.wire.server import serve
from tests.wire.tables import done, fill, placement, press_of, shown, table, turn_of

BEN = PEOPLE["ben"]
STEPS = (
    ("POST", "/interactions/*", False),
    ("POST", "/interactions/*", True),
    ("POST", "/channels/101/messages", False),
    ("POST", "/channels/101/messages", True),
    ("PATCH", "/channels/101/messages/*", False),
    ("POST", f"/channels/{1000 + BEN}/messages", False),
    ("POST", f"/channels/{1000 + BEN}/messages", True),
)
"""Requests at which the process is killed, before Discord carries them out or after that."""


async def play(directory, kill: tuple[str, str, bool] | None) -> tuple[list[dict], list[str]]:
    """Ann makes a placement, if need be again after the kill; what Discord noted, and what the database holds."""
    path, journal = directory / "db.sqlite3", directory / "journal"
    fake = Discord(journal=journal)
    await fill(path, seats=4, dm=(BEN,))
    async with serve(fake) as server:
        async with online(server, directory) as program:
            await shown(fake)
            one = await table(path)
            if kill:
                method, where, after = kill
                before = len(fake.sent(method, where))
                fake.plan(method, where, None, wait_s=60, done=after)
                press_of(fake, turn_of(one), placement(one))
                await until(lambda: len(fake.sent(method, where)) > before)
                await program.end(signal.SIGKILL)
        async with online(server, directory) as program:
            one = await table(path)
            if not one.public.turns:
                await done(press_of(fake, turn_of(one), placement(one)))
            await until(
                lambda: len(fake.shown()) >= 2 and fake.shown(1000 + BEN) and len(fake.shown()[0]["components"]) == 0
            )
            assert await program.end() == 0
    sends = [json.loads(line) for line in journal.read_text().splitlines()]
    return [send | {"content": _without_emojis(send["content"])} for send in sends], [
        type(event).__name__ for event in (await table(path)).events
    ]


def _without_emojis(text: str) -> str:
    """The text with the same mark for a colour's emoji and for its plain sign: the first message of a process that
    has just started shows the sign where the emojis are not fetched yet."""
    for colour, sign in zip(COLOURS, SIGNS, strict=True):
        text = re.sub(rf"<:ingenious_{colour.name.lower()}:\d+>|{sign}", f"({colour.name})", text)
    return text


async def test_a_process_that_is_killed_at_a_step_changes_nothing_that_is_stored_or_sent(tmp_path):
    runs: list[tuple[str, str, bool] | None] = [None, *STEPS]
    folders = [tmp_path / str(number) for number in range(len(runs))]
    for folder in folders:
        folder.mkdir()
    whole, *killed = await asyncio.gather(*(play(folder, step) for folder, step in zip(folders, runs, strict=True)))
    assert len(whole[0]) == 3
    for step, run in zip(STEPS, killed, strict=True):
        assert run == whole, step
