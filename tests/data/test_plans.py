"""With ten thousand games no question reads them all: what SQLite says about how it finds its rows."""

import re
import sqlite3
from contextlib import closing
from datetime import timedelta

import pytest

from data.shards import Shards
from data.store import GameChange, NewOutboxRow, PlayerRow, Replacement, SeatRow, SentBoard, Settled
from tests.data.make_fixture import RESULT
from tests.data.tables import opened

HOUR = timedelta(hours=1)

IN_ORDER = ["due", "due of some shards", "next due of some shards", "outbox of one game", "ended"]
"""Of these not all rows are read, only to be sorted."""
OF_PEOPLE = ["skills", "leaderboard"]
"""Of these only the games of those people are read, not the rated games of everybody until theirs are met."""
MADE = ("here", "counted", "left_out", "played")  # rows that a statement has found already, by an index
QUESTIONS = {
    "load": lambda store, now: store.load(1),
    "due": lambda store, now: store.due(now, 9),
    "due of some shards": lambda store, now: store.due(now, 9, shards=Shards(1, 2, 4)),
    "next due of some shards": lambda store, now: store.next_due(Shards(1, 2, 4)),
    "outbox of one game": lambda store, now: store.outbox_of(1),
    "next due": lambda store, now: store.next_due(),
    "complete": lambda store, now: store.complete(1, [1, 2], board=SentBoard(1, 2, now)),
    "postpone": lambda store, now: store.postpone(1, now, ""),
    "postpone one game": lambda store, now: store.postpone_game(1, ["x"], HOUR),
    "append": lambda store, now: store.append(
        1, 1, ["b"], change=GameChange("over", deadline=now), seats=[SeatRow(0, 1, "Ann")], drop=["x"]
    ),
    "append with a planned move": lambda store, now: store.append(1, 1, ["b"], settle=lambda plans: Settled({1: "x"})),
    "plan": lambda store, now: store.save_plan(1, 1, 30, "{}"),
    "drop the plan": lambda store, now: store.drop_plan(1, 30),
    "count": lambda store, now: store.count_games(["running"]),
    "of a person": lambda store, now: store.games_of(30, ["running"]),
    "in a channel": lambda store, now: store.games_in(20, ["running"]),
    "players": lambda store, now: store.preferences([1, 2], 3),
    "somebody new": lambda store, now: store.has_played(30),
    "rename": lambda store, now: store.rename_player(30, "x"),
    "analysis": lambda store, now: store.analysis(1),
    "puzzles": lambda store, now: store.puzzle_answers(30),
    "ended": lambda store, now: store.delete_ended(now, 9),
    "rewrite": lambda store, now: store.rewrite_events(1, {1: "x"}, replaced=Replacement(30, -1, "?")),
    "results of a game": lambda store, now: store.results_of_game(1),
    "results of a person": lambda store, now: store.results_of(30),
    "results of a person in parts": lambda store, now: store.results_after(30, None, 9),
    "results anew": lambda store, now: store.replace_results(1, [RESULT]),
    "statistics of a person": lambda store, now: store.met_bots(30, 9),
    "analyses of a person": lambda store, now: store.analyses_of(30, 9),
    "achievements": lambda store, now: store.feats_of([30, 31]),
    "leaderboard": lambda store, now: store.leaderboard(10, "standard", now, every=False),
    "to rate": lambda store, now: store.to_rate(9),
    "last rated": lambda store, now: store.last_rated(),
    "skills": lambda store, now: store.skills([30, 31], now),
    "games of a day": lambda store, now: store.rated_since([30, 31], now),
    "rate again": lambda store, now: store.unrate(now, 1),
    "forget a person": lambda store, now: store.delete_player(30, "?"),
}


@pytest.mark.parametrize("question", QUESTIONS)
async def test_a_question_finds_its_rows_by_an_index(sqlite_store, path, clock, question):
    await opened(sqlite_store, ["a"])
    await opened(sqlite_store, ["a"], status="over")
    clock.now += HOUR
    said: list[str] = []
    await sqlite_store.trace(said.append)
    await QUESTIONS[question](sqlite_store, clock.now)
    await sqlite_store.trace(None)
    with closing(sqlite3.connect(path)) as db:
        plans = [
            row[3]
            for statement in said
            if re.match("SELECT|UPDATE|INSERT|DELETE|WITH", statement)
            for row in db.execute(f"EXPLAIN QUERY PLAN {statement}")
        ]
    assert plans or question == "players"
    scan = rf"SCAN (?!CONSTANT|{'|'.join(MADE)})\w+$"
    slow = rf"{scan}|USE TEMP B-TREE" if question in IN_ORDER else scan
    assert [plan for plan in plans if re.match(slow, plan)] == []
    assert not [plan for plan in plans if "results_by_rating" in plan and question in OF_PEOPLE]


def counted(said: list[str]) -> list[str]:
    """The first words of the statements."""
    return [" ".join(statement.split()[:3]) for statement in said if not statement.startswith("--")]


async def test_a_plain_move_takes_six_statements(sqlite_store, clock):
    game = await opened(sqlite_store, ["a"], status="running", outbox=[NewOutboxRow("timeout", "{}")])
    said: list[str] = []
    await sqlite_store.trace(said.append)
    await sqlite_store.append(
        game,
        1,
        ["placed", "ended"],
        change=GameChange(deadline=clock.now),
        outbox=[NewOutboxRow(kind, "{}") for kind in ("board", "timeout", "reminder")],
        drop=["timeout", "reminder", "grace"],
    )
    assert counted(said) == [
        "BEGIN IMMEDIATE",
        "UPDATE games SET",
        "INSERT INTO events",
        "DELETE FROM outbox",
        "INSERT INTO outbox",
        "COMMIT",
    ]


@pytest.mark.parametrize(
    ("ask", "statements"),
    [
        (lambda store, now: store.load(1), 1),
        (lambda store, now: store.players([1, 2, 3]), 1),
        (lambda store, now: store.preferences([1, 2], 3), 2),
        (lambda store, now: store.due(now, 50), 1),
        (lambda store, now: store.next_due(), 1),
        (lambda store, now: store.complete(1, [1, 2, 3], board=SentBoard(1, 2, now)), 4),
        (lambda store, now: store.enqueue([NewOutboxRow("x", "")] * 5, about=1), 3),
        (lambda store, now: store.save_player(PlayerRow(1)), 3),
    ],
    ids=["load", "players", "preferences", "due", "next due", "complete", "enqueue", "save"],
)
async def test_a_call_takes_no_more_statements_than_it_needs(sqlite_store, clock, ask, statements):
    await opened(sqlite_store, ["a", "b", "c"], [SeatRow(0, 30, "Ann")])
    said: list[str] = []
    await sqlite_store.trace(said.append)
    await ask(sqlite_store, clock.now)
    assert len(said) == statements
    await sqlite_store.trace(None)
    await ask(sqlite_store, clock.now)
    assert len(said) == statements


async def test_the_first_due_row_is_the_first_of_an_index(sqlite_store, path):
    with closing(sqlite3.connect(path)) as db:
        plan = db.execute("EXPLAIN QUERY PLAN SELECT min(due_at) FROM outbox").fetchall()
    assert [row[3] for row in plan] == ["SEARCH outbox USING COVERING INDEX outbox_by_due"]
