"""Who is in a server, and under which name, asked of the chat service when it matters.

The bot does without the privileged intent for members, so nothing says for sure that somebody left.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from enum import Enum
from typing import Protocol

from data.ids import GuildId, UserId


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who is in a server."""

    name: str
    """As the server shows it, cleaned."""
    is_bot: bool = False


class Absence(Enum):
    """Why somebody is no member of a server."""

    LEFT = "left"
    """They left, were removed or banned, or never were there."""
    NOBODY = "nobody"
    """There is no such user: the account was deleted, or the number was never given."""


Found = Member | Absence | None
"""What is known of somebody in a server; `None` where it cannot be found out at the moment."""


class LookUp(Protocol):
    """The chat service, asked about people."""

    async def member(self, guild: GuildId, user: UserId) -> Found:
        """What is known of this user in this server."""
        ...

    async def exists(self, user: UserId) -> bool:
        """Whether there is such a user anywhere; also where it cannot be found out."""
        ...


class Directory:
    """Asks the chat service where there is one; without one nothing is known."""

    def __init__(self, look_up: LookUp | None = None) -> None:
        self._look_up = look_up

    async def members(self, guild: GuildId | None, users: Iterable[UserId]) -> Mapping[UserId, Found]:
        """What is known of each of these users in this server, asked at once; of a former player that they are gone."""
        asked = tuple(dict.fromkeys(users))
        found = await asyncio.gather(*(self._member(guild, user) for user in asked))
        return dict(zip(asked, found, strict=True))

    async def _member(self, guild: GuildId | None, user: UserId) -> Found:
        if guild is None or self._look_up is None:
            return None
        return Absence.NOBODY if user < 0 else await self._look_up.member(guild, user)

    async def exists(self, user: UserId) -> bool:
        """Whether there is such a user; also where it cannot be found out."""
        return self._look_up is None or await self._look_up.exists(user)
