"""What may be done at a table: each deed is a pure function from a table to the facts that it adds.

A deed that is not allowed raises `Refused`, or `Illegal` where the rules forbid it.
"""

from bot.deeds.again import again, everybody, not_again
from bot.deeds.again import terms as rematch_terms
from bot.deeds.away import come_back, fall_idle, fall_unused, nudge, resign, time_out, want_automatic
from bot.deeds.checks import Shuffle, after, automatic, check_lobby, check_playing, check_running
from bot.deeds.lobby import BOT_NAMES, begin, close, expire, join, leave, stop
from bot.deeds.play import cancel, decline, play

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
