"""What docs/operation.md and the examples beside it say is so."""

from __future__ import annotations

import re
import shutil
import sqlite3
import subprocess
import tomllib
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest

from bot.__main__ import _END_S, _parser
from bot.config import KEYS
from bot.process.circuit_breaker import OPEN_FOR, PEOPLE_LIMIT
from bot.process.guard import Guard
from bot.process.health import Health
from bot.process.lease_times import TIMES
from data.sqlite import SqliteStore

ROOT = Path(__file__).parents[3]
DOCS = ROOT / "docs"
TEXT = (DOCS / "operation.md").read_text(encoding="utf-8")
UNIT = (DOCS / "ingenious.service").read_text(encoding="utf-8")
UNITS = (DOCS / "ingenious@.service").read_text(encoding="utf-8")
CONTAINER = (DOCS / "Containerfile").read_text(encoding="utf-8")


@pytest.mark.parametrize(
    "text",
    [TEXT, UNIT, UNITS, CONTAINER],
    ids=["operation.md", "ingenious.service", "ingenious@.service", "Containerfile"],
)
def test_every_setting_that_is_named_is_one(text):
    named = set(re.findall(r"\b(?:INGENIOUS|DISCORD)_[A-Z_]+", text))
    assert named
    assert named <= set(KEYS)


def test_every_command_that_is_named_is_one():
    commands = re.findall(r"python -m bot ([\w-]+)", TEXT)
    assert set(commands) == {"backup", "restore", "migrate", "rebuild-results"}
    assert _parser().parse_args(["migrate", "OLD", "NEW"]).target == "NEW"
    for command in ("backup", "restore"):
        assert _parser().parse_args([command, "FILE"]).file == Path("FILE")


async def test_the_keys_of_the_health_file_are_those_of_the_table(tmp_path):
    now = datetime(2026, 1, 1, tzinfo=UTC)
    async with SqliteStore.open(tmp_path / "db.sqlite3", clock=lambda: now) as store:
        report = await Health(None, store, lambda: now, Guard(), "1")._report("online")
    table = TEXT[TEXT.index("| key |") : TEXT.index("## Metrics")]
    assert re.findall(r"^\| `(\w+)` \|", table, re.MULTILINE) == list(report)


def test_the_times_are_those_of_the_program():
    assert f"after {TIMES.lease_s} seconds" in TEXT
    assert _END_S < 10
    assert "within ten seconds" in TEXT
    assert f"After unexpected errors of {PEOPLE_LIMIT} people within a minute" in TEXT
    assert OPEN_FOR.total_seconds() == 60


def test_the_container_has_every_package_of_the_program():
    roots = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["tool"]["importlinter"][
        "root_packages"
    ]
    assert set(roots) <= set(re.findall(r"^COPY (\w+) \1$", CONTAINER, re.MULTILINE))


def test_the_unit_starts_the_program_and_leaves_it_time_to_end():
    assert re.search(r"^ExecStart=\S+/\.venv/bin/python -m bot$", UNIT, re.MULTILINE)
    assert int(re.search(r"^TimeoutStopSec=(\d+)$", UNIT, re.MULTILINE)[1]) > 10


@pytest.mark.skipif(shutil.which("systemd-analyze") is None, reason="this machine has no systemd")
def test_systemd_takes_the_unit(tmp_path):
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.symlink_to("/bin/true")
    unit = tmp_path / "ingenious.service"
    unit.write_text(UNIT.replace("/opt/ingenious", str(tmp_path)))
    done = subprocess.run(["systemd-analyze", "verify", unit], capture_output=True, text=True, check=False)
    assert "ingenious.service" not in done.stderr, done.stderr


async def test_the_statements_for_a_quarantined_game_run_on_the_present_schema(tmp_path):
    async with SqliteStore.open(tmp_path / "games.sqlite3", clock=lambda: datetime.now(UTC)):
        pass

    statements = re.findall(r"(?:SELECT id, |UPDATE games )[^`\"]+", TEXT)
    assert len(statements) == 2
    with closing(sqlite3.connect(tmp_path / "games.sqlite3")) as db:
        for statement in statements:
            db.execute(statement)


def test_several_processes_of_one_machine_share_no_directory_that_ends_with_one_of_them():
    shared = set(UNIT.splitlines()) - {line.replace("-%i", "") for line in UNITS.splitlines()}
    assert not [line for line in shared if not line.startswith(("#", "Environment=INGENIOUS_DATABASE"))]
    runtime = [line for line in UNITS.splitlines() if "RuntimeDirectory" in line or "/run/" in line]
    assert len(runtime) == 2
    assert all("%i" in line for line in runtime)
