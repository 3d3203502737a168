"""Writes `fixtures/ENGINE-NNNN.sql`, a database of the newest schema of each engine, for the tests of all later ones.

Run `python -m tests.data.make_fixture` once when a schema is new. A fixture of a released schema is never made again.
"""

import asyncio
import json
import re
import sqlite3
import sys
import tempfile
from collections.abc import Mapping
from contextlib import closing
from dataclasses import fields, replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Final, TypeVar

from bot.tables import messages, timers
from bot.tables.outbox_rows import OutboxItem, Scheduled
from data.address import Address, ServerUrl
from data.daily import RANKING_POST, DailyPost, DailyResult, DailyTry
from data.opening import open_store
from data.sqlite import connection
from data.store import (
    GameChange,
    NewGame,
    NewOutboxRow,
    NewResult,
    PlayerRow,
    SeatRow,
    SentBoard,
    ServerRow,
    Status,
    Vacation,
)
from data.tournaments import NewTournament, TournamentPerson
from tests.data.tables import opened
from tests.postgres import Cluster, cluster

FIXTURES: Final = Path(__file__).parent / "fixtures"
NOW: Final = datetime(2026, 1, 2, 3, 4, 5, 678901, tzinfo=UTC)
DEADLINE: Final = NOW + timedelta(days=2)
WEEK: Final = datetime(2026, 1, 9, tzinfo=UTC)
ZOE, BEN = 2**62, 31
LOG: Final = tuple(json.loads((FIXTURES / "log.json").read_text("utf-8")))
"""The log of a whole game of two people and a bot, with what happens beside the turns."""
CANCELLED: Final = '{"table":"cancelled","by":31}'
LOBBY, RUNNING = LOG[:3], LOG[:60]
ENDS: Final[dict[Status, tuple[str, ...]]] = {"lobby": LOBBY, "over": LOG, "cancelled": (*LOBBY, CANCELLED)}
PLAYER: Final = PlayerRow(
    BEN,
    "de",
    True,
    True,
    "quarter",
    1320,
    360,
    "Europe/Berlin",
    DEADLINE,
    timedelta(hours=5),
    "2026",
    True,
    "light",
    True,
    True,
    DEADLINE - timedelta(days=3),
    confirm_offered=True,
)
SERVER: Final = ServerRow(
    10, "de", "1d", (20, 2**62), threads=True, theme="light", person_games=3, channel_games=7, daily_channel=20
)
ADDED: Final[Mapping[type, Mapping[str, int]]] = {
    PlayerRow: {"vacation_used": 15, "confirm_offered": 17},
    ServerRow: {},
}
"""By settings of whom: those that came after the first release, with the schema that added them."""
RESULT: Final = NewResult(
    1, "duel", 2, 1, BEN, "it's; -- Ben", None, 2, False, -3, (1, 2, 3, 4, 5, 6), "resign", True, ratable=True
)
SEED: Final = 2**100 + 1
PLANNED: Final = '{"tile":"RB","at":[[0,1],[0,2]]}'
WAITING: Final[tuple[OutboxItem, ...]] = (
    messages.Remark("me.vacation", 0, WEEK, {"day": 3, "why": 'said: "facts": "words": ü'}),
    messages.BoardMessage(
        2, begun=True, remarks=(messages.Remark("away.missed", 1), messages.Remark("place.no-thread"))
    ),
    messages.StopVoteMessage(),
    messages.ReplayMessage(),
    messages.AnalysisMessage(),
    messages.RematchOffer(),
    messages.TakeoverQuestion(),
    messages.TimeCredited(),
    messages.DeadlinePassed(4),
    messages.Nudge(BEN, ZOE, 4),
    messages.RematchExpired(),
    messages.AbandonWarning(4, WEEK),
    messages.LobbyExpiring(WEEK),
    messages.NewHost(BEN),
    messages.NamesChanged(),
    messages.TurnNotice(BEN, 4),
    messages.NextTurnNotice(BEN, 4),
    messages.PlanNotice(BEN, 4, "taken"),
    messages.Reminder(BEN, 4, 0.875),
    messages.ChannelDeleted(BEN),
    timers.DeadlineTimer(4, 3600),
    timers.GraceTimer(4, 3600),
    timers.TakeoverOfferTimer(4, 3600),
    timers.AbandonWarningTimer(4, 3600),
    timers.AbandonTimer(4, 3600),
    timers.BotTurn(4),
    timers.PlannedMoveTimer(BEN, 4),
    timers.LobbyWarningTimer(),
    timers.LobbyExpiryTimer(),
    timers.BeginTimer(),
    timers.RematchTimer(),
)
"""A message and a timer of every kind that is about a game; their rows have the ids from 3."""
OF_SERVER: Final = (
    Scheduled(messages.SharedResult(NOW.date(), BEN)).row,
    Scheduled(timers.DayTimer()).row,
    Scheduled(messages.DailyRanking(NOW.date()), WEEK).row,
    Scheduled(messages.ResultWithdrawn(20, 79), WEEK).row,
)
"""Rows about a server; schemas before 14 had no place for the last two."""
DAILY: Final = DailyTry(
    DailyResult("2026-01-02", BEN, "it's; -- Ben", NOW, counts=True, result=(9, 8, 7, 12, 30, 36)), LOG[6:9]
)
TOURNAMENT: Final = ('{"tournament":"opened","host":31}', '{"tournament":"entered","user":31,"name":"it\'s; -- Ben"}')
"""The log of a tournament; schemas before 18 had none."""
OPEN_DAILY: Final = DailyTry(DailyResult("2026-01-02", ZOE, "Zoë 🎲"), LOG[6:7])


