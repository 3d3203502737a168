"""A PostgreSQL server of the tests: one cluster a test process, made when the first test asks for it."""

from __future__ import annotations

import asyncio
import atexit
import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Callable, Coroutine, Generator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from datetime import UTC, datetime
from functools import cache
from itertools import count
from pathlib import Path
from typing import TypeVar

import asyncpg

from data.address import ServerUrl
from data.postgres import PostgresStore

T = TypeVar("T")
LOCKED = "locked"
"""A user who needs a password."""
FAST = {"fsync": "off", "synchronous_commit": "on", "full_page_writes": "off", "deadlock_timeout": "50ms"}
"""A crash of the machine may cost everything; a crash of the server costs nothing."""


def programs() -> Path | None:
    """The folder of the newest server that is installed."""
    found = [path.parent for path in Path("/usr/lib/postgresql").glob("*/bin/initdb")]
    if not found and (initdb := shutil.which("initdb")):
        found = [Path(initdb).parent]
    return max(
        found, key=lambda path: [int(part) for part in path.parent.name.split(".") if part.isdigit()], default=None
    )


def needed() -> Path:
    """The same; skips the test where there is none, but not in continuous integration, where it fails."""
    found = programs()
    if found is None:
        import pytest  # noqa: PLC0415 - the measurements run without it

        if os.environ.get("CI"):
            pytest.fail("the programs of PostgreSQL are not installed; .ci/run installs them")
        pytest.skip("the programs of PostgreSQL (initdb, postgres) are not installed")
    return found


