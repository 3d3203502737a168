"""What a public message says once a newer one has replaced it: whom it called is not on turn any more."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Sequence
from typing import Final

from data.ids import MessageId

_KEPT: Final = 2000
"""Messages whose text is kept: a few hundred bytes each."""


class ReplacedTexts:
    """The later texts of the messages that this process sent; that of an older message is not known."""

    def __init__(self) -> None:
        self._kept: OrderedDict[MessageId, tuple[str, tuple[str, ...]]] = OrderedDict()

    def keep(self, message: MessageId, text: str, names: Sequence[str]) -> None:
        """Keep what a message says when it is replaced, and the names of players as they are in that text."""
        self._kept[message] = (text, tuple(names))
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)

    def take(self, message: MessageId, names: Sequence[str]) -> str | None:
        """The text that was kept; `None` where there is none, or a player is called otherwise by now."""
        text, then = self._kept.pop(message, ("", ()))
        return text if text and then == tuple(names) else None
