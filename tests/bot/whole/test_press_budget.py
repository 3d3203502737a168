"""How often the store is called and a log is folded, from a press to the last message that it leads to."""

import pytest

from tests.bot.counting import SCENARIOS, cost_of

BUDGETS = {
    "place": (9, 1),
    "panel step": (2, 1),
    "start": (8, 0),  # one of them is whether the opener has ever played
    "timeout": (7, 1),
    "move of a bot after grace": (9, 1),
    "restart with nothing due": (6, 0),
}
"""The most calls of the store, and the most folds."""


@pytest.mark.parametrize("name", SCENARIOS)
async def test_it_costs_no_more_than_its_budget(name, tmp_path):
    cost = await cost_of(SCENARIOS[name], tmp_path / "games.sqlite3")
    calls, folds = BUDGETS[name]
    assert len(cost.calls) <= calls, cost
    assert cost.folds <= folds, cost
