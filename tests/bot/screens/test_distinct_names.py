"""People of one name are told apart at a table, and a name without a visible character becomes a mark."""

from __future__ import annotations

import json

import pytest

from bot.screens.board import board, record_file
from bot.screens.lobby import remove
from bot.screens.model import Select
from bot.screens.picture_labels import labels
from bot.tables import lobby
from bot.tables.events import Joined, Opened
from bot.tables.fold import start
from bot.tables.names import distinct_names
from bot.tables.table import Table
from bot.texts import FORMER, texts
from render.scene_builder import board_scene
from tests.bot.sample_tables import after, shuffle


def test_equal_names_get_numbers():
    assert distinct_names(("Alex", "alex", "Ben", "Alex")) == ("Alex", "alex (2)", "Ben", "Alex (3)")


def test_a_number_that_is_taken_is_left_out():
    assert distinct_names(("Alex (2)", "Alex", "Alex")) == ("Alex (2)", "Alex", "Alex (3)")


def test_a_name_that_nobody_can_see_is_the_mark_of_its_seat():
    assert distinct_names(("?", "Ann", "\u3164", "")) == ("P1", "Ann", "P3", "P4")


def lobby_of(*names: str) -> Table:
    joined = [Joined(user, name) for user, name in enumerate(names, 1)]
    table = start(1, Opened(1, "standard", len(names), order="joined"))
    return after(table, joined)


def test_the_host_can_tell_people_of_one_name_apart_before_removing_one():
    (row,) = remove(lobby_of("Alex", "Alex", "Alex"), texts("en")).rows
    assert isinstance(row, Select)
    assert [option.label for option in row.options] == ["Alex (2)", "Alex (3)"]


def test_people_of_one_name_are_told_apart_in_picture_text_and_record():
    table = lobby_of("Alex", "Alex")
    table = after(table, lobby.begin(table, table.host, shuffle))
    words = texts("en")
    assert labels(table, table.view_for(None), words).names == ("Alex", "Alex (2)")
    assert "Alex \\(2\\)\xa0**0**" in board(table, words, 0).text
    assert json.loads(record_file(table))["players"] == ["Alex", "Alex (2)"]


def test_two_former_players_are_told_apart_in_the_language_of_the_reader():
    german = texts("de")
    one, other = (german.shown(name) for name in distinct_names((FORMER, FORMER)))
    assert FORMER not in other
    assert other == f"{one} (2)"


@pytest.mark.parametrize(
    ("person", "marks"),
    [("Zoë", ["Z", "A", "B", "C"]), ("Ben", ["Be", "A", "Bl", "C"]), ("Ada", ["A1", "A2", "B", "C"])],
)
def test_bots_are_ada_blaise_and_carl_in_marks(person, marks):
    opened = Opened(1, "standard", 4, bots=3, levels=("1", "3", "5"), order="joined")
    table = after(start(1, opened), [Joined(1, person)])
    table = after(table, lobby.begin(table, table.host, shuffle))
    view = table.view_for(None)
    scene = board_scene(view, labels(table, view, texts("en")))
    assert [seat.badge.letters for panel in scene.panels for seat in panel.seats if seat.badge] == marks
