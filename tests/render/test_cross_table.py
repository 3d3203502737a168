"""The picture of the standings of a tournament."""

from __future__ import annotations

from dataclasses import replace
from functools import cache

import pytest

from render.cross_table import Cell, CrossRow, CrossTable
from render.paint import draw, png
from render.profile import EDGE_PX, WIDTH_PX
from render.theme import DEFAULT, THEME_NAMES, Theme, load_theme


@cache
def look(name: str = DEFAULT) -> Theme:
    return load_theme(name)


def table(people: int, rounds: int, name: str = "Ann") -> CrossTable:
    cells = tuple(Cell(f"+{at}", "won") for at in range(rounds))
    rows = tuple(CrossRow(at + 1, name, cells, "1.5", "12.5", gone=at % 2 == 1) for at in range(people))
    return CrossTable("Tournament 1", "Duel", "Points", "Buchholz", rows)


@pytest.mark.parametrize(("people", "rounds"), [(2, 0), (4, 3), (64, 7)])
def test_it_is_as_wide_as_a_profile_and_has_a_row_a_person(people, rounds):
    picture = draw(table(people, rounds), look())
    assert picture.width == WIDTH_PX
    assert picture.height - draw(table(people - 1, rounds), look()).height == 54


@pytest.mark.parametrize("theme", THEME_NAMES[:3])
def test_it_is_drawn_in_every_look_and_the_same_every_time(theme):
    assert png(draw(table(3, 3), look(theme))) == png(draw(table(3, 3), look(theme)))


@pytest.mark.parametrize("name", ["يوسف", "陳大文", "김민수", "W" * 32, ""])
def test_a_name_of_any_script_and_length_leaves_the_columns_where_they_are(name):
    def right_half(shown: CrossTable) -> bytes:
        picture = draw(shown, look())
        return picture.crop((WIDTH_PX // 2, 0, WIDTH_PX, picture.height)).tobytes()

    assert right_half(table(3, 4, name)) == right_half(table(3, 4))


@pytest.mark.parametrize("strength", ["Buchholz", "S.-Berger", "Sonneborn-Berger"])
def test_there_is_space_between_the_heads_of_the_last_two_columns(strength):
    picture = draw(replace(table(2, 1), strength=strength, rows=()), look())
    end_of_points = WIDTH_PX - EDGE_PX - 14 - 104
    gap = picture.crop((end_of_points + 2, 130, end_of_points + 10, 170))
    assert len(set(gap.tobytes())) == 1
