"""Everything that chance decides: the seeds of bags, the generators of games, and when a planned move is made."""

from __future__ import annotations

import hashlib
import hmac
from collections.abc import Callable
from datetime import date, timedelta
from random import Random

from bot.tables import planned_moves
from bot.tables.bots import Shuffle
from data.ids import GameId, Seq, UserId
from game.bag import SEED_BYTES


class Chance:
    """Random values, all from the secret seed of the store or from the system.

    `entropy` gives random bytes of the system; without it everything follows from `seed`, so that games can be
    repeated.
    """

    def __init__(self, seed: int, entropy: Callable[[int], bytes] | None = None) -> None:
        self._seed = seed
        self._entropy = entropy

    def shuffle(self, game: GameId) -> Shuffle:
        """The random generators of a game, one for each event."""
        return lambda seq: Random(f"{self._seed}:{game}:{seq}")

    def bag_seed(self, game: GameId) -> bytes:
        """The seed for the bag of a game that begins."""
        if self._entropy is not None:
            return self._entropy(SEED_BYTES)
        return hmac.digest(str(self._seed).encode(), f"bag:{game}".encode(), "sha256")

    def daily_seed(self, day: date) -> bytes:
        """The seed for the bag of the daily challenge of a day, which only the secret of this store gives."""
        return hmac.digest(str(self._seed).encode(), f"daily:{day.isoformat()}".encode(), "sha256")

    def forgotten_daily(self, day: date, user: UserId) -> UserId:
        """The number under which it is kept for a day that somebody deleted their try; nobody has it."""
        mark = hmac.digest(str(self._seed).encode(), f"forgotten:{day.isoformat()}:{user}".encode(), "sha256")
        return UserId(-1 - int.from_bytes(mark[:5], "big"))

    def choice_seed(self, game: GameId, version: int) -> str:
        """The seed of a choice in the position of this version, with which nothing is drawn."""
        return hashlib.sha256(f"choice:{self._seed}:{game}:{version}".encode()).hexdigest()

    def plan_delay(self, game: GameId, seq: Seq) -> timedelta:
        """The time after which a planned move is made, which nobody can foretell."""
        label = f"delay:{game}:{seq}".encode()
        drawn = self._entropy(8) if self._entropy else hmac.digest(str(self._seed).encode(), label, "sha256")[:8]
        part = int.from_bytes(drawn, "big") / 2**64
        return timedelta(seconds=planned_moves.EARLIEST_S + part * (planned_moves.LATEST_S - planned_moves.EARLIEST_S))
