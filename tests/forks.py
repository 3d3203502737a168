"""Programs of the tests as processes of their own that start at once: forks of a process that has imported the bot.

A new interpreter takes a second of CPU to import the bot, which is most of what the process of a test costs. A fork has
its own pid, directory, environment, streams and session, is sent signals like any other, and ends as an interpreter
does. `start` is what `subprocess.Popen` would be; the process from which all are forked ends with the tests.
"""

from __future__ import annotations

import atexit
import gc
import importlib
import os
import pickle
import runpy
import select
import signal
import socket
import subprocess
import sys
import tempfile
import time
from collections.abc import Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any, Final

ROOT: Final = Path(__file__).parents[1]
PRELOADED: Final = ("bot.__main__", "asyncpg", "prometheus_client", "data.postgres", "encodings.idna", "aiohttp.web")


@dataclass(frozen=True)
class _Wish:
    """What to run: a module with arguments, where, with which environment, and with other values of some names."""

    module: str
    arguments: tuple[str, ...]
    cwd: str
    env: dict[str, str]
    replaced: dict[str, object] = field(default_factory=dict)


class Forked:
    """A running process, as `subprocess.Popen` has it."""

    def __init__(self, connection: socket.socket, args: Sequence[str], stdout: int | None, stderr: int | None) -> None:
        self._connection = connection
        self.args = args
        self.pid = int.from_bytes(_exactly(connection, 4), "big")
        self.returncode: int | None = None
        self.stdout = None if stdout is None else open(stdout, encoding="utf-8")  # noqa: PTH123, SIM115
        self.stderr = None if stderr is None else open(stderr, encoding="utf-8")  # noqa: PTH123, SIM115

    def poll(self) -> int | None:
        """The exit code, minus the number of the signal that ended it, or None while it runs."""
        return self._over(0)

    def wait(self, timeout: float | None = None) -> int:
        """Wait for its end."""
        code = self._over(timeout)
        if code is None:
            raise subprocess.TimeoutExpired(self.args, timeout or 0)
        return code

    def _over(self, timeout_s: float | None) -> int | None:
        if self.returncode is None and select.select([self._connection], [], [], timeout_s)[0]:
            self.returncode = os.waitstatus_to_exitcode(int.from_bytes(_exactly(self._connection, 4), "big"))
            self._connection.close()
        return self.returncode

    def send_signal(self, number: int) -> None:
        """Send it a signal, if it still runs."""
        if self.poll() is None:
            os.kill(self.pid, number)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)

    def communicate(self, timeout: float | None = None) -> tuple[str, str]:
        """What it prints until its end, to both streams."""
        end = None if timeout is None else time.monotonic() + timeout
        streams = {one.fileno(): one for one in (self.stdout, self.stderr) if one is not None}
        read = dict.fromkeys(streams, b"")
        left = set(streams)
        while left:
            ready = select.select(list(left), [], [], None if end is None else max(0.0, end - time.monotonic()))[0]
            if not ready:
                raise subprocess.TimeoutExpired(self.args, timeout or 0)
            for number in ready:
                part = os.read(number, 1 << 16)
                read[number] += part
                if not part:
                    left.discard(number)
        self.wait(timeout)
        out, errors = (
            "" if one is None else read[one.fileno()].decode(errors="replace") for one in (self.stdout, self.stderr)
        )
        self.close()
        return out, errors

    def close(self) -> None:
        """Read nothing more of what it prints."""
        for one in (self.stdout, self.stderr):
            if one is not None:
                one.close()


def start(
    module: str,
    *arguments: str,
    cwd: Path,
    env: Mapping[str, str],
    stdout: int | None = None,
    stderr: int | None = None,
    replaced: Mapping[str, object] | None = None,
) -> Forked:
    """Start `python -m module`; `stdout` and `stderr` are `PIPE`, a file descriptor, or None for nothing.

    `replaced` gives names of modules other values, such as shorter times: `{"bot.discord.runner._FINISH_S": 1.0}`.
    """
    connection = socket.socket(socket.AF_UNIX)
    connection.connect(str(_origin()))
    wish = pickle.dumps(_Wish(module, arguments, str(cwd), dict(env), dict(replaced or {})))
    nothing = os.open(os.devnull, os.O_RDWR)
    given, ours, theirs = [nothing], [], [nothing]
    for wanted in (stdout, stderr):
        if wanted == subprocess.PIPE:
            reader, writer = os.pipe()
            ours.append(reader)
            theirs.append(writer)
            given.append(writer)
        else:
            ours.append(None)
            given.append(nothing if wanted is None else wanted)
    socket.send_fds(connection, [len(wish).to_bytes(4, "big")], given)
    connection.sendall(wish)
    for number in theirs:
        os.close(number)
    return Forked(connection, (module, *arguments), *ours)


