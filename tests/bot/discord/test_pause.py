"""A page in place of Discord's answer stops all requests for a while, and says nothing else."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest

from bot.discord.failures import BlockedError, asked_wait_s, failure_of, may_have_arrived
from bot.discord.pause import PROBE, Pause, is_page
from bot.process.retries import RETRIES, Failure, Purpose

JSON, HTML = "application/json", "text/html; charset=UTF-8"
WAITS_S = RETRIES[Purpose.ANYTHING][Failure.TRANSIENT].waits_s


class Clock:
    def __init__(self) -> None:
        self.now = datetime(2026, 3, 2, 12, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.now

    def pass_s(self, seconds: float) -> None:
        self.now += timedelta(seconds=seconds)


@pytest.fixture
def clock() -> Clock:
    return Clock()


@pytest.fixture
def pause(clock) -> Pause:
    return Pause(clock)


def passes(pause: Pause) -> bool:
    try:
        pause.check()
    except BlockedError:
        return False
    return True


@pytest.mark.parametrize(
    ("status", "headers", "page"),
    [
        (403, {"Content-Type": HTML}, True),
        (401, {"Content-Type": HTML}, True),
        (404, {"Content-Type": HTML}, True),
        (429, {"Content-Type": HTML, "Via": "1.1 google"}, True),
        (429, {"Content-Type": JSON}, True),
        (403, {"Content-Type": "application/problem+json"}, True),
        (429, {"Content-Type": JSON, "Via": "1.1 google"}, False),
        (403, {"Content-Type": JSON}, False),
        (404, {"Content-Type": "application/json; charset=utf-8"}, False),
        (401, {}, False),
        (413, {"Content-Type": HTML}, False),
        (400, {"Content-Type": HTML}, False),
        (503, {"Content-Type": HTML}, False),
        (200, {"Content-Type": HTML}, False),
    ],
)
def test_a_page_is_a_refusal_that_discord_did_not_write(status, headers, page):
    assert is_page(status, headers) is page


def test_requests_pass_while_discord_answers(pause):
    pause.answered()
    assert passes(pause)


def test_none_passes_for_as_long_as_the_page_asks(pause, clock):
    pause.refused(429, 40)
    clock.pass_s(39)
    assert not passes(pause)
    clock.pass_s(1)
    assert passes(pause)


def test_one_at_a_time_passes_then_until_discord_answers(pause, clock):
    pause.refused(403, 40)
    clock.pass_s(40)
    assert [passes(pause) for _ in range(3)] == [True, False, False]
    clock.pass_s(PROBE.total_seconds())
    assert [passes(pause) for _ in range(3)] == [True, False, False]
    pause.answered()
    assert all(passes(pause) for _ in range(3))


def test_pauses_that_follow_each_other_grow_and_several_pages_at_once_count_as_one(pause, clock):
    waits = []
    for _ in range(5):
        waits.append(pause.refused(403, 0).retry_after_s)
        assert pause.refused(403, 0).retry_after_s == waits[-1]
        clock.pass_s(waits[-1])
    assert waits == [*WAITS_S, WAITS_S[-1]]
    pause.answered()
    assert pause.refused(403, 0).retry_after_s == WAITS_S[0]


def test_the_answer_to_a_request_of_before_the_page_does_not_end_the_pause(pause):
    pause.refused(403, 40)
    pause.answered()
    assert not passes(pause)


def test_each_pause_is_one_line_in_the_log(pause, caplog):
    for _ in range(30):
        pause.refused(403, 40)
    assert [one.getMessage() for one in caplog.records] == ["no request reaches Discord: none is made"]


def test_what_a_page_has_refused_never_arrived_and_is_tried_again_when_it_says(pause):
    error = pause.refused(403, 40)
    assert failure_of(error) is Failure.TRANSIENT
    assert asked_wait_s(error) == 40
    assert not may_have_arrived(error)
