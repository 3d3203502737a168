"""A PostgreSQL server of its own for a measurement, as durable as one that is in use."""

from __future__ import annotations

import asyncio
import tempfile
from collections.abc import Callable, Coroutine
from pathlib import Path

from tests.postgres import Cluster, programs


def measure(name: str, work: Callable[[Path, Cluster], Coroutine[object, object, None]], title: str = "") -> None:
    """Print `title` and do the work, with an empty folder and a new server; say it where there is no PostgreSQL."""
    if programs() is None:
        print(f"{name}: not measured here, since the programs of PostgreSQL are not installed")
        return
    if title:
        print(f"{name}: {title}")
    cluster = Cluster(fsync="on", full_page_writes="on", autovacuum="on")
    try:
        cluster.start(shared_buffers="128MB")
        with tempfile.TemporaryDirectory() as folder:
            asyncio.run(work(Path(folder), cluster))
    finally:
        cluster.remove()
