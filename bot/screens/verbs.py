"""What presses do, in the words of custom ids, grouped by the kind of press that may carry them.

The words stand in the ids of messages that are already in channels: they stay as they are.
"""

from __future__ import annotations

from enum import StrEnum


class Step(StrEnum):
    """A step in the panel, which changes nothing."""

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


class Placing(StrEnum):
    """The placement that the panel has put together is to be made."""

    PLACE = "place"
    PLACE_AND_EXCHANGE = "swap"
    SURE = "sure"
    SURE_AND_EXCHANGE = "sureswap"

    @property
    def exchanges(self) -> bool:
        """Whether the rack is to be exchanged with it."""
        return self in (Placing.PLACE_AND_EXCHANGE, Placing.SURE_AND_EXCHANGE)

    @property
    def is_confirmed(self) -> bool:
        """Whether it answers the question before a placement."""
        return self in (Placing.SURE, Placing.SURE_AND_EXCHANGE)


class Planning(StrEnum):
    """A placement is planned for the next turn."""

    PLAN = "plan"
    PLAN_UNTOUCHED = "planif"


class GameVerb(StrEnum):
    """What is asked of a game whatever its position, without a further choice."""

    RACK = "rack"
    SCORES = "scores"
    HISTORY = "history"
    RULES = "rules"
    FILM = "film"
    NOTICES_ON = "dmon"
    NOTICES_OFF = "dmoff"
    LEAVE = "leave"
    BEGIN = "begin"
    CANCEL = "cancel"
    REMOVE = "remove"
    ADD_BOT = "addbot"
    CHANGE_TERMS = "terms"
    INVITE = "invite"
    ASK_FOR_SEAT = "askseat"
    DROP_PLAN = "unplan"
    COME_BACK = "back"
    RESIGN = "resign"
    REMATCH = "rematch"
    NO_REMATCH = "notagain"
    SHARE_REPLAY = "share"
    ANALYSIS = "analysis"
    SHARE_ANALYSIS = "tell"
    FAIRNESS = "fair"
    RECORD = "record"
    REFRESH = "refresh"


class Vote(StrEnum):
    """An answer to a question that lapses with the turn."""

    STOP = "agree"
    PLAY_ON = "decline"
    TAKE_OVER = "automatic"


class SeatVerb(StrEnum):
    """What a host chooses about a seat of the lobby."""

    REMOVED = "removed"
    BOT_LEVEL = "level"


class Term(StrEnum):
    """A term of the table that a host changes."""

    SEATS = "seats"
    PACE = "pace"
    MODE = "mode"
    HINTS = "hints"
    CASUAL = "casual"


class ReplayVerb(StrEnum):
    """A way through a replay."""

    FIRST = "first"
    EARLIER = "earlier"
    LATER = "later"
    LAST = "last"


class Preference(StrEnum):
    """What a person sets for themselves by a button or from a menu."""

    NOTICES = "prefnotices"
    NEXT = "prefnext"
    CONFIRM = "prefconfirm"
    LISTED = "preflisted"
    REMINDERS = "prefremind"
    LANGUAGE = "preflanguage"
    THEME = "preftheme"


class ServerVerb(StrEnum):
    """What is asked of the settings of a server, without a further choice."""

    SETTINGS = "settings"
    THREADS_ON = "threadson"
    THREADS_OFF = "threadsoff"


class Setting(StrEnum):
    """A setting of a server that is chosen from a menu."""

    CHANNELS = "setchannels"
    DAILY = "setdaily"
    LANGUAGE = "setlanguage"


class DailyVerb(StrEnum):
    """What is asked of a day of the daily challenge: a word, and what follows it in an id."""

    OVERVIEW = "daily:"
    MONTH = "daily:month"
    GIVE_UP = "daily:giveup"
    RESIGN = "resign:"
    SHARE = "dailyshare:"
    FAIRNESS = "daily:fair"


class TournamentVerb(StrEnum):
    """What is asked of a tournament."""

    ENTER = "enter"
    WITHDRAW = "withdraw"
    CONFIRM_WITHDRAWAL = "out"
    BEGIN = "begin"
    RECORDS = "records"


class PersonVerb(StrEnum):
    """What a person asks for themselves."""

    FORGET = "forget"
    POST_PROFILE = "profile"
    PLAY_BEGINNER = "beginner"
    NEXT_TURN = "next"
