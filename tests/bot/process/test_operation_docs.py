"""What docs/operation.md and the examples beside it say is so."""

from __future__ import annotations

import json
import re
import runpy
import shutil
import sqlite3
import subprocess
import tomllib
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path

import pytest
import yaml

from bot.__main__ import _END_S, _parser
from bot.config import KEYS
from bot.process import metrics
from bot.process.circuit_breaker import OPEN_FOR, PEOPLE_LIMIT
from bot.process.guard import Guard
from bot.process.health import Health
from bot.process.lease_times import TIMES
from bot.process.retries import RETRIES, Failure, Purpose, Retries
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


# --- the dashboard, and the workflow that builds images --------------------------------------------------------------


def served_figures() -> set[str]:
    """The names under which Prometheus finds the figures."""
    return {sample.name for metric in metrics.REGISTRY.collect() for sample in metric.samples} | {
        f"{metric.name}_bucket" for metric in metrics.REGISTRY.collect() if metric.type == "histogram"
    }


def test_the_dashboard_asks_for_figures_that_are_served_and_leaves_none_out():
    panels = json.loads((DOCS / "dashboard.json").read_text(encoding="utf-8"))["panels"]
    asked = {
        name
        for panel in panels
        for target in panel["targets"]
        for name in re.findall(r"\bingenious_\w+", target["expr"])
    }
    metrics.SHARDS.info({"first": "0", "last": "0", "count": "1"})
    metrics.SHARD_ACTS.labels("0").set(1)
    assert asked <= served_figures()
    every = {metric.name for metric in metrics.REGISTRY.collect()}
    assert {name for name in every if not any(found.startswith(name) for found in asked)} == set()
    assert len({panel["id"] for panel in panels}) == len(panels)


def test_the_workflow_builds_the_image_of_the_containerfile_for_both_processors():
    (workflow,) = (ROOT / ".github/workflows").glob("*.yml")
    steps = yaml.safe_load(workflow.read_text(encoding="utf-8"))["jobs"]["image"]["steps"]
    (build,) = [step["with"] for step in steps if "build-push" in step.get("uses", "")]
    assert (ROOT / build["file"]).is_file()
    assert build["platforms"].split(",") == ["linux/amd64", "linux/arm64"]


def _in_words(waits_s: tuple[float, ...]) -> str:
    """Waits as the table has them: in seconds, and those of more than five minutes as it likes."""
    return ", ".join(f"{wait:g}" for wait in waits_s if wait <= 300)


@pytest.mark.parametrize(
    ("purpose", "row"),
    [
        (Purpose.ANSWER, "| the answer to a press "),
        (Purpose.MESSAGE, "| a message of the outbox "),
        (Purpose.REGISTRATION, "| commands and emojis "),
        (Purpose.CONNECTION, "| | lost for good "),
        (Purpose.SESSION, "| a session "),
        (Purpose.ANYTHING, "| any request but an acknowledgement "),
    ],
)
def test_what_is_tried_again_is_tried_when_the_table_says(purpose, row):
    (line,) = (line for line in TEXT.splitlines() if line.startswith(row))
    # As the file has them: a world of another test that is still open has longer ones.
    written = runpy.run_path(str(ROOT / "bot/process/retries.py"), run_name="retries_as_written")
    purposes, failures = written["Purpose"], written["Failure"]
    retries = written["RETRIES"][purposes[purpose.name]][failures.TRANSIENT]
    assert retries.goes_on
    *before, last = retries.waits_s
    assert f" {_in_words(tuple(before))} s" in line
    assert f"then every {last:g} s" in line


def test_what_is_denied_or_refused_is_tried_as_often_as_the_table_says():
    message = RETRIES[Purpose.MESSAGE]
    assert [wait / 3600 for wait in message[Failure.DENIED].waits_s[2:]] == [1, 6, 24]
    assert message[Failure.DENIED].waits_s[:2] == (5, 600)
    assert "after 5 s, 10 min, 1, 6, 24 h" in TEXT
    assert message[Failure.REFUSED].waits_s == (5, 60, 600, 3600, 6 * 3600)
    assert "after 5 s, 1 and 10 min, 1 and 6 h" in TEXT
    assert Failure.IMPOSSIBLE not in message
    assert RETRIES[Purpose.ACKNOWLEDGEMENT] == {Failure.TRANSIENT: Retries((0,))}


def test_what_litestream_replicates_is_the_database_of_the_service():
    found = re.search(r"path: (\S+)", (DOCS / "litestream.yml").read_text(encoding="utf-8"))
    assert found
    assert f"INGENIOUS_DATABASE={found[1]}" in UNIT
