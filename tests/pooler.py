"""PgBouncer in front of the PostgreSQL server of the tests."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest

from data.address import ServerUrl
from tests.postgres import Cluster


def needed() -> str:
    """The program; skips the test where there is none, but not in continuous integration, where it fails."""
    found = shutil.which("pgbouncer") or shutil.which("pgbouncer", path="/usr/sbin")
    if found is None:
        if os.environ.get("CI"):
            pytest.fail("pgbouncer is not installed; .ci/run installs it")
        pytest.skip("pgbouncer is not installed")
    return found


@contextmanager
def pooler(server: Cluster, mode: str) -> Iterator[str]:
    """The host and port of a pooler in this mode, with nothing set but what it needs."""
    program = needed()
    with socket.socket() as found:
        found.bind(("127.0.0.1", 0))
        port = found.getsockname()[1]
    users, settings = server.folder / "users.txt", server.folder / f"pgbouncer-{mode}.ini"
    users.write_text('"tests" ""\n')
    settings.write_text(
        f"[databases]\n* = host={server.folder}\n[pgbouncer]\nlisten_addr = 127.0.0.1\nlisten_port = {port}\n"
        f"unix_socket_dir =\nauth_type = trust\nauth_file = {users}\npool_mode = {mode}\n"
    )
    for file in (users, settings):
        file.chmod(0o644)
    process = subprocess.Popen(
        [program, "-q", str(settings)], user=server.user, cwd=server.folder,
        stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
    )  # fmt: skip
    try:
        yield f"127.0.0.1:{port}"
    finally:
        process.terminate()
        process.wait()


def behind(place: str, address: ServerUrl) -> ServerUrl:
    """The address of a database by way of a pooler."""
    name = address.url.split("/")[3].partition("?")[0]
    return ServerUrl(f"postgresql://tests@{place}/{name}")
