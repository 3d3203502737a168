"""The worker process: answers, dies, comes back, keeps to its limits, and ends."""

from __future__ import annotations

import asyncio
import logging
import os
import signal
import sys
from collections.abc import AsyncIterator, Callable
from pathlib import Path
from random import Random

import pytest

from bot.process.worker import InPlace, Worker
from bot.process.worker_calls import OutOfTimeError
from bot.process.worker_process import WorkerBusyError, WorkerFailedError, WorkerProcess, WorkerStoppedError
from game import ai, rules
from game.events import TurnEnded
from game.modes import MODES
from game.simulate import simulate
from game.state import SeatView, view
from tests.bot import thinking
from tests.patience import PATIENCE_S

COMMAND = (sys.executable, "-m", "tests.bot.odd_worker")


@pytest.fixture
async def worker() -> AsyncIterator[WorkerProcess]:
    made = WorkerProcess(COMMAND)
    async with asyncio.timeout(PATIENCE_S):
        yield made
    await made.stop()


@pytest.fixture
async def both() -> AsyncIterator[Worker]:
    made = Worker(COMMAND)
    async with asyncio.timeout(PATIENCE_S):
        yield made
    await made.stop()


async def until(happened: Callable[[], bool]) -> None:
    async with asyncio.timeout(PATIENCE_S):
        while not happened():  # noqa: ASYNC110 - another process moves
            await asyncio.sleep(0.01)


def late_view(mode: str = "standard", seats: int = 2) -> SeatView:
    """A position near the end, where even the best level is quick."""
    events = simulate(MODES[mode], ["careful"] * seats, Random(5))
    ends = [at for at, event in enumerate(events, 1) if isinstance(event, TurnEnded)]
    state = rules.fold(events[: ends[len(ends) * 3 // 4]])
    return view(state, state.position.seat)


async def test_no_process_runs_before_the_first_call(worker: WorkerProcess) -> None:
    assert worker.pid is None
    assert await worker.run(thinking.process) == worker.pid != os.getpid()


async def test_the_worker_chooses_what_would_be_chosen_here(both: Worker) -> None:
    seen = late_view()
    assert (
        await both.choose(seen, "4", "a") == ai.choose(seen, "4", Random("a")) == await InPlace().choose(seen, "4", "a")
    )


async def test_a_quick_level_needs_no_process(both: Worker) -> None:
    await both.choose(late_view(), "3", "a")
    assert both.moves.pid is None


async def test_a_move_does_not_wait_behind_another_call_that_hangs(both: Worker, tmp_path: Path) -> None:
    hanging = asyncio.create_task(both.run(thinking.waits_for, str(tmp_path / "never")))
    await until(lambda: both.others.pid is not None)
    seen = late_view()
    assert await both.choose(seen, "4", "a") == ai.choose(seen, "4", Random("a"))
    assert not hanging.done()
    await both.stop()
    with pytest.raises(WorkerStoppedError):
        await hanging


async def test_a_process_that_hangs_is_ended_and_started_again(tmp_path: Path) -> None:
    worker = WorkerProcess(COMMAND, answer_s=0.01)
    with pytest.raises(WorkerFailedError, match=r"no answer after 0\.01 s"):
        await worker.run(thinking.waits_for, str(tmp_path / "never"))
    assert worker.pid is None
    worker._answer_s = PATIENCE_S
    assert await worker.run(thinking.process) == worker.pid
    await worker.stop()


async def test_a_call_is_made_again_when_the_process_dies(worker: WorkerProcess, tmp_path: Path) -> None:
    assert await worker.run(thinking.dies_once, str(tmp_path / "mark")) == "answered"


async def test_a_call_that_kills_the_process_twice_fails_and_others_are_answered(worker: WorkerProcess) -> None:
    with pytest.raises(WorkerFailedError):
        await worker.run(thinking.dies)
    assert await worker.run(thinking.process) == worker.pid


async def test_a_process_that_was_killed_between_calls_is_started_again(worker: WorkerProcess) -> None:
    first = await worker.run(thinking.process)
    os.kill(first, signal.SIGKILL)
    assert await worker.run(thinking.process) != first


async def test_a_lower_level_plays_where_the_worker_cannot_be_started(caplog: pytest.LogCaptureFixture) -> None:
    broken, seen = Worker(["/no/such/program"]), late_view()
    assert await broken.choose(seen, "5", "a") == ai.choose(seen, "3", Random("a"))
    assert sum("a lower level plays" in message for message in caplog.messages) == 1
    await broken.stop()


async def test_a_call_that_takes_too_much_cpu_is_ended(worker: WorkerProcess) -> None:
    pid = await worker.run(thinking.process)
    with pytest.raises(OutOfTimeError):
        await worker.run(thinking.spins, cpu_s=0.05)
    assert await worker.run(thinking.process) == pid


async def test_more_calls_than_may_wait_are_refused(tmp_path: Path) -> None:
    worker = WorkerProcess(COMMAND, waiting=1)
    first = asyncio.create_task(worker.run(thinking.waits_for, str(tmp_path / "go")))
    await asyncio.sleep(0)  # It is on its way to the process, the next one waits.
    await asyncio.sleep(0)
    second = asyncio.create_task(worker.run(thinking.process))
    await asyncio.sleep(0)
    with pytest.raises(WorkerBusyError):
        await worker.run(thinking.process)
    (tmp_path / "go").touch()
    await asyncio.gather(first, second)
    await worker.stop()


async def test_what_somebody_waits_for_comes_before_the_background(worker: WorkerProcess, tmp_path: Path) -> None:
    path, go = tmp_path / "order", tmp_path / "go"
    first = asyncio.create_task(worker.run(thinking.waits_for, str(go)))
    await asyncio.sleep(0)
    others = [
        asyncio.create_task(worker.run(thinking.notes, str(path), text, background=text == "b")) for text in ("b", "u")
    ]
    await asyncio.sleep(0)
    go.touch()
    await asyncio.gather(first, *others)
    assert path.read_text() == "ub"


async def test_the_end_gives_up_what_waits(tmp_path: Path) -> None:
    worker = WorkerProcess(COMMAND)
    calls = [asyncio.create_task(worker.run(thinking.waits_for, str(tmp_path / "never"))) for _ in range(2)]
    await until(lambda: worker.pid is not None)
    await worker.stop()
    given_up = await asyncio.gather(*calls, return_exceptions=True)
    assert [type(error) for error in given_up] == [WorkerStoppedError, WorkerStoppedError]


async def test_the_process_ends_after_a_while_without_calls_and_comes_back() -> None:
    worker = WorkerProcess(COMMAND, idle_s=0.01)
    first = await worker.run(thinking.process)
    await until(lambda: worker.pid is None)
    assert await worker.run(thinking.process) != first
    await worker.stop()


async def test_what_a_function_prints_is_no_answer(worker: WorkerProcess) -> None:
    assert await worker.run(thinking.prints) == "answered"


async def test_an_error_of_a_function_comes_back(worker: WorkerProcess) -> None:
    with pytest.raises(LookupError, match="no such thing"):
        await worker.run(thinking.fails)


async def test_the_process_has_a_low_priority_and_no_token(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("DISCORD_TOKEN", "secret")
    worker = WorkerProcess()
    assert await worker.run(thinking.priority) == 19
    assert await worker.run(thinking.secret) is None
    await worker.stop()


async def test_what_is_logged_in_the_process_is_in_our_log(
    worker: WorkerProcess, caplog: pytest.LogCaptureFixture
) -> None:
    await worker.run(logging.warning, "the weights are damaged")
    assert "the weights are damaged" in caplog.messages
