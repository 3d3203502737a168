"""A bot process of `whole/test_operation.py`: all of `python -m bot` but Discord, whose place a file takes.

Each client that would connect appends a line to that file, and one at its end; what it does is the first argument.
"""

import asyncio
import os
import sys
import time
from pathlib import Path
from types import SimpleNamespace

import discord

from bot import __main__, app
from bot.discord import runner
from bot.process.lease_times import Times
from bot.process.retries import RETRIES, Failure, Purpose, Retries
from data.store import NewGame

BEHAVIOUR, WIRE = sys.argv[1], Path(sys.argv[2])

TIMES = Times(lease_s=2 if BEHAVIOUR == "brief" else 600, renew_s=0.2, ask_s=0.02)
app.TIMES = TIMES
RETRIES[Purpose.CONNECTION][Failure.TRANSIENT] = Retries((0.01,), goes_on=True)
runner._FINISH_S = runner._LEAST_S = 0.2 if BEHAVIOUR == "stuck" else 1.0
__main__._END_S = 1.0 if BEHAVIOUR == "dead" else 30.0


def say(line: str) -> None:
    with WIRE.open("a") as file:
        file.write(f"{os.getpid()} {line}\n")


class Client:
    """Does what the behaviour says in place of being on Discord."""

    started = 0

    def __init__(self, app, *, turned, **_) -> None:
        self.app = app
        self.turned = turned
        self.was_online = False
        self.gone = asyncio.Event()
        self.connected = asyncio.Event()
        self.begun = asyncio.Event()

    async def start(self, token: str) -> None:
        Client.started += 1
        if self.app.guard.stands_by:
            self.connected.set()
            await self.begun.wait()
        if BEHAVIOUR == "refused":
            raise discord.LoginFailure("Improper token has been passed.")
        if BEHAVIOUR == "flaky" and Client.started < 3:
            ws: SimpleNamespace | None = None
            say(f"failed {ws.sequence}")  # As discord.py does where its first connection fails.
        if BEHAVIOUR == "sleepy":
            say("online")
            await asyncio.sleep(3600)
        say("online")
        self.was_online = True
        self.turned(True)
        if BEHAVIOUR == "writing":
            game = (await self.app.store.create(NewGame(1, 2, "standard", "en", 3), ["0"])).id
            for after in range(1, 100_000):
                if self.gone.is_set():
                    break
                await self.app.store.append(game, after, [str(after)])
                await asyncio.sleep(0.001)
        await self.gone.wait()

    async def begin(self) -> None:
        self.app.guard.begin()
        self.begun.set()

    async def yield_to_another(self) -> None:
        pass

    async def finish(self) -> None:
        if BEHAVIOUR == "stuck":
            await asyncio.sleep(3600)
        if BEHAVIOUR == "dead":
            time.sleep(3600)  # noqa: ASYNC251 - not even the loop runs any more

    async def close(self) -> None:
        say("closed")
        self.gone.set()


app.IngeniousClient = Client
sys.exit(__main__.main([]))
