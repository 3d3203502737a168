"""Where a game is played, in words for a reader who may be elsewhere."""

from __future__ import annotations

from dataclasses import dataclass

from bot.services.loaded import NOWHERE, Loaded
from bot.texts import Texts


@dataclass(frozen=True, slots=True)
class Whereabouts:
    """Where a game is played, for people who look at it from elsewhere."""

    location: str
    """The channel as Discord shows it, such as `<#12>`, or words for a direct message."""
    link: str | None
    """A link to the newest public message, in the words of its reader; `None` for who is there."""


def whereabouts(loaded: Loaded, words: Texts, at: int | None = None) -> Whereabouts:
    """Where a table is, for a reader of this language who is in the channel `at`; a link only from elsewhere."""
    row = loaded.row
    if loaded.is_private:
        return Whereabouts(words("place.private"), None)
    if loaded.lives_by_presses:
        link = None if at == row.home else words("place.link", link=address(loaded))
        return Whereabouts(words("place.message"), link)
    if row.channel == NOWHERE:
        return Whereabouts(words("place.nowhere"), None)
    location = words("place.dm") if row.guild is None else f"<#{row.channel}>"
    if row.message is None:
        return Whereabouts(location, None)
    channel = row.message_channel or row.channel
    return Whereabouts(location, None if at == channel else words("place.link", link=address(loaded)))


def address(loaded: Loaded) -> str:
    """The address of the newest public message of a table, or of its channel."""
    row = loaded.row
    channel = row.home if loaded.lives_by_presses else row.message_channel or row.channel
    return f"https://discord.com/channels/{row.guild or '@me'}/{channel}" + (f"/{row.message}" if row.message else "")