Settings = TypeVar("Settings", PlayerRow, ServerRow)


def as_kept(row: Settings, schema: int) -> Settings:
    """The settings as a database of this schema has kept them: those that are newer have their defaults."""
    newer = {name for name, added in ADDED[type(row)].items() if added > schema}
    return replace(row, **{field.name: field.default for field in fields(row) if field.name in newer})


def fixture(engine: str, schema: int) -> Path:
    """The file of a schema of an engine."""
    return FIXTURES / f"{engine}-{schema:04}.sql"


async def fill(address: Address) -> None:
    """One game of each status, and one row at least in every table."""
    async with open_store(address, lambda: NOW) as store:
        await store.seed(lambda: SEED)
        people = [SeatRow(0, ZOE, "Zoë 🎲"), SeatRow(1, BEN, "it's; -- Ben")]
        rows = [NewOutboxRow("lobby", '{"a": [1, null]}')]
        running = await opened(store, LOBBY, people, rows, table=NewGame(10, 20, "standard", "en", ZOE))
        later = NewOutboxRow("reminder", "{}", NOW + timedelta(days=1))
        change = GameChange("running", deadline=DEADLINE)
        await store.append(running, len(LOBBY), RUNNING[len(LOBBY) :], change=change, outbox=[later])
        await store.set_board_message(running, SentBoard(20, 77, NOW))
        for status, log in ENDS.items():
            await opened(store, log, people[1:], table=NewGame(None, 21, "duel", "de", BEN), status=status)
        await store.quarantine(await opened(store, ["???"], table=NewGame(10, 20, "team", "en", BEN)), "no JSON")
        await store.enqueue([Scheduled(item, WEEK).row for item in WAITING], about=running)
        await store.postpone(1, NOW + timedelta(seconds=1), "503")
        await store.save_player(
            PLAYER,
            [Vacation(DEADLINE - timedelta(days=3), DEADLINE), Vacation(NOW - timedelta(days=90), NOW)],
        )
        await store.save_analysis(3, '{"ü": [0.5]}')
        await store.save_plan(running, len(RUNNING), BEN, PLANNED)
        await store.replace_results(3, [RESULT])
        await store.save_puzzle_answer(BEN, "solo-1-17", solved=True)
        await store.save_daily_try(DAILY, 0)
        await store.save_daily_try(OPEN_DAILY, 0)
        await store.join_daily(10, BEN, "it's; -- Ben")
        await store.complete_daily(10, [], [DailyPost(10, "2026-01-02", RANKING_POST, 20, 78, NOW)], OF_SERVER[1:])
        await store.share_daily(10, "2026-01-02", BEN, 21, OF_SERVER[0])
        new = NewTournament(10, 20, ZOE)
        tournament = (await store.create_tournament(new, TOURNAMENT[:1], lambda _: OF_SERVER[:0])).id
        people = [TournamentPerson(ZOE, "Zoë 🎲"), TournamentPerson(BEN, "it's; -- Ben", 1)]
        await store.append_tournament(tournament, 1, lambda _: TOURNAMENT[1:], people=people)
        await store.set_tournament_message(tournament, 20, 80, 1)
        await store.save_lesson(BEN, 4)
        await store.save_server(SERVER)
        await store.record_heartbeat(NOW)
        await store.take_lease("first", NOW, NOW + timedelta(seconds=30))
        await store.take_identify(0, NOW, timedelta(seconds=5))


def sqlite_dump(path: Path) -> str:
    """The database as SQL, with the two numbers of its header, which a plain dump leaves out."""
    with closing(sqlite3.connect(path)) as db:
        (version,) = db.execute("PRAGMA user_version").fetchone()
        header = [f"PRAGMA application_id = {connection.APPLICATION_ID};", f"PRAGMA user_version = {version};"]
        return "\n".join([*db.iterdump(), *header, ""])


def postgres_dump(server: Cluster, address: ServerUrl) -> str:
    """The database as SQL that any session can run: without the commands and the settings of `psql`."""
    dump = server.call("pg_dump", "--inserts", "--no-owner", "--no-privileges", address.url)
    plain = re.sub(r"(?m)^(\\|SET |SELECT pg_catalog\.set_config|--).*\n", "", dump)
    return re.sub(r"\n{2,}", "\n", plain).lstrip()


def restore_sqlite(path: Path, sql: str) -> None:
    """Make the file the database that was dumped so."""
    with closing(sqlite3.connect(path)) as db:
        db.executescript(sql)


def main() -> None:
    """Write the fixtures of the newest schema."""
    schema = connection.migrations()[-1][0]
    targets = {engine: fixture(engine, schema) for engine in ("sqlite", "postgres")}
    for target in targets.values():
        if target.exists():
            sys.exit(f"{target} exists: a fixture of a released schema stays as it is.")
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "games.sqlite3"
        asyncio.run(fill(path))
        targets["sqlite"].write_text(sqlite_dump(path), "utf-8")
    server = cluster()
    address = server.url(server.new())
    asyncio.run(fill(address))
    targets["postgres"].write_text(postgres_dump(server, address), "utf-8")


if __name__ == "__main__":
    main()
