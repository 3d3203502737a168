"""The panel of a bonus turn highlights the turn that goes on, and not the round before it again."""

from __future__ import annotations

from dataclasses import replace

from bot.screens.draft import Draft
from bot.screens.panel import panel
from bot.screens.phrases import done_words
from bot.tables.table import Table
from bot.texts import texts
from tests.bot.sample_tables import ANN, BEN, CEM, DIA, played, running, turn_of


def in_a_bonus_turn() -> Table:
    table = running(ANN, BEN, CEM, DIA)
    while not table.game().position.in_turn:
        table = played(table, 1)
    return table


def test_a_bonus_panel_highlights_only_the_placement_just_made():
    table = in_a_bonus_turn()
    view = table.view_for(turn_of(table))
    scene = panel(table, view, Draft(), texts("en")).picture
    assert scene is not None
    assert scene.board is not None
    new = {half.cell for half in scene.board.halves if half.look == "new"}
    assert new == {cell for placement in view.position.turns[-1].placements for cell in placement.at}


def test_a_bonus_panel_says_once_that_a_placement_earned_a_bonus():
    table, words = in_a_bonus_turn(), texts("en")
    view = table.view_for(turn_of(table))
    done = done_words(view.position.turns[-1].placements[-1], view.position, words)
    assert panel(table, view, Draft(), words, done).text.count("Ingenious!") == 1


def test_a_bonus_is_named_once_its_turn_is_over():
    position, words = in_a_bonus_turn().game().position, texts("en")
    *earlier, turn = position.turns
    over = replace(position, turns=(*earlier, replace(turn, complete=True)))
    assert "Ingenious!" in done_words(turn.placements[-1], over, words)
