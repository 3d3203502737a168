"""The privacy policy names everything that is kept of people, and what it calls deleted is deleted."""

import json
import re
import sqlite3
from pathlib import Path

import pytest

from bot.screens.settings import operator_links, privacy_page
from bot.services import privacy
from bot.settings.operator import OperatorLinks
from bot.texts import LANGUAGES, texts
from tests.bot.club import Club, club_at

POLICY = (Path(__file__).parents[3] / "docs" / "privacy.md").read_text(encoding="utf-8")
PERSON = 730_451_926_835_118_077
NAME = "Wilhelmina"

HOLDS_PEOPLE = {"user_id", "host", "name", "body", "log", "value"}
"""The columns that hold the id or the name of a person, or texts in which one may stand."""
NOT_PEOPLE = {
    "servers": "settings of a server, no column of a person",
    "lease": "processes",
    "identifies": "shards",
}
EXPORTED_AS = {
    "games": "games",
    "events": "games",
    "seats": "games",
    "outbox": "games",
    "analyses": "games",
    "planned_moves": "planned",
    "results": "results",
    "players": "preferences",
    "puzzle_answers": "puzzles",
    "lessons": "lesson",
    "vacations": "vacations",
    "daily_tries": "daily",
    "daily_members": "daily_servers",
    "daily_posts": "daily_servers",
    "tournaments": "tournaments",
    "tournament_events": "tournaments",
    "tournament_people": "tournaments",
}
"""Which part of a person's file tells what a table holds of them."""
UNTIL_ANSWERED = "meta"
"""Tokens of answers that are being made: in no file, since whoever has one can answer in the bot's name."""


@pytest.fixture
async def club(tmp_path):
    async with club_at(tmp_path / "games.sqlite3") as made:
        yield made


def columns(club: Club) -> dict[str, dict[str, str]]:
    """The columns of each table with their types."""
    with sqlite3.connect(club.path) as db:
        tables = [name for (name,) in db.execute("SELECT name FROM sqlite_master WHERE type = 'table'")]
        found = {
            table: {row[1]: row[2] for row in db.execute(f"PRAGMA table_info({table})")}
            for table in tables
            if not table.startswith("sqlite_")
        }
    db.close()
    return found


def named_in_the_policy() -> dict[str, str]:
    """What the policy says becomes of a table when a person deletes their data."""
    rows = re.findall(r"^\|[^|]*\| (`[^|]*`) \|[^|]*\| ([^|]*) \|$", POLICY, re.MULTILINE)
    return {table: fate.strip() for names, fate in rows for table in re.findall(r"`(\w+)`", names)}


async def test_every_table_that_can_hold_a_person_stands_in_the_policy_and_in_the_export(club):
    tables = {table for table, names in columns(club).items() if names.keys() & HOLDS_PEOPLE}
    assert tables - NOT_PEOPLE.keys() == set(named_in_the_policy())
    assert tables - NOT_PEOPLE.keys() == {*EXPORTED_AS, UNTIL_ANSWERED}
    ((_, content),) = await club.app.exports.begin(PERSON)
    assert set(EXPORTED_AS.values()) <= json.loads(content).keys()


async def test_no_row_of_a_forgotten_person_is_left_in_any_table(club):
    """A row in each table with a column for a person; seats go with their games, which other tests forget."""
    kept = {table: names for table, names in columns(club).items() if "user_id" in names and table != "seats"}
    with sqlite3.connect(club.path) as db:
        db.execute("PRAGMA foreign_keys = OFF")
        for table, names in kept.items():
            row = {name: _value(name, kind) for name, kind in names.items()}
            marks = ", ".join(f":{name}" for name in row)
            db.execute(f"INSERT INTO {table} ({', '.join(row)}) VALUES ({marks})", row)
    db.close()
    await privacy.forget(club.app, PERSON)
    with sqlite3.connect(club.path) as db:
        left = {
            table: db.execute(f"SELECT COUNT(*) FROM {table} WHERE user_id = ?", (PERSON,)).fetchone()[0]
            for table in kept
        }
        text = "\n".join(db.iterdump())
    db.close()
    assert left == dict.fromkeys(kept, 0)
    assert NAME not in text


def _value(column: str, kind: str) -> object:
    if column == "user_id":
        return PERSON
    if column == "name":
        return NAME
    return "2026-11-28" if kind == "TEXT" else 0


def test_the_pages_of_the_operator_are_a_line_of_links_in_every_language():
    pages = OperatorLinks(privacy="https://a.example/p", support="https://discord.gg/abc")
    for language in LANGUAGES:
        line = operator_links(texts(language), pages)
        assert re.fullmatch(r"\[[^\]]+\]\(<https://a.example/p>\) · \[[^\]]+\]\(<https://discord.gg/abc>\)", line)
        assert privacy_page(texts(language), pages).text.endswith(f"\n{line}")


def test_without_pages_nothing_is_added():
    words = texts("en")
    assert privacy_page(words, OperatorLinks()).text == words("privacy.text")
