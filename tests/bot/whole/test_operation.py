"""Bot processes as they are run: two at a time, ended and killed, with connections that fail; backup and restore."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import sqlite3
import subprocess
import time
from contextlib import closing
from datetime import UTC, datetime
from pathlib import Path
from subprocess import PIPE

import pytest

from bot.__main__ import main
from bot.process.lease_times import Times
from data.sqlite import SqliteStore, connection
from tests import forks
from tests.bot.local.test_local import program
from tests.bot.process.test_logging import LINE
from tests.forks import Forked
from tests.patience import PATIENCE_S

TOKEN = "MTA5.GxYz12.abcdefghijklmnopqrstuvwxyz"


class Place:
    """A directory with a database, a health file of each process and what the processes said to Discord."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.wire = path / "wire"
        self.database = path / "ingenious.sqlite3"
        self.health = path / "health.json"
        """Of the process that was started last: another may still write what it was a moment ago."""
        self.processes: list[Forked] = []

    def _environ(self) -> dict[str, str]:
        foreign = ("INGENIOUS_", "DISCORD_", "PYTHONUNBUFFERED")
        kept = {key: value for key, value in os.environ.items() if not key.startswith(foreign)}
        settings = {"DISCORD_TOKEN": TOKEN, "INGENIOUS_HEALTH": str(self.health), "INGENIOUS_LOG": "DEBUG"}
        return kept | settings

    def start(self, behaviour: str = "good") -> Forked:
        """A bot process."""
        self.health = self.path / f"health{len(self.processes)}.json"
        process = forks.start(
            "tests.bot.operated", behaviour, str(self.wire), cwd=self.path, env=self._environ(), stderr=PIPE
        )
        self.processes.append(process)
        return process

    def run(self, *arguments: object) -> tuple[int, str, str]:
        """A command of `python -m bot`: exit code, output and errors."""
        command = self.program(*arguments)
        out, errors = command.communicate(PATIENCE_S)
        return command.wait(), out, errors

    def program(self, *arguments: object, stdout: int = PIPE, token: str = TOKEN) -> Forked:
        """`python -m bot` with these arguments, killed in the end if it still runs."""
        environ = self._environ() | {"DISCORD_TOKEN": token}
        process = forks.start("bot", *map(str, arguments), cwd=self.path, env=environ, stdout=stdout, stderr=PIPE)
        self.processes.append(process)
        return process

    def said(self, process: Forked) -> list[str]:
        """What a process said to Discord, in order."""
        lines = self.wire.read_text().splitlines() if self.wire.exists() else []
        return [line.partition(" ")[2] for line in lines if line.startswith(f"{process.pid} ")]

    def until(self, met) -> None:
        """Wait until this holds."""
        end = time.monotonic() + PATIENCE_S
        while not met():
            assert time.monotonic() < end, [process.poll() for process in self.processes]
            time.sleep(0.02)

    def state(self) -> str | None:
        """What the health file tells."""
        return json.loads(self.health.read_text())["state"] if self.health.exists() else None

    def close(self) -> None:
        for process in self.processes:
            if process.poll() is None:
                process.kill()
            process.wait(PATIENCE_S)
            process.close()


@pytest.fixture
def place(tmp_path):
    made = Place(tmp_path)
    yield made
    made.close()


def ended(process: Forked, number: int | None = signal.SIGTERM) -> tuple[int, str]:
    """Send the signal; the exit code and the log."""
    if number is not None:
        process.send_signal(number)
    log = process.communicate(timeout=PATIENCE_S)[1]
    return process.wait(), log


# --- two processes -------------------------------------------------------------------------------------------------


def test_a_second_process_waits_says_so_once_and_takes_over_when_the_first_ends(place):
    first = place.start()
    place.until(lambda: place.state() == "online")
    second = place.start()
    place.until(lambda: place.state() == "waiting")
    assert place.said(second) == []
    code, log = ended(first)
    assert (code, place.said(first)) == (0, ["online", "closed"])
    assert "waiting" not in log
    place.until(lambda: place.said(second) == ["online"])
    code, log = ended(second)
    assert code == 0
    assert log.count("waiting: another process acts") == 1
    assert log.count("taking over") == 1


def test_a_second_process_takes_over_when_the_first_is_killed(place):
    first = place.start()
    place.until(lambda: place.said(first))
    second = place.start()
    place.until(lambda: place.state() == "waiting")
    ended(first, signal.SIGKILL)
    place.until(lambda: place.said(second) == ["online"])
    assert ended(second)[0] == 0


