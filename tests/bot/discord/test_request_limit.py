"""The limit of requests of the whole bot: how many may be made in any second, and what does not wait for it."""

from __future__ import annotations

import asyncio
from bisect import bisect_left
from collections.abc import Coroutine
from datetime import timedelta
from typing import Any

import pytest
from typing_extensions import override

from bot.config import load
from bot.config_error import ConfigError
from bot.discord.request_limit import RequestLimit, Reserve, counts
from data.store import DatabaseUnusable

LIMIT = 50


class _Jumping(asyncio.SelectorEventLoop):
    """A loop in which time passes at once where everybody sleeps."""

    def __init__(self) -> None:
        super().__init__()
        self._at_s, select = 0.0, self._selector.select

        def jump(timeout: float | None = None) -> list[Any]:
            self._at_s += timeout or 0
            return select(0)

        self._selector.select = jump

    @override
    def time(self) -> float:
        return self._at_s


def run(coroutine: Coroutine[Any, Any, list[float]]) -> list[float]:
    with asyncio.Runner(loop_factory=_Jumping) as runner:
        return runner.run(coroutine)


class Shared:
    """Gives out moments as the database does."""

    def __init__(self) -> None:
        self.until_s, self.asked = 0.0, 0

    async def reserve(self, count: int, gap: timedelta) -> timedelta | None:
        self.asked += 1
        await asyncio.sleep(0)
        now_s = asyncio.get_running_loop().time()
        begin_s = max(self.until_s, now_s)
        self.until_s = begin_s + count * gap.total_seconds()
        return timedelta(seconds=begin_s - now_s)


async def nobody(count: int, gap: timedelta) -> None:
    """A store for one process."""


async def passed(reserve: Reserve, requests: int, *, processes: int = 1, pause_s: float = 0) -> list[float]:
    """When requests that were all wanted at once passed; those of later processes begin so much later."""
    loop = asyncio.get_running_loop()
    moments: list[float] = []

    async def one(limit: RequestLimit, begin_s: float) -> None:
        await asyncio.sleep(begin_s)
        await limit.turn()
        moments.append(loop.time())

    limits = [RequestLimit(LIMIT, reserve, loop.time) for _ in range(processes)]
    wanted = [one(limit, number * pause_s) for number, limit in enumerate(limits) for _ in range(requests)]
    await asyncio.gather(*wanted)
    return sorted(moments)


def most_in_a_second(moments: list[float]) -> int:
    return max(bisect_left(moments, first + 1) - at for at, first in enumerate(moments))


def test_no_second_has_more_requests_than_the_limit():
    moments = run(passed(nobody, 300))
    assert 0.8 * LIMIT < most_in_a_second(moments) <= 0.92 * LIMIT
    assert moments[-1] == pytest.approx(295 / 40, abs=0.2)


def test_a_few_requests_after_a_pause_do_not_wait():
    assert run(passed(nobody, 5)) == [0.0] * 5


def test_several_processes_together_keep_the_limit():
    shared = Shared()
    assert most_in_a_second(run(passed(shared.reserve, 100, processes=4, pause_s=0.3))) <= 0.92 * LIMIT


def test_processes_that_do_not_share_would_break_it():
    """So the test above can fail."""
    assert most_in_a_second(run(passed(nobody, 100, processes=4, pause_s=0.3))) > 2 * LIMIT


def test_the_store_is_asked_for_several_requests_at_once_where_many_wait():
    shared = Shared()
    run(passed(shared.reserve, 100))
    assert shared.asked <= 11


def test_without_the_store_a_process_keeps_the_limit_alone(caplog):
    async def away(count: int, gap: timedelta) -> timedelta | None:
        raise DatabaseUnusable("the database", "is away")

    assert most_in_a_second(run(passed(away, 100))) <= 0.92 * LIMIT
    assert caplog.text.count("for this process alone") == 1


def test_a_request_that_is_given_up_does_not_stop_the_next():
    async def given_up() -> list[float]:
        loop = asyncio.get_running_loop()
        limit = RequestLimit(LIMIT, nobody, loop.time)
        waiting = [asyncio.create_task(limit.turn()) for _ in range(40)]
        await asyncio.sleep(0.1)
        for task in waiting:
            task.cancel()
        await asyncio.sleep(10)
        await limit.turn()
        return [loop.time()]

    assert run(given_up()) == [pytest.approx(10.1)]


def test_moments_that_passed_unused_make_no_burst_later():
    async def unused() -> list[float]:
        loop = asyncio.get_running_loop()
        limit = RequestLimit(LIMIT, nobody, loop.time)
        waiting = [asyncio.create_task(limit.turn()) for _ in range(20)]
        await asyncio.sleep(0.01)
        for task in waiting:
            task.cancel()
        await asyncio.sleep(1)
        moments: list[float] = []

        async def one() -> None:
            await limit.turn()
            moments.append(loop.time())

        await asyncio.gather(*(one() for _ in range(100)))
        return moments

    assert most_in_a_second(run(unused())) <= 0.92 * LIMIT


@pytest.mark.parametrize(
    ("path", "counted"),
    [
        ("/api/v10/channels/1/messages", True),
        ("/api/v10/gateway/bot", True),
        ("/proxy/api/v10/users/@me", True),
        ("/api/v10/interactions/1/token/callback", False),
        ("/api/v10/webhooks/1/token/messages/@original", False),
        ("/gateway/", False),
    ],
)
def test_answers_to_interactions_and_the_gateway_do_not_count(path, counted):
    assert counts(path) is counted


def test_the_limit_is_a_setting(tmp_path):
    settings = {"INGENIOUS_DATABASE": str(tmp_path / "db")}
    assert load(settings, tmp_path / ".env").request_limit == LIMIT
    assert load(settings | {"INGENIOUS_REQUEST_LIMIT": "500"}, tmp_path / ".env").request_limit == 500
    for wrong in ("0", "-1", "many", "5.5"):
        with pytest.raises(ConfigError, match="INGENIOUS_REQUEST_LIMIT"):
            load(settings | {"INGENIOUS_REQUEST_LIMIT": wrong}, tmp_path / ".env")
