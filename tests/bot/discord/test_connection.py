"""Tests of connections that fail one after the other."""

from __future__ import annotations

import asyncio
from types import SimpleNamespace

from bot.discord.connection import Connection, Failures
from bot.discord.session_starts import CALM_S, IdentifyLater
from bot.process.retries import RETRIES, Failure, Purpose

WAITS_S = RETRIES[Purpose.CONNECTION][Failure.TRANSIENT].waits_s


def failed(*, was_online: bool = False, after_s: float = 0) -> Connection:
    now_s = asyncio.get_running_loop().time()
    return Connection(SimpleNamespace(was_online=was_online), None, now_s - after_s)


async def test_each_failure_in_a_row_waits_longer_than_the_one_before():
    failures = Failures()
    waited = [failures.wait_s(failed(), OSError()) for _ in range(len(WAITS_S) + 2)]
    assert waited == [*WAITS_S, WAITS_S[-1], WAITS_S[-1]]


async def test_a_connection_that_was_online_for_long_begins_the_count_again():
    failures = Failures()
    for _ in WAITS_S:
        failures.wait_s(failed(), OSError())
    brief = failures.wait_s(failed(was_online=True, after_s=CALM_S - 1), OSError())
    offline = failures.wait_s(failed(after_s=CALM_S + 1), OSError())
    assert (brief, offline) == (WAITS_S[-1], WAITS_S[-1])
    assert failures.wait_s(failed(was_online=True, after_s=CALM_S + 1), OSError()) == WAITS_S[0]
    assert failures.wait_s(failed(), OSError()) == WAITS_S[1]


async def test_a_session_that_may_not_start_yet_says_itself_how_long_to_wait():
    assert Failures().wait_s(failed(), IdentifyLater(1234)) == 1234
