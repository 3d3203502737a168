"""A worker process and the calls that wait for it, those that somebody waits for before those in the background.

It starts with the first call and ends after a while without any. It may die at any time: it is started again and the
call that it had is made once more.
"""

from __future__ import annotations

import asyncio
import heapq
import logging
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from typing import Final, TypeVar, TypeVarTuple, cast

from bot.process.worker_calls import LENGTH, Answer

log = logging.getLogger(__name__)

Args = TypeVarTuple("Args")
Result = TypeVar("Result")

COMMAND: Final = (sys.executable, "-m", "bot.process.worker_main")
WAITING: Final = 200
"""How many calls may wait."""
CPU_S: Final = 30.0
"""How much CPU a call may take unless it says otherwise."""
ANSWER_S: Final = 60.0
"""After how long without an answer the process is taken to hang, whatever the call."""
IDLE_S: Final = 600.0
"""After how long without a call the process ends."""
_SECRET: Final = ("DISCORD_", "INGENIOUS_", "PG")
"""How settings begin that the process does not get: the token, and where the database is."""


class WorkerError(Exception):
    """A call was not answered; the message says why."""


class WorkerBusyError(WorkerError):
    """Too many calls wait already."""


class WorkerFailedError(WorkerError):
    """The process died twice over a call, or did not answer in time."""


class WorkerStoppedError(WorkerError):
    """The bot ends, or connects again."""


@dataclass(order=True)
class _Call:
    """A call that waits: those with a lower rank first, then in the order in which they came."""

    rank: int
    number: int
    packed: bytes = field(compare=False)
    answer: asyncio.Future[Answer] = field(compare=False)


class WorkerProcess:
    """One process and its line of calls. Long work in the background is best given in pieces."""

    def __init__(
        self,
        command: Sequence[str] = COMMAND,
        *,
        waiting: int = WAITING,
        idle_s: float = IDLE_S,
        answer_s: float = ANSWER_S,
    ) -> None:
        self._command = command
        self._most = waiting
        self._idle_s = idle_s
        self._answer_s = answer_s
        self._waiting: list[_Call] = []
        self._count = 0
        self._idle: asyncio.TimerHandle | None = None
        self._serving: asyncio.Task[None] | None = None
        self._process: Process | None = None

    @property
    def pid(self) -> int | None:
        """The number of the process, while there is one."""
        return self._process.pid if self._process and self._process.returncode is None else None

    async def run(
        self, function: Callable[[*Args], Result], *args: *Args, cpu_s: float = CPU_S, background: bool = False
    ) -> Result:
        """What a function of a module gives for these arguments, which must be able to be pickled.

        Raises:
            OutOfTimeError: it took more than `cpu_s` seconds of CPU.
            WorkerBusyError: too many calls wait.
            WorkerFailedError: the process died twice over it, or it did not end.
            WorkerStoppedError: it was stopped.
        """
        if len(self._waiting) >= self._most:
            raise WorkerBusyError(f"{len(self._waiting)} calls wait already")
        packed = pickle.dumps((function, args, cpu_s))
        self._count += 1
        future: asyncio.Future[Answer] = asyncio.get_running_loop().create_future()
        call = _Call(int(background), self._count, packed, future)
        heapq.heappush(self._waiting, call)
        if self._serving is None or self._serving.done():
            self._serving = asyncio.create_task(self._serve(), name="worker")
        answer = await future
        for name, level, text in answer.logged:
            logging.getLogger(name).log(level, "%s", text)
        if answer.error is not None:
            raise answer.error
        return cast("Result", answer.value)

    async def stop(self) -> None:
        """End the process; calls that wait are given up with `WorkerStoppedError`. A later call starts it again."""
        if self._idle is not None:
            self._idle.cancel()
        if self._serving is not None:
            self._serving.cancel()
            await asyncio.wait((self._serving,))
            self._serving = None
        await self._end()
        for call in self._waiting:
            _give_up(call, WorkerStoppedError("the worker is stopped"))
        self._waiting.clear()

    async def _serve(self) -> None:
        """Make the calls that wait, one after the other; then let the process end if none comes for a while."""
        if self._idle is not None:
            self._idle.cancel()
        while self._waiting:
            await self._make(heapq.heappop(self._waiting))
        # No task that sleeps: the simulated Discord of the local table waits for all tasks.
        self._idle = asyncio.get_running_loop().call_later(self._idle_s, self._end_idle)

    def _end_idle(self) -> None:
        if self._serving is None or self._serving.done():
            self._serving = asyncio.create_task(self._rest(), name="worker-rest")

    async def _rest(self) -> None:
        """End the process, and go on if a call has come meanwhile."""
        await self._end()
        if self._waiting:
            await self._serve()

    async def _make(self, call: _Call) -> None:
        """Let the process answer a call; it is made once more where the process dies."""
        error: Exception = WorkerFailedError("the worker process died twice")
        try:
            for attempt in (1, 2):
                if call.answer.done():  # Nobody waits for it any more.
                    return
                try:
                    answer = await asyncio.wait_for(self._exchange(call.packed), self._answer_s)
                except TimeoutError:
                    log.warning("the worker process does not answer and is ended", extra={"wait_s": self._answer_s})
                    await self._end()
                    error = WorkerFailedError(f"no answer after {self._answer_s:g} s")
                    break
                except (OSError, EOFError, pickle.UnpicklingError) as died:
                    log.warning("the worker process died: %r", died, extra={"attempts": attempt})
                    await self._end()
                else:
                    if not call.answer.done():
                        call.answer.set_result(answer)
                    return
        except asyncio.CancelledError:
            error = WorkerStoppedError("the worker is stopped")
            raise
        finally:
            _give_up(call, error)

    async def _exchange(self, packed: bytes) -> Answer:
        """The answer of the process to a call.

        Raises:
            OSError, EOFError, UnpicklingError: the process cannot be started, or died.
        """
        process = self._process
        if process is None or process.returncode is not None:
            process = self._process = await self._start()
        assert process.stdin is not None  # noqa: S101 - both are pipes
        assert process.stdout is not None  # noqa: S101
        process.stdin.write(LENGTH.pack(len(packed)) + packed)
        await process.stdin.drain()
        (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
        return cast("Answer", pickle.loads(await process.stdout.readexactly(length)))  # noqa: S301 - our own child wrote it

    async def _start(self) -> Process:
        # It needs our modules and nothing that is secret.
        environ = {key: value for key, value in os.environ.items() if not key.startswith(_SECRET)}
        environ["PYTHONPATH"] = os.pathsep.join(path or "." for path in sys.path)
        process = await asyncio.create_subprocess_exec(*self._command, stdin=PIPE, stdout=PIPE, env=environ)
        log.info("the worker process is started", extra={"pid": process.pid})
        return process

    async def _end(self) -> None:
        """Kill the process: it holds nothing that could be lost."""
        process, self._process = self._process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            await process.wait()


def _give_up(call: _Call, error: Exception) -> None:
    if not call.answer.done():
        call.answer.set_exception(error)
