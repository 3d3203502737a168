"""Too many equal presses by one person, who hammers on a button. In memory, small; knows no Discord."""

from __future__ import annotations

from collections import OrderedDict, deque
from datetime import datetime, timedelta
from typing import Final

from bot.screens.press import LOOKS, Verb
from data.ids import UserId

SHOWN: Final = 5
"""So many equal presses of a person are answered in full within `SPAN`."""
SPAN: Final = timedelta(seconds=10)
_KEPT: Final = 1000

THROTTLED: Final = LOOKS | {
    Verb.SHARE_REPLAY,
    Verb.HINT,
    Verb.ANALYSIS,
    Verb.TURNING_POINT,
    Verb.SHARE_ANALYSIS,
    Verb.DAILY_BOARD,
    Verb.DAILY_SHARE,
    Verb.POST_PROFILE,
}
"""The verbs that only show something and that somebody may hammer on.

The steps of a turn and whatever changes something are answered in full each time.
"""


class Throttle:
    """Counts the presses of the people who pressed last."""

    def __init__(self) -> None:
        self._presses: OrderedDict[tuple[int, str], deque[datetime]] = OrderedDict()

    def excess(self, user: UserId, press: str, now: datetime) -> int:
        """How many presses too many this one is: 0 where it is to be answered, 1 where its person is to be told."""
        key = (user, press)
        moments = self._presses.setdefault(key, deque(maxlen=SHOWN + 2))
        self._presses.move_to_end(key)
        while len(self._presses) > _KEPT:
            self._presses.popitem(last=False)
        while moments and not now - SPAN < moments[0] <= now:
            moments.popleft()
        moments.append(now)
        return max(0, len(moments) - SHOWN)
