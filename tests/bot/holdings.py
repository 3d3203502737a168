"""The lease of a process in tests that have no other process: see `bot.process.holding`."""

from __future__ import annotations

from dataclasses import dataclass

from typing_extensions import override

from bot.process.holding import Alone


@dataclass(frozen=True)
class Elsewhere(Alone):
    """Another process has it."""

    is_certain: bool = False

    @override
    async def acts(self) -> bool:
        return False

    @override
    async def is_ours_within(self, wait_s: float) -> bool:
        return False