def _exactly(connection: socket.socket, count: int) -> bytes:
    got = b""
    while len(got) < count:
        part = connection.recv(count - len(got))
        if not part:
            raise ConnectionError("the process that forks has ended")
        got += part
    return got


@cache
def _origin() -> Path:
    """Where the process listens that forks for this process of tests."""
    folder = tempfile.TemporaryDirectory(prefix="forks-")
    path = Path(folder.name) / "socket"
    listening, told = os.pipe()
    process = subprocess.Popen(
        [sys.executable, "-m", "tests.forks", str(path), str(told)],
        cwd=ROOT, stdin=subprocess.PIPE, pass_fds=[told], start_new_session=True,
    )  # fmt: skip
    os.close(told)
    assert os.read(listening, 1), "the process that forks did not start"
    os.close(listening)

    def end() -> None:
        assert process.stdin
        process.stdin.close()
        process.wait()
        folder.cleanup()

    atexit.register(end)
    return path


# --- the process that forks ------------------------------------------------------------------------------------------


def _serve(path: str, told: int) -> _Wish:
    """Fork for every connection, until the tests are over; returns in the forks alone, with what to run there."""
    reader, writer = os.pipe()
    os.set_blocking(writer, False)
    signal.set_wakeup_fd(writer)
    signal.signal(signal.SIGCHLD, lambda *_: None)
    children: dict[int, socket.socket] = {}
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(path)
        listener.listen()
        os.write(told, b".")
        os.close(told)
        while True:
            ready = select.select([0, reader, listener], [], [])[0]
            if reader in ready:
                os.read(reader, 4096)
                _reap(children)
            if 0 in ready:
                for pid in children:
                    os.kill(pid, signal.SIGKILL)
                os._exit(0)
            if listener in ready:
                connection = listener.accept()[0]
                wish = _forked(connection, children)
                if wish is not None:
                    signal.set_wakeup_fd(-1)
                    os.close(reader)
                    os.close(writer)
                    return wish


def _forked(connection: socket.socket, children: dict[int, socket.socket]) -> _Wish | None:
    size, streams, _, _ = socket.recv_fds(connection, 4, 3)
    wish: _Wish = pickle.loads(_exactly(connection, int.from_bytes(size, "big")))
    pid = os.fork()
    if pid:
        for number in streams:
            os.close(number)
        children[pid] = connection
        with suppress(ConnectionError):
            connection.sendall(pid.to_bytes(4, "big"))
        return None
    os.setsid()
    signal.signal(signal.SIGCHLD, signal.SIG_DFL)
    for at, number in enumerate(streams):
        os.dup2(number, at)
    for number in streams:
        os.close(number)
    for other in (connection, *children.values()):
        other.close()
    return wish


def _reap(children: dict[int, socket.socket]) -> None:
    """Tell the tests of every process that has ended."""
    with suppress(ChildProcessError):
        while True:
            pid, status = os.waitpid(-1, os.WNOHANG)
            if not pid:
                return
            with children.pop(pid) as connection, suppress(ConnectionError):
                connection.sendall(status.to_bytes(4, "big"))


def _run(wish: _Wish) -> object:
    """Be the program; its exit code, unless it ends with one of its own."""
    os.chdir(wish.cwd)
    os.environ.clear()
    os.environ.update(wish.env)
    sys.argv = [wish.module, *wish.arguments]
    sys.stdin, sys.stdout = open(0, closefd=False), open(1, "w", closefd=False)  # noqa: SIM115
    sys.stderr = open(2, "w", buffering=1, errors="backslashreplace", closefd=False)  # noqa: SIM115
    for name, value in wish.replaced.items():
        _replace(name, value)
    if wish.module == "bot":
        return importlib.import_module("bot.__main__").main(wish.arguments)
    runpy.run_module(wish.module, run_name="__main__", alter_sys=True)
    return 0


def _replace(name: str, value: object) -> None:
    """Give `package.module.name` or `package.module.Class.name` this value, which it must have already."""
    at, names = name, list[str]()
    while True:
        at, _, last = at.rpartition(".")
        names.insert(0, last)
        with suppress(ImportError):
            owner: Any = importlib.import_module(at)
            break
    for one in names[:-1]:
        owner = getattr(owner, one)
    getattr(owner, names[-1])
    setattr(owner, names[-1], value)


if __name__ == "__main__":
    for preloaded in PRELOADED:
        importlib.import_module(preloaded)
    gc.freeze()
    sys.modules["tests.forks"] = sys.modules["__main__"]
    sys.exit(_run(_serve(sys.argv[1], int(sys.argv[2]))))
