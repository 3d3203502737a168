"""Custom ids of buttons and selects: `ig1:<game>:<version>:<verb>:<draft>`, all that a press has to say.

A half-made choice lives in the draft, so nothing of it is kept in the process. Ids come back from outside and may be
forged: `parse` accepts only what `Press.custom_id` can have made.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum
from typing import Final

from data.ids import GameId


class Verb(StrEnum):
    """What a press does. The values stand in the custom ids of old messages: they stay as they are."""

    PLAY = "play"
    OTHER_TILE = "again"
    TILE = "tile"
    ROW = "row"
    SPACE = "space"
    DIRECTION = "way"
    TURN = "turn"
    TRY = "try"
    WHOLE_BOARD = "whole"
    TRIAL = "trial"
    PLACE = "place"
    PLACE_AND_EXCHANGE = "swap"
    SURE = "sure"
    SURE_AND_EXCHANGE = "sureswap"
    RACK = "rack"
    SCORES = "scores"
    RULES = "rules"
    NOTICES_ON = "dmon"
    NOTICES_OFF = "dmoff"
    JOIN = "join"
    LEAVE = "leave"
    BEGIN = "begin"
    CANCEL = "cancel"
    STOP = "agree"
    PLAY_ON = "decline"
    REMOVE = "remove"
    REMOVED = "removed"
    ADD_BOT = "addbot"
    BOT_LEVEL = "level"
    CHANGE_TERMS = "terms"
    SEATS = "seats"
    PACE = "pace"
    COME_BACK = "back"
    TAKE_OVER = "automatic"
    REMATCH = "rematch"
    NO_REMATCH = "notagain"
    RESIGN = "resign"
    FIRST = "first"
    EARLIER = "earlier"
    LATER = "later"
    LAST = "last"
    FILM = "film"
    SHARE_REPLAY = "share"
    ANALYSIS = "analysis"
    TURNING_POINT = "point"
    SHARE_ANALYSIS = "tell"
    PUZZLE = "puzzle"
    DAILY = "daily"
    DAILY_BOARD = "dailyboard"
    DAILY_SHARE = "dailyshare"
    LEARN = "learn"
    HINT = "hint"
    PLAN = "plan"
    PLAN_UNTOUCHED = "planif"
    DROP_PLAN = "unplan"
    CHOSEN_GAME = "which"
    FORGET = "forget"
    POST_PROFILE = "profile"
    PLAY_BEGINNER = "beginner"


LOOKS: Final = frozenset(
    {Verb.PLAY, Verb.RACK, Verb.SCORES, Verb.RULES, Verb.FIRST, Verb.EARLIER, Verb.LATER, Verb.LAST, Verb.FILM}
)
"""The verbs that only show something, from what is stored alone."""
SELECTS: Final = frozenset({Verb.DIRECTION, Verb.REMOVED, Verb.BOT_LEVEL, Verb.SEATS, Verb.PACE})
"""The verbs of selects; all others are of buttons."""


def template(verbs: Iterable[Verb]) -> str:
    """The regular expression of a whole id with one of these verbs; `fullmatch` it."""
    game, version = r"(?P<game>0|[1-9][0-9]{0,14})", r"(?P<version>0|[1-9][0-9]{0,8})"
    return rf"ig1:{game}:{version}:(?P<verb>{'|'.join(verbs)}):(?P<draft>[A-Za-z0-9.-]{{0,40}})"


_ID: Final = re.compile(template(Verb))


@dataclass(frozen=True, slots=True)
class Press:
    """What a button or a select of a message stands for."""

    game: GameId
    version: int
    """The version of the position that the message shows; presses that change the game are checked against it."""
    verb: Verb
    draft: str = ""
    """A choice made so far, in the words of the screen that made it."""

    @property
    def custom_id(self) -> str:
        """The id for Discord, at most 100 characters."""
        return f"ig1:{self.game}:{self.version}:{self.verb}:{self.draft}"


def parse(custom_id: str) -> Press | None:
    """The press an id stands for; `None` if the id is none of ours."""
    match = _ID.fullmatch(custom_id)
    if match is None:
        return None
    return Press(GameId(int(match["game"])), int(match["version"]), Verb(match["verb"]), match["draft"])
