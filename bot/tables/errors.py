"""What can be wrong at a table: an action that it does not allow, and a log that makes no sense."""

from __future__ import annotations


class Refused(Exception):  # noqa: N818 - an answer to a player, not a fault
    """An action that is not allowed now; `code` names the sentence, `values` are what it speaks of."""

    def __init__(self, code: str, **values: object) -> None:
        super().__init__(code, values)
        self.code = code
        self.values = values


class Unreadable(Exception):  # noqa: N818 - what is wrong with a log, as one word
    """A log of events that makes no table; the game has to be quarantined."""
