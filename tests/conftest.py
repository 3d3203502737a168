"""How the tests are spread over processes: what takes longest begins first, and nothing is made twice.

The tests of a file share fixtures and caches, so they stay in one process; the tests of a recorded game stay with that
game, whatever file they are in.
"""

from __future__ import annotations

from typing import Final

import pytest

LONGEST: Final = (
    "test_killed",
    "test_forged",
    "test_local",
    "test_restart",
    "test_days",
    "test_sigkill",
    "test_outbox",
)
"""Files that would keep one process busy when all others have ended."""


def _group(item: pytest.Item) -> str:
    """The tests that go together with this one."""
    own = item.get_closest_marker("xdist_group")
    if own is not None:
        return str(own.args[0])
    name = item.callspec.params.get("name") if hasattr(item, "callspec") else None
    if name is not None and hasattr(item.module, "recorded"):
        return f"game {name}"
    return item.nodeid.partition("::")[0]


def _turn(item: pytest.Item) -> int:
    """When it begins: the longest files in their order, then the recorded games, then all others."""
    if item.path.stem in LONGEST:
        return LONGEST.index(item.path.stem)
    return len(LONGEST) + (not _group(item).startswith("game "))


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Group the tests and put the longest first, where several processes share them."""
    if items and hasattr(items[0].config, "workerinput"):
        for item in items:
            item.add_marker(pytest.mark.xdist_group(_group(item)))
        items.sort(key=_turn)
