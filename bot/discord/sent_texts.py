"""The texts of the newest messages that this process sent, to be changed when newer ones replace them."""

from __future__ import annotations

from collections import OrderedDict
from typing import Final

from data.ids import MessageId

_KEPT: Final = 2000
"""Messages whose text is kept: a few hundred bytes each."""


class SentTexts:
    """Texts by message, each taken once."""

    def __init__(self) -> None:
        self._kept: OrderedDict[MessageId, str] = OrderedDict()

    def keep(self, message: MessageId, text: str) -> None:
        """Keep the text of a message."""
        self._kept[message] = text
        if len(self._kept) > _KEPT:
            self._kept.popitem(last=False)

    def take(self, message: MessageId) -> str | None:
        """The text that was kept; `None` where there is none."""
        return self._kept.pop(message, None)
