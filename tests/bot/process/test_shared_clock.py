"""The clock of the bot goes on steadily, and believes a jump of the machine's clock when that is confirmed."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.discord.request_trace import answered_at
from bot.process.shared_clock import CONFIRMED_S, SharedClock

START = datetime(2026, 3, 2, 12, tzinfo=UTC)
SECOND, HOUR, DAY = timedelta(seconds=1), timedelta(hours=1), timedelta(days=1)


class Machine:
    """A machine whose wall clock can be put anywhere."""

    def __init__(self, wrong: timedelta = timedelta()) -> None:
        self.passed_s = 0.0
        self.wrong = wrong
        self.clock = SharedClock(lambda: self.true + self.wrong, lambda: self.passed_s)

    @property
    def true(self) -> datetime:
        return START + timedelta(seconds=self.passed_s)

    def hear(self) -> None:
        self.clock.heard(self.true.replace(microsecond=0))


@pytest.mark.parametrize("wrong", [3 * DAY, 400 * DAY, -2 * HOUR, datetime(1970, 1, 1, tzinfo=UTC) - START], ids=str)
def test_a_wall_clock_that_is_wrong_for_a_while_moves_nothing_and_is_told_once(wrong, caplog):
    machine = Machine()
    machine.passed_s, machine.wrong = 60.0, wrong
    for _ in range(4):
        assert machine.clock() == machine.true
        machine.passed_s += 60.0
    machine.wrong = timedelta()
    assert machine.clock() == machine.true
    assert [record.levelname for record in caplog.records].count("WARNING") == 1


def test_a_jump_that_discord_denies_is_never_believed():
    machine = Machine()
    machine.wrong = 3 * DAY
    for _ in range(100):
        machine.passed_s += CONFIRMED_S
        machine.hear()
        assert machine.clock() == machine.true


def test_a_jump_that_discord_confirms_is_believed_at_once():
    machine = Machine(wrong=-3 * DAY)
    machine.wrong = timedelta()
    assert machine.clock() == START - 3 * DAY
    machine.hear()
    assert machine.clock() == machine.true


def test_a_clock_that_is_wrong_from_the_start_is_put_right_by_the_first_answer_of_discord():
    machine = Machine(wrong=400 * DAY)
    machine.hear()
    machine.passed_s = 0.5
    assert abs(machine.clock() - machine.true) <= SECOND


def test_without_discord_a_clock_is_believed_once_it_has_gone_on_steadily_after_its_jump():
    machine = Machine()
    machine.wrong = DAY
    assert machine.clock() == machine.true
    machine.passed_s = CONFIRMED_S - 1
    assert machine.clock() == machine.true
    machine.passed_s = CONFIRMED_S
    assert machine.clock() == machine.true + DAY


def test_a_clock_that_is_adjusted_a_little_is_followed():
    machine = Machine()
    for adjusted_s in range(100):
        machine.passed_s, machine.wrong = adjusted_s * 60.0, adjusted_s * 10 * SECOND
        assert machine.clock() == machine.true + machine.wrong


def test_the_time_of_an_answer_counts_unless_it_comes_out_of_a_cache():
    date = "Mon, 02 Mar 2026 12:00:00 GMT"
    assert answered_at({"Date": date}) == START
    assert answered_at({"Date": date, "Age": "9"}) is None
    assert answered_at({"Date": "soon"}) is None
    assert answered_at({}) is None
