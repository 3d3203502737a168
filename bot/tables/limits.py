"""How much one person, one channel and one server may have open at once: more than any group that plays needs."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Final

from bot.tables.errors import Refused
from data.store import Bounds

_SPAN: Final = timedelta(minutes=1)


@dataclass(frozen=True, slots=True)
class Limits:
    """The most games that may be open when one more is opened. Rematches are not counted against anything."""

    a_minute: int = 6
    """How many a person may open in a minute, whatever becomes of them."""
    person: int = 25
    """How many of the games that a person hosts, anywhere."""
    channel: int = 50
    """How many in a channel and its threads."""
    server: int = 500

    def lowered(self, person: int | None, channel: int | None) -> Limits:
        """The limits where a server wants fewer games of a person or in a channel; None is as many as allowed."""
        fewer = (min(person or self.person, self.person), min(channel or self.channel, self.channel))
        return Limits(self.a_minute, *fewer, self.server)

    def bounds(self, now: datetime, *, in_server: bool) -> Bounds:
        """The limits as the store takes them; those of a channel hold in a server."""
        if not in_server:
            return Bounds(now - _SPAN, self.a_minute, self.person)
        return Bounds(now - _SPAN, self.a_minute, self.person, self.channel, self.server)

    def refusal(self, bound: str) -> Refused:
        """Why no more can be opened where this bound of the store is reached."""
        match bound:
            case "host_new":
                return Refused("too-many-a-minute", most=self.a_minute)
            case "host_open":
                return Refused("too-many-yours", most=self.person)
            case "channel_open":
                return Refused("too-many-in-channel", most=self.channel)
            case _:
                return Refused("too-many-in-server", most=self.server)


LIMITS: Final = Limits()
