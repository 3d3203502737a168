"""Shorter times for real processes, where how long something takes is not the point; `program.running` takes them."""

from __future__ import annotations

from collections.abc import Mapping
from datetime import timedelta
from typing import Final

from bot.process.retries import RETRIES as RETRIES_OF_THE_BOT
from bot.process.retries import Failure, Purpose, Retries

RETRIES: Final[Mapping[str, object]] = {
    "bot.process.retries.RETRIES": {
        **RETRIES_OF_THE_BOT,
        **{
            purpose: {Failure.TRANSIENT: Retries((0.1,), goes_on=True)}
            for purpose in (Purpose.REGISTRATION, Purpose.CONNECTION, Purpose.SESSION)
        },
    }
}
"""A start that failed is tried again at once, as is a session that Discord has ended."""
GAP_S: Final = 1.5
IDENTIFY: Final[Mapping[str, object]] = {
    "bot.discord.sharding.GAP": timedelta(seconds=GAP_S),
    "bot.discord.standing_by.GAP": timedelta(seconds=GAP_S),
}
"""Shards identify themselves in a quicker turn."""
END: Final[Mapping[str, object]] = {"bot.discord.runner._FINISH_S": 1.0, "bot.discord.runner._LEAST_S": 0.5}
"""Answers and messages have less time to come to their end."""
