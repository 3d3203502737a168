"""How long a lease lasts and how often the store is asked about it."""

from __future__ import annotations

from dataclasses import dataclass
from math import inf
from typing import Final


@dataclass(frozen=True, slots=True)
class Times:
    """How long a lease lasts, how often its holder renews it and another process asks for it."""

    lease_s: float = 30
    renew_s: float = 10
    ask_s: float = 1
    alone_s: float = inf
    """For how long its holder acts without asking the store again, at most as long as it lasts."""
    gone_s: float = inf
    """After how long without a renewal a holder without a session counts as dead; longer than `alone_s`."""


TIMES: Final = Times()
SHARED: Final = Times(lease_s=20, renew_s=1, alone_s=2, gone_s=3)
"""Where no file says that a holder is dead: the next process has its shards in some seconds if its session has ended
too, and within 30 seconds else, as where its machine is frozen."""