class Cluster:
    """A server with a data directory and a socket of its own, run by another user where we are root."""

    def __init__(self, **settings: str) -> None:
        self.bin = needed()
        self.folder = Path(tempfile.mkdtemp(prefix="pg-"))
        self.user = _user()
        if self.user:
            shutil.chown(self.folder, self.user)
        self.data = self.folder / "data"
        self.settings = {**FAST, **settings}
        self._numbers = count(1)
        self._server: subprocess.Popen[bytes] | None = None
        self.call("initdb", "-D", self.data, "-U", "tests", "-A", "trust", "-E", "UTF8", "--locale=C", "--no-sync")
        hba = self.data / "pg_hba.conf"
        hba.write_text(f"local all {LOCKED} scram-sha-256\n{hba.read_text()}")

    def call(self, program: str, *arguments: object) -> str:
        """What a program of PostgreSQL prints."""
        ended = subprocess.run(
            [str(self.bin / program), *map(str, arguments)],
            user=self.user, cwd=self.folder, capture_output=True, text=True, check=False,
        )  # fmt: skip
        assert ended.returncode == 0, ended.stderr
        return ended.stdout

    def standby(self) -> Cluster:
        """A server that follows this one and may only be read, not started yet."""
        other = Cluster.__new__(Cluster)
        other.bin, other.user, other.settings, other._server = self.bin, self.user, self.settings, None
        other.folder = Path(tempfile.mkdtemp(prefix="pg-"))
        if other.user:
            shutil.chown(other.folder, other.user)
        other.data = other.folder / "data"
        self.call("pg_basebackup", "-h", self.folder, "-U", "tests", "-D", other.data, "-R", "-c", "fast", "--no-sync")
        return other

    def start(self, **settings: str) -> None:
        """Start the server and wait until it answers."""
        pairs = {
            "listen_addresses": "", "unix_socket_directories": str(self.folder), "max_connections": "100",
            "shared_buffers": "16MB", "log_min_messages": "fatal", "autovacuum": "off", **self.settings, **settings,
        }  # fmt: skip
        options = [part for key, value in pairs.items() for part in ("-c", f"{key}={value}")]
        log = (self.folder / "log").open("ab")
        self._server = subprocess.Popen(
            [str(self.bin / "postgres"), "-D", str(self.data), *options],
            user=self.user, cwd=self.folder, stdout=log, stderr=log, stdin=subprocess.DEVNULL,
        )  # fmt: skip
        log.close()
        for _ in range(2000):
            ready = subprocess.run([str(self.bin / "pg_isready"), "-q", "-h", str(self.folder)], check=False)
            if ready.returncode == 0:
                return
            if self._server.poll() is not None:
                break
        raise AssertionError((self.folder / "log").read_text())

    def stop(self, mode: str = "fast") -> None:
        """Stop it; `immediate` is as if it crashed."""
        if self._server is not None:
            self.call("pg_ctl", "stop", "-D", self.data, "-m", mode, "-w", "-s")
            self._server.wait()
            self._server = None

    @contextmanager
    def suspended(self) -> Generator[None]:
        """Let none of its processes go on in the block: it takes connections and answers nothing."""
        assert self._server is not None
        children = Path(f"/proc/{self._server.pid}/task/{self._server.pid}/children")
        pids = [self._server.pid]
        os.kill(self._server.pid, signal.SIGSTOP)  # first, so that it starts no other
        pids += [int(pid) for pid in children.read_text(encoding="ascii").split()]
        for pid in pids[1:]:
            os.kill(pid, signal.SIGSTOP)
        try:
            yield
        finally:
            for pid in pids:
                with suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)

    def remove(self) -> None:
        """Stop it, and nothing of it is left."""
        try:
            self.stop("immediate")
        finally:
            shutil.rmtree(self.folder, ignore_errors=True)

    def url(self, database: str, user: str = "tests", password: str = "") -> ServerUrl:
        """The address of one of its databases."""
        colon = f":{password}" if password else ""
        return ServerUrl(f"postgresql://{user}{colon}@/{database}?host={self.folder}")

    def new(self, template: str = "template0") -> str:
        """The name of a new database."""
        name = f"test{next(self._numbers)}"
        self.sql(f"CREATE DATABASE {name} TEMPLATE {template} STRATEGY FILE_COPY")
        return name

    def drop(self, database: str) -> None:
        """Drop a database, whoever uses it."""
        self.sql(f"DROP DATABASE IF EXISTS {database} WITH (FORCE)")

    def sql(self, statement: str, database: str = "postgres") -> list[tuple[object, ...]]:
        """The rows of one statement over a connection of its own."""

        async def run() -> list[tuple[object, ...]]:
            db = await asyncpg.connect(self.url(database).url)
            try:
                return [tuple(row) for row in await db.fetch(statement)]
            finally:
                await db.close()

        return _in_thread(run)

    def script(self, statements: str, database: str) -> None:
        """Run several statements over a connection of its own."""

        async def run() -> None:
            db = await asyncpg.connect(self.url(database).url)
            try:
                await db.execute(statements)
            finally:
                await db.close()

        _in_thread(run)


def _in_thread(run: Callable[[], Coroutine[object, None, T]]) -> T:
    """The result of a coroutine, also where a loop is running."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(lambda: asyncio.run(run())).result()


def _user() -> str | None:
    if os.geteuid() != 0:
        return None
    names = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in ("postgres", "nobody") if name in names)


@cache
def cluster() -> Cluster:
    """The server of this test process."""
    made = Cluster()
    atexit.register(made.remove)
    made.start()
    return made


@cache
def template() -> str:
    """The name of a database with the newest schema and no rows; a copy of it is made faster than its tables."""
    here = cluster()
    name = here.new()

    async def fill() -> None:
        async with PostgresStore.open(here.url(name), clock=lambda: datetime(2026, 1, 1, tzinfo=UTC)):
            pass

    _in_thread(fill)
    return name


class Databases:
    """The database that stands for the file of a test, made when it is first asked for."""

    def __init__(self) -> None:
        self._names: dict[Path, str] = {}

    def of(self, path: Path) -> ServerUrl:
        """Its address; the same path gives the same."""
        if path not in self._names:
            self._names[path] = cluster().new(template())
        return cluster().url(self._names[path])

    def drop(self) -> None:
        """Drop all of them."""
        while self._names:
            cluster().drop(self._names.popitem()[1])
