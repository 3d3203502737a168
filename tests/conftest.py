"""How the tests are spread over processes: what takes longest begins first, and nothing is made twice.

The tests of a file share fixtures and caches, so they stay in one process; the tests of a recorded game stay with that
game, whatever file they are in.
"""

from __future__ import annotations

import os
from pathlib import PurePath
from typing import Any, Final

import pytest
from hypothesis import HealthCheck, settings
from typing_extensions import override
from xdist.scheduler import LoadScopeScheduling

from game.notation import to_line
from game.state import GameState, Position, SeatView

LONGEST: Final = (
    "test_soak",
    "test_killed",
    "test_local",
    "test_operation",
    "test_shards",
    "test_handover",
    "test_panel_reach",
    "test_screens",
    "test_start",
    "test_connection",
    "test_restart",
)
"""Files that would keep one process busy when all others have ended."""
RECORDED: Final = {
    "test_direct_messages",
    "test_logging",
    "test_public_messages",
    "test_requests",
    "test_secrets",
    "test_whole_games",
}
"""Files with tests of the games of `tests/bot/recorded.py`, by the parameter `name`."""
APART: Final = "test_killed"
"""A file whose tests share nothing and take long: each goes alone."""

settings.register_profile("games", deadline=None, max_examples=40, suppress_health_check=[HealthCheck.too_slow])
"""Property tests look at whole games, so a slow machine must not fail them."""
settings.load_profile("games")


def _group(nodeid: str) -> str:
    """What goes together with this test."""
    from tests.bot.recorded import GAMES  # noqa: PLC0415 - takes half a second, and is needed with several processes

    file, _, test = nodeid.partition("::")
    if PurePath(file).stem == APART:
        return nodeid
    game = test.partition("[")[2].removesuffix("]")
    return f"game {game}" if game in GAMES and PurePath(file).stem in RECORDED else file


def _turn(item: pytest.Item) -> int:
    """When it begins: the longest files in their order, then the recorded games, then all others."""
    if item.path.stem in LONGEST:
        return LONGEST.index(item.path.stem)
    return len(LONGEST) + (not _group(item.nodeid).startswith("game "))


class _Scheduling(LoadScopeScheduling):
    @override
    def _split_scope(self, nodeid: str) -> str:
        return _group(nodeid)


def pytest_xdist_auto_num_workers(config: pytest.Config) -> int:
    """Two processes more than there are cores: many tests wait for a program, a page or a database."""
    return (os.cpu_count() or 1) + 2


def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> LoadScopeScheduling:
    """Keep groups together; xdist's own way to do that, by marks, fails without a word with pytest 9.2."""
    return _Scheduling(config, log)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Put the longest first, where several processes share the tests."""
    if hasattr(config, "workerinput"):
        items.sort(key=_turn)


def pytest_assertrepr_compare(op: str, left: object, right: object) -> list[str] | None:
    """Two positions that should be equal, each as the line that `python -m render` draws."""
    if not isinstance(left, Position | GameState | SeatView) or not isinstance(right, type(left)):
        return None
    one, other = (item if isinstance(item, Position) else item.position for item in (left, right))
    return [f"{type(left).__name__} {op} {type(right).__name__}", to_line(one), to_line(other)]
