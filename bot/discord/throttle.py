"""Too many equal presses by one person, who hammers on a button. In memory, small; knows no Discord."""

from __future__ import annotations

from collections import OrderedDict, deque
from datetime import datetime, timedelta
from typing import Final

from bot.screens.custom_ids import custom_id
from bot.screens.press import (
    DailyBoardPress,
    DailyPress,
    GamePress,
    HintPress,
    PersonPress,
    Press,
    TurningPointPress,
    only_shows,
)
from bot.screens.verbs import DailyVerb, GameVerb, PersonVerb
from data.ids import UserId

SHOWN: Final = 5
"""So many equal presses of a person are answered in full within `SPAN`."""
SPAN: Final = timedelta(seconds=10)
_KEPT: Final = 1000


def is_throttled(press: Press) -> bool:
    """Whether somebody may hammer on this: it only shows something, or asks again for what is there.

    The steps of a turn and whatever changes something are answered in full each time.
    """
    match press:
        case HintPress() | TurningPointPress() | DailyBoardPress():
            return True
        case GamePress(verb=GameVerb.SHARE_REPLAY | GameVerb.RECORD | GameVerb.ANALYSIS | GameVerb.SHARE_ANALYSIS):
            return True
        case DailyPress(verb=verb):
            return verb in (DailyVerb.SHARE, DailyVerb.FAIRNESS)
        case PersonPress(verb=verb):
            return verb in (PersonVerb.POST_PROFILE, PersonVerb.NEXT_TURN)
        case _:
            return only_shows(press)


class Throttle:
    """Counts the presses of the people who pressed last."""

    def __init__(self) -> None:
        self._presses: OrderedDict[tuple[int, str], deque[datetime]] = OrderedDict()

    def excess(self, user: UserId, press: Press, now: datetime) -> int:
        """How many presses too many this one is: 0 where it is to be answered, 1 where its person is to be warned."""
        if not is_throttled(press):
            return 0
        key = (user, custom_id(press))
        moments = self._presses.setdefault(key, deque(maxlen=SHOWN + 2))
        self._presses.move_to_end(key)
        while len(self._presses) > _KEPT:
            self._presses.popitem(last=False)
        while moments and not now - SPAN < moments[0] <= now:
            moments.popleft()
        moments.append(now)
        return max(0, len(moments) - SHOWN)