def test_a_process_that_stood_still_too_long_leaves_off_and_waits_for_the_other(place):
    first = place.start("brief")
    place.until(lambda: place.said(first))
    second = place.start()
    place.until(lambda: place.state() == "waiting")
    first.send_signal(signal.SIGSTOP)
    place.until(lambda: place.said(second) == ["online"])
    first.send_signal(signal.SIGCONT)
    place.until(lambda: place.said(first) == ["online", "closed"])
    assert ended(second)[0] == 0
    place.until(lambda: place.said(first) == ["online", "closed", "online"])
    code, log = ended(first)
    assert code == 0
    assert "another process has taken over; this one acts no more" in log


def test_a_process_that_waits_ends_when_told(place):
    first, second = place.start(), None
    place.until(lambda: place.said(first))
    second = place.start()
    place.until(lambda: place.state() == "waiting")
    assert ended(second)[0] == 0
    assert place.said(second) == []
    assert place.said(first) == ["online"]


# --- the bot, the local table and the commands ----------------------------------------------------------------------


@pytest.fixture
def local_table(place):
    """A local table that is open on the database of the place, and renews its lease all the time."""
    times = {"bot.app.TIMES": Times(renew_s=0.1)}
    with program(place.path, INGENIOUS_DATABASE=str(place.database), replaced=times) as running:
        running.address()
        yield running


def test_the_bot_waits_while_a_local_table_is_open_on_its_database(place, local_table):
    process = place.start()
    place.until(lambda: place.state() == "waiting")
    assert place.said(process) == []
    assert local_table.end(signal.SIGTERM)[0] == 0
    place.until(lambda: place.said(process) == ["online"])
    code, log = ended(process)
    assert code == 0
    assert "waiting: a local table is open on this database" in log


def test_a_killed_local_table_does_not_keep_the_bot_waiting(place, local_table):
    local_table.killed()
    process = place.start()
    place.until(lambda: place.said(process) == ["online"])


@pytest.mark.parametrize("name", ["ingenious.sqlite3", "link.sqlite3"])
def test_a_local_table_does_not_open_on_the_database_of_the_bot(place, name):
    process = place.start()
    place.until(lambda: place.said(process))
    place.path.joinpath("link.sqlite3").symlink_to(place.database)
    with program(place.path, INGENIOUS_DATABASE=name) as second:
        code, errors = second.over()
    assert (code, len(errors.splitlines())) == (2, 1)
    assert f"the bot is online on {name}" in errors
    assert ended(process)[0] == 0


def test_commands_on_the_database_of_a_local_table_do_as_with_the_bot(place, local_table):
    copy = place.path / "copy.sqlite3"
    assert place.run("backup", copy)[0] == 0
    code, _, errors = place.run("restore", copy)
    assert code == 2
    assert "is in use: stop the program" in errors
    assert local_table.end(signal.SIGTERM)[0] == 0
    assert place.run("restore", copy)[0] == 0


# --- a database that goes away -------------------------------------------------------------------------------------


def deleted(database: Path) -> None:
    database.unlink()


def replaced(database: Path) -> None:
    copy = database.with_name("copy")
    copy.write_bytes(database.read_bytes())
    copy.replace(database)


@pytest.mark.parametrize("change", [deleted, replaced])
def test_the_bot_stops_in_one_line_when_its_database_is_deleted_or_replaced(place, change):
    process = place.start()
    place.until(lambda: place.state() == "online")
    change(place.database)
    code, log = ended(process, None)
    assert code == 2
    assert [line for line in log.splitlines() if str(place.database.name) in line] == log.splitlines()[-1:]
    assert "Traceback" not in log
    assert place.said(process) == ["online", "closed"]
    assert place.state() == "ending"
    assert place.database.exists() is (change is replaced)


def test_a_process_that_waits_stops_too_when_its_database_is_replaced(place):
    first = place.start()
    place.until(lambda: place.said(first))
    second = place.start()
    place.until(lambda: place.state() == "waiting")
    replaced(place.database)
    code, log = ended(second, None)
    assert (code, "Traceback" in log) == (2, False)


