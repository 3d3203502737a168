"""The worker process: takes calls of functions from its standard input and answers each on its standard output.

It runs with a low priority, ends when its input does, and takes no signal of the terminal: the bot ends it. What is
logged in a call goes back with its answer. Run by `worker.Worker` as `python -m bot.process.worker_main`.
"""

from __future__ import annotations

import contextlib
import logging
import os
import pickle
import signal
import sys
from collections.abc import Callable, Generator
from typing import BinaryIO, Final, cast

from bot.process.worker_calls import LENGTH, Answer, OutOfTimeError

_NICE: Final = 19


class _Log(logging.Handler):
    """Keeps what is logged."""

    def __init__(self) -> None:
        super().__init__()
        self.kept: list[tuple[str, int, str]] = []

    def emit(self, record: logging.LogRecord) -> None:
        self.kept.append((record.name, record.levelno, record.getMessage()))


def main() -> None:
    """Answer calls until the input ends."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    if hasattr(os, "nice"):
        os.nice(_NICE)
    calls, answers = sys.stdin.buffer, os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    # What a function prints must not come between the answers.
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    log = _Log()
    logging.getLogger().addHandler(log)
    while (call := _read(calls)) is not None:
        answer = _packed(_answer(call, log))
        answers.write(LENGTH.pack(len(answer)) + answer)
        answers.flush()


def _read(calls: BinaryIO) -> bytes | None:
    head = calls.read(LENGTH.size)
    if len(head) < LENGTH.size:
        return None
    (length,) = LENGTH.unpack(head)
    call = calls.read(length)
    return call if len(call) == length else None


def _answer(call: bytes, log: _Log) -> Answer:
    log.kept = []
    try:
        function, args, cpu_s = cast("tuple[Callable[..., object], tuple[object, ...], float]", pickle.loads(call))  # noqa: S301 - our own parent wrote it
        with _at_most(cpu_s):
            value = function(*args)
    except Exception as error:  # noqa: BLE001 - the caller gets it
        return Answer(error=error, logged=log.kept)
    return Answer(value, logged=log.kept)


def _packed(answer: Answer) -> bytes:
    try:
        packed = pickle.dumps(answer)
        pickle.loads(packed)  # noqa: S301 - an exception may be packed and yet not be unpacked
    except Exception as error:  # noqa: BLE001 - the caller gets it
        what = repr(answer.error or error)
        return pickle.dumps(Answer(error=RuntimeError(what), logged=answer.logged))
    return packed


@contextlib.contextmanager
def _at_most(cpu_s: float) -> Generator[None]:
    """Raise `OutOfTimeError` in the block when it has taken so much CPU; no limit where there is no such timer."""
    if not hasattr(signal, "setitimer"):
        yield
        return

    def stop(_number: int, _frame: object) -> None:
        raise OutOfTimeError(f"more than {cpu_s} s of CPU")

    signal.signal(signal.SIGPROF, stop)
    signal.setitimer(signal.ITIMER_PROF, cpu_s)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)


if __name__ == "__main__":
    main()
