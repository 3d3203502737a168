"""What can be wrong at a table: an action that it does not allow, and a log that makes no sense."""

from __future__ import annotations

from typing import Literal

RefusalCode = Literal[
    "again-already",
    "agreed-already",
    "analysis-later",
    "announced",
    "bad-cell",
    "bad-channels",
    "bad-daily",
    "bad-date",
    "bad-pace",
    "bad-press",
    "bad-quiet",
    "bad-server",
    "bad-tile",
    "bad-zone",
    "begun",
    "cancelled",
    "challenge-oneself",
    "come-back",
    "nobody-agrees",
    "own-game",
    "operators-only",
    "daily-clock",
    "daily-ended",
    "daily-forgotten",
    "daily-later",
    "daily-none",
    "daily-over",
    "daily-unfinished",
    "declined-again",
    "departed",
    "dm-only-alone",
    "game-running",
    "gifts-enough",
    "given-already",
    "hint-later",
    "hint-not-yours",
    "host-only",
    "in-already",
    "lobby-full",
    "managers-only",
    "moved-on",
    "lacks-in",
    "no-access",
    "no-analysis",
    "no-clock",
    "no-game-here",
    "no-game-in-message",
    "no-hints",
    "no-lobby-here",
    "no-people",
    "no-puzzles",
    "no-such-bot",
    "no-such-game",
    "no-such-team",
    "not-away",
    "not-all-here",
    "not-begun",
    "not-finished",
    "not-idle",
    "not-in-lobby",
    "not-in-message",
    "not-in-server",
    "not-playing",
    "nothing-asked",
    "nudged-already",
    "on-vacation",
    "other-server",
    "only-alone-here",
    "over",
    "permissions",
    "puzzle-gone",
    "quarantined",
    "rematch-expired",
    "rematched",
    "restarted",
    "seats-clash",
    "seats-taken",
    "server-only",
    "team-full",
    "they-not-in-lobby",
    "solo-with-bots",
    "too-few",
    "too-many-a-minute",
    "too-many-bots",
    "too-many-in-channel",
    "too-many-in-server",
    "too-many-invited",
    "too-many-yours",
    "tournament-begun",
    "tournament-few",
    "tournament-full",
    "tournament-host",
    "tournament-in",
    "tournament-mode",
    "tournament-none",
    "tournament-out",
    "tournament-over",
    "tournament-pace",
    "tournament-rated",
    "tournament-rating",
    "tournament-robin",
    "tournament-role",
    "tournament-rounds",
    "tournament-which",
    "tournaments-many",
    "unknown-channels",
    "unknown-choice",
    "unserved",
    "vacation-too-long",
    "wanted-already",
    "which-game",
    "wrong-channel",
    "your-turn",
]
"""Why an action is not allowed; each has a sentence under `[refused]` in every language."""


class Refused(Exception):  # noqa: N818 - an answer to a player, not a fault
    """An action that is not allowed now; `code` names the sentence, `values` are what it speaks of."""

    def __init__(self, code: RefusalCode, **values: object) -> None:
        super().__init__(code, values)
        self.code: RefusalCode = code
        self.values = values


def wrong_status(status: Literal["lobby", "running", "over", "cancelled"]) -> Refused:
    """Why something cannot be done at a table that is in this state."""
    match status:
        case "lobby":
            return Refused("not-begun")
        case "running":
            return Refused("begun")
        case "over":
            return Refused("over")
        case "cancelled":
            return Refused("cancelled")


class Unreadable(Exception):  # noqa: N818 - what is wrong with a log, as one word
    """A log of events that makes no table; the game has to be quarantined."""