def test_a_local_table_stops_in_one_line_when_its_database_is_replaced(place, local_table):
    replaced(place.database)
    code, errors = local_table.over()
    assert code == 2
    assert len(errors.splitlines()) == 1
    assert str(place.database) in errors


# --- the connection and the end ------------------------------------------------------------------------------------


def test_the_crash_of_a_first_connection_is_survived(place):
    process = place.start("flaky")
    place.until(lambda: "online" in place.said(process))
    assert place.said(process) == ["closed", "closed", "online"]
    code, log = ended(process)
    assert code == 0
    assert log.count("error=AttributeError retry_s=0.01") == 2
    assert "Traceback" not in log


def test_a_token_that_discord_does_not_take_ends_it_in_one_line(place):
    code, log = ended(place.start("refused"), None)
    assert code == 2
    assert log.splitlines()[-1].startswith("DISCORD_TOKEN is not accepted by Discord")
    assert TOKEN not in log
    assert place.state() == "ending"


@pytest.mark.parametrize("behaviour", ["sleepy", "writing"])
def test_it_ends_in_order_whatever_the_connection_does(place, behaviour):
    process = place.start(behaviour)
    place.until(lambda: place.said(process))
    code, log = ended(process)
    assert code == 0
    assert "ended anyway" not in log
    assert place.said(process)[-1] == "closed"
    assert not place.database.with_name(f"{place.database.name}-wal").exists()
    assert place.state() == "ending"
    assert all(LINE.fullmatch(line) for line in log.splitlines())


@pytest.mark.parametrize(("behaviour", "code"), [("stuck", 0), ("dead", 1)])
def test_what_hangs_does_not_keep_it_from_ending(place, behaviour, code):
    process = place.start(behaviour)
    place.until(lambda: place.said(process))
    assert ended(process)[0] == code


# --- backup and restore --------------------------------------------------------------------------------------------


def events(path: Path) -> list[str]:
    with closing(sqlite3.connect(path)) as db:
        return [body for (body,) in db.execute("SELECT body FROM events ORDER BY game, seq")]


def test_a_backup_is_made_while_the_bot_writes_and_put_back_when_it_is_stopped(place):
    process, copy = place.start("writing"), place.path / "copy.sqlite3"
    place.until(lambda: place.said(process))
    code, out, errors = place.run("backup", copy)
    assert (code, errors) == (0, "")
    assert str(copy) in out
    kept = events(copy)
    assert kept == [str(number) for number in range(len(kept))]
    code, out, errors = place.run("restore", copy)
    assert code == 2
    assert "is in use: stop the program" in errors
    assert ended(process)[0] == 0
    assert len(events(place.database)) > len(kept)
    code, out, errors = place.run("restore", copy)
    assert (code, errors) == (0, "")
    assert events(place.database) == kept
    old = place.path / re.search(r"kept as (\S+)\.$", out.strip())[1]
    assert len(events(old)) > len(kept)
    again = place.start()
    place.until(lambda: place.said(again) == ["online"])
    assert ended(again)[0] == 0


def test_results_are_made_from_the_games_unless_the_bot_runs(place):
    process = place.start("writing")
    place.until(lambda: place.said(process))
    code, _, errors = place.run("rebuild-results")
    assert code == 2
    assert "is in use: stop the program" in errors
    assert ended(process)[0] == 0
    code, out, errors = place.run("rebuild-results")
    assert (code, errors) == (0, "")
    assert "has 0 results of 0 games." in out


@pytest.mark.parametrize(
    ("arguments", "why"),
    [
        (("backup", "there"), "exists already"),
        (("backup", "nowhere/copy"), "cannot be written"),
        (("backup", "ingenious.sqlite3-wal"), "needs for something else"),
        (("backup", "other.sqlite3-journal"), "needs for something else"),
        (("backup", ".env"), "needs for something else"),
        (("backup", "copy"), "The database ingenious.sqlite3 does not exist"),
        (("restore", "missing"), "missing does not exist"),
        (("restore", "there"), "is not a SQLite database"),
        (("rebuild-results",), "The database ingenious.sqlite3 does not exist"),
        (("backup", "loop"), "exists already"),
        (("restore", "loop"), "does not exist"),
        (("migrate", "loop", "new"), "does not exist"),
        (("migrate", "ingenious.sqlite3", "loop"), "cannot be opened"),
        (("--as", "Ann", "backup", "new"), "AS=… (--as) is for the local table"),
        (("--as", "Ann"), "AS=… (--as) is for the local table"),
    ],
)
def test_what_cannot_be_copied_is_told_in_one_line(tmp_path, monkeypatch, capsys, arguments, why):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("DISCORD_TOKEN", TOKEN)
    Path("there").write_text("precious" * 1000)
    Path("loop").symlink_to("loop")
    if arguments not in (("backup", "copy"), ("rebuild-results",)):
        connection.connect("ingenious.sqlite3", 1).close()
    assert main(arguments) == 2
    out, errors = capsys.readouterr()
    assert (out, len(errors.splitlines())) == ("", 1)
    assert why in errors
    assert Path("there").read_text() == "precious" * 1000
    assert not Path("copy").exists()
    assert not Path("new").exists()


