"""With ten thousand games no question reads them all: what SQLite says about how it finds its rows."""

import re
import sqlite3
from datetime import timedelta

import pytest

from data import sql
from data.store import GameChange, NewGame

TABLE = NewGame(guild=10, channel=20, mode="standard", language="en", host=30)
HOUR = timedelta(hours=1)

IN_ORDER = ["due", "due of one game", "notes of one game", "ended"]  # not all of the rows are read, only to be sorted
QUESTIONS = {
    "due": lambda db, now: sql.outbox.select_due(db, now, 9),
    "due of one game": lambda db, now: sql.outbox.select_due_of(db, 1, now, 9),
    "notes of one game": lambda db, now: sql.outbox.select_notes_of(db, 1),
    "lapsing": lambda db, now: sql.outbox.delete_kinds(db, 1, ["x"]),
    "shift of one game": lambda db, now: sql.outbox.shift_notes_of(db, 1, ["x"], HOUR),
    "deadlines": lambda db, now: sql.games.shift_deadlines(db, HOUR),
    "deadline": lambda db, now: sql.games.shift_deadline(db, 1, HOUR),
    "count": lambda db, now: sql.games.count_games_with(db, ["running"]),
    "change": lambda db, now: sql.games.change_game(db, 1, GameChange("over", deadline=now), now),
    "of a person": lambda db, now: sql.games.select_games_of(db, 30, ["running"]),
    "in a channel": lambda db, now: sql.games.select_games_in(db, 20, ["running"]),
    "rename": lambda db, now: sql.people.update_name(db, 30, "x"),
    "ended": lambda db, now: sql.retention.select_ended(db, now, 9),
    "retire": lambda db, now: sql.retention.delete_ended(db, [1], now),
    "rewrite": lambda db, now: sql.retention.update_bodies(db, 1, {1: "x"}, {}),
}


@pytest.mark.parametrize("question", QUESTIONS)
async def test_a_question_finds_its_rows_by_an_index(sqlite_store, clock, question):
    await sqlite_store.create(TABLE, ["a"])
    said: list[str] = []

    def ask(db: sqlite3.Connection) -> list[str]:
        db.set_trace_callback(said.append)
        QUESTIONS[question](db, clock.now)
        db.set_trace_callback(None)
        plans = [
            row[3]
            for statement in said
            if not statement.startswith("--")
            for row in db.execute(f"EXPLAIN QUERY PLAN {statement}")
        ]
        slow = r"SCAN \w+$|USE TEMP B-TREE" if question in IN_ORDER else r"SCAN \w+$"
        return [plan for plan in plans if re.match(slow, plan)]

    assert await sqlite_store._write(ask) == []
    assert said


async def test_the_first_due_note_is_the_first_of_an_index(sqlite_store):
    statement = "EXPLAIN QUERY PLAN SELECT min(due_at) FROM outbox"
    plan = await sqlite_store._read(lambda db: db.execute(statement).fetchall())
    assert [row[3] for row in plan] == ["SEARCH outbox USING COVERING INDEX outbox_by_due"]
