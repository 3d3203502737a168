"""The panel of a bonus turn highlights the turn that goes on, and not the round before it again."""

from __future__ import annotations

from bot.screens.draft import Draft
from bot.screens.panel import panel
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
