"""What may be done at a table: each deed is a pure function from a table to the facts that it adds.

A deed that is not allowed raises `Refused`, or `Illegal` where the rules forbid it.
"""

from bot.tables.absence import come_back, fall_idle, fall_unused, nudge, resign, time_out, want_automatic
from bot.tables.automatic import Shuffle, after, automatic, check_lobby, check_playing, check_running
from bot.tables.lobby import BOT_NAMES, begin, close, expire, join, leave, stop
from bot.tables.play import cancel, decline, play
from bot.tables.rematch import again, everybody, not_again
from bot.tables.rematch import terms as rematch_terms

__all__ = [
    "BOT_NAMES",
    "Shuffle",
    "after",
    "again",
    "automatic",
    "begin",
    "cancel",
    "check_lobby",
    "check_playing",
    "check_running",
    "close",
    "come_back",
    "decline",
    "everybody",
    "expire",
    "fall_idle",
    "fall_unused",
    "join",
    "leave",
    "not_again",
    "nudge",
    "play",
    "rematch_terms",
    "resign",
    "stop",
    "time_out",
    "want_automatic",
]
