"""What several folders of tests of the bot share."""

from __future__ import annotations

from collections.abc import AsyncIterator
from datetime import timedelta
from pathlib import Path

import pytest

from tests.bot.world import World, world


@pytest.fixture
async def beating(tmp_path: Path) -> AsyncIterator[World]:
    """A world with a heartbeat each minute, as the bot has it."""
    async with world(tmp_path / "games.sqlite3", pictures=False, beat=timedelta(minutes=1)) as made:
        yield made
