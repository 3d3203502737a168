"""The rankings of the daily challenge: who has a line, and how many are left."""

from __future__ import annotations

from datetime import date

import pytest

from bot.screens import daily_ranking
from bot.texts import texts
from data.daily import DailyResult, MonthRow

EN = texts("en")
DAY = date(2026, 3, 2)


@pytest.mark.parametrize(("people", "me", "left"), [(15, 1, 0), (16, 16, 0), (17, 17, 1), (17, 3, 2), (17, 99, 2)])
def test_a_table_counts_only_those_as_left_who_have_no_line(people, me, left):
    results = [
        DailyResult(DAY.isoformat(), user, f"P{user}", counts=True, result=(9,) * 6) for user in range(1, people + 1)
    ]
    rows = [MonthRow(user, f"P{user}", 30 - user, 3, 9) for user in range(1, people + 1)]
    said = [EN("daily.more", people=left)] if left else []
    month = daily_ranking.month(rows, DAY, me, EN, DAY).text.splitlines()
    for lines in (daily_ranking.rank_lines(results, EN, me), month):
        assert [line for line in lines if line.startswith("…")] == said