def test_a_backup_is_not_put_back_through_a_link_that_leads_to_itself(tmp_path, monkeypatch, capsys):
    monkeypatch.chdir(tmp_path)
    connection.connect("copy", 1).close()
    Path("loop").symlink_to("loop")
    monkeypatch.setenv("INGENIOUS_DATABASE", "loop")
    assert main(["restore", "copy"]) == 2
    assert "leads to itself" in capsys.readouterr().err


@pytest.mark.parametrize("settings", [{}, {"DISCORD_TOKEN": TOKEN}], ids=["local table", "online"])
@pytest.mark.parametrize("arguments", [(), ("backup", "copy"), ("restore", "there")])
def test_a_database_of_an_impossible_schema_ends_it_in_one_line(tmp_path, monkeypatch, capsys, settings, arguments):
    monkeypatch.chdir(tmp_path)
    for key, value in settings.items():
        monkeypatch.setenv(key, value)
    monkeypatch.setenv("INGENIOUS_DATABASE", "db.sqlite3")
    for name in ("db.sqlite3", "there"):
        db = connection.connect(name, 1)
        db.execute("PRAGMA user_version = -1")
        db.close()
    assert main(arguments) == 2
    out, errors = capsys.readouterr()
    assert (out.count("\n"), errors.count("\n")) == (not settings and not arguments, 1)
    assert "schema has the number -1" in errors


def full() -> int:
    """An output that has no room."""
    return os.open("/dev/full", os.O_WRONLY)


def unread() -> int:
    """An output whose reader is gone."""
    reader, writer = os.pipe()
    os.close(reader)
    return writer


@pytest.mark.parametrize("arguments", [(), ("--version",), ("--help",), ("backup", "copy")])
@pytest.mark.parametrize("output", [full, unread])
def test_an_output_that_takes_nothing_ends_it_in_one_line(place, arguments, output):
    connection.connect(place.path / "ingenious-local.sqlite3", 1).close()
    stdout = output()
    process = place.program(*arguments, stdout=stdout, token="")
    os.close(stdout)
    errors = process.communicate(PATIENCE_S)[1]
    assert errors.count("\n") == 1
    assert "python -m bot: cannot print: " in errors


def test_a_reader_that_takes_the_first_line_only_ends_the_local_table_in_one_line(place):
    reader, writer = os.pipe()
    process = place.program(stdout=writer, token="")
    os.close(writer)
    first = os.read(reader, 1000).decode()
    os.close(reader)
    try:
        process.wait(10)
    except subprocess.TimeoutExpired:  # it has printed all that it prints before its end
        process.send_signal(signal.SIGTERM)
    errors = process.communicate(PATIENCE_S)[1]
    assert first.startswith("No DISCORD_TOKEN is set")
    assert errors.count("\n") == 1
    assert "cannot print: " in errors


def test_a_command_that_is_none_is_refused(capsys):
    assert main(["bakcup", "copy"]) == 2
    assert "invalid choice: 'bakcup'" in capsys.readouterr().err


async def test_a_database_is_moved_wherever_the_command_is_given(tmp_path, monkeypatch, capsys):
    old, new = tmp_path / "old.sqlite3", tmp_path / "new.sqlite3"
    async with SqliteStore.open(old, clock=lambda: datetime.now(UTC)) as store:
        await store.seed(lambda: 7)
    monkeypatch.setenv("INGENIOUS_DATABASE", str(tmp_path / "nowhere" / "ingenious.sqlite3"))
    assert await asyncio.to_thread(main, ["migrate", str(old), str(new)]) == 0
    assert f"{new} now holds everything from {old}" in capsys.readouterr().out
