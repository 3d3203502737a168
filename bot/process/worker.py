"""The worker: processes of low priority that do what takes long, so that no press waits for it.

The moves of bots have a process of their own: they never wait behind an analysis or a hint, not even
behind one that hangs.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from random import Random
from typing import Protocol, TypeVar, TypeVarTuple

from bot.process.worker_calls import OutOfTimeError
from bot.process.worker_process import COMMAND, CPU_S, WorkerProcess, WorkerStoppedError
from game import ai
from game.ai import Style
from game.ai.levels import LEVELS, STAND_IN
from game.events import Place
from game.notation import to_line
from game.state import SeatView

log = logging.getLogger(__name__)

Args = TypeVarTuple("Args")
Result = TypeVar("Result")


class Thinker(Protocol):
    """What the bot needs of the worker, so that a test can do without a process."""

    async def choose(self, view: SeatView, level: Style, seed: str) -> Place:
        """The next placement of a bot; the same one for the same seed.

        Raises:
            WorkerStoppedError: it was stopped; nothing was chosen.
        """
        ...

    async def run(
        self, function: Callable[[*Args], Result], *args: *Args, cpu_s: float = CPU_S, background: bool = False
    ) -> Result:
        """What a function of a module gives for these arguments.

        Raises:
            OutOfTimeError: it took more than `cpu_s` seconds of CPU.
            WorkerError: it was not called, or not to the end.
        """
        ...

    async def stop(self) -> None:
        """End at once; calls that wait are given up. A later call starts it again."""
        ...


class InPlace:
    """A thinker without a process: everything is done in a thread of this one, without limits."""

    async def choose(self, view: SeatView, level: Style, seed: str) -> Place:
        """The next placement of a bot; the same one for the same seed."""
        return await self.run(chosen, view, level, seed)

    async def run(
        self,
        function: Callable[[*Args], Result],
        *args: *Args,
        cpu_s: float = CPU_S,  # noqa: ARG002 - as the worker
        background: bool = False,  # noqa: ARG002
    ) -> Result:
        """What a function gives for these arguments."""
        return await asyncio.to_thread(function, *args)

    async def stop(self) -> None:
        """Nothing to end."""


def chosen(view: SeatView, level: Style, seed: str) -> Place:
    """The placement that a level chooses with the generator of this seed."""
    return ai.choose(view, level, Random(seed))


class Worker:
    """The thinker of the program: one process for moves, one for everything else."""

    def __init__(self, command: Sequence[str] = COMMAND) -> None:
        self.moves = WorkerProcess(command)
        self.others = WorkerProcess(command)

    async def choose(self, view: SeatView, level: Style, seed: str) -> Place:
        """The next placement of a bot; a lower level plays where the worker has no answer in time.

        The same one for the same seed, unless a limit of CPU is met.

        Raises:
            WorkerStoppedError: it was stopped; nothing was chosen.
        """
        slow = LEVELS[level].cpu_s if level in LEVELS else ()
        seen = {"position": to_line(view.position)} if slow else {}
        for step, cpu_s in slow:
            try:
                return await self.moves.run(chosen, view, step, seed, cpu_s=cpu_s)
            except WorkerStoppedError:
                raise
            except OutOfTimeError:
                log.info("a lower level plays: level %s thinks longer than %s s", step, cpu_s, extra=seen)
            except Exception as error:  # noqa: BLE001 - whatever it is, the turn is made
                log.warning("a lower level plays: level %s has no answer: %r", step, error, extra=seen)
                break
        return await asyncio.to_thread(chosen, view, STAND_IN if slow else level, seed)

    async def run(
        self, function: Callable[[*Args], Result], *args: *Args, cpu_s: float = CPU_S, background: bool = False
    ) -> Result:
        """What a function gives for these arguments; see `WorkerProcess.run`."""
        return await self.others.run(function, *args, cpu_s=cpu_s, background=background)

    async def stop(self) -> None:
        """End both processes; calls that wait are given up. A later call starts them again."""
        await asyncio.gather(self.moves.stop(), self.others.stop())
