"""Who is in a server, and under which name, asked of the chat service when it matters.

The bot does without the privileged intent for members, so nothing says for sure that somebody left.
"""

from __future__ import annotations

import asyncio
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from enum import Enum
from types import MappingProxyType
from typing import Any, ClassVar, Final, Generic, Protocol, TypeVar

from data.ids import ChannelId, GuildId, UserId


@dataclass(frozen=True, slots=True)
class Member:
    """Somebody who is in a server."""

    name: str
    """As the server shows it, cleaned."""
    is_bot: bool = False
    sees: bool = True
    """Whether they may see the channel that was asked about, as far as that can be known."""


class Absence(Enum):
    """Why somebody is no member of a server."""

    LEFT = "left"
    """They left, were removed or banned, or never were there."""
    NOBODY = "nobody"
    """There is no such user: the account was deleted, or the number was never given."""


Found = Member | Absence | None
"""What is known of somebody in a server; `None` where it cannot be found out at the moment."""


class Listed(Protocol):
    """A row about somebody, which is shown in a list."""

    __dataclass_fields__: ClassVar[dict[str, Any]]

    @property
    def user(self) -> UserId:
        """About whom it is."""
        ...

    @property
    def name(self) -> str:
        """How they were called when they were last seen in the place of the list."""
        ...


Row = TypeVar("Row", bound=Listed)

_ASKED: Final = 30
"""For how many people of a list it is asked at most."""


@dataclass(frozen=True, slots=True)
class Present(Generic[Row]):
    """The rows of a list about those who are not known to have left its server."""

    rows: list[Row]
    gone: frozenset[UserId]
    """Of whom it is known."""


class LookUp(Protocol):
    """The chat service, asked about people."""

    async def member(self, guild: GuildId, user: UserId, channel: ChannelId | None = None) -> Found:
        """What is known of this user in this server, and of this channel of it for them."""
        ...

    async def exists(self, user: UserId) -> bool:
        """Whether there is such a user anywhere; also where it cannot be found out."""
        ...


class Directory:
    """Asks the chat service where there is one; without one nothing is known."""

    def __init__(self, look_up: LookUp | None = None) -> None:
        self._look_up = look_up

    async def members(
        self, guild: GuildId | None, users: Iterable[UserId], channel: ChannelId | None = None
    ) -> Mapping[UserId, Found]:
        """What is known of each of these users in this server, asked at once; of a former player that they are gone.

        Where a channel of it is named, also whether they may see that.
        """
        asked = tuple(dict.fromkeys(users))
        found = await asyncio.gather(*(self._member(guild, user, channel) for user in asked))
        return dict(zip(asked, found, strict=True))

    async def present(
        self,
        guild: GuildId | None,
        rows: Sequence[Row],
        listed: int,
        *,
        known: Mapping[UserId, str] = MappingProxyType({}),
    ) -> Present[Row]:
        """A list of a server as it is shown, of which the first so many rows are read: who is there, under which name.

        Who is `known` to be there with a name is not asked for. A row keeps its name where nothing can be found out.
        """
        found: dict[UserId, Found] = {user: Member(name) for user, name in known.items() if name}
        here = list(rows)
        for _ in range(_ASKED):
            unknown = [one.user for one in here[:listed] if one.user not in found]
            if not unknown or len(found) >= _ASKED:
                break
            found |= await self.members(guild, unknown)
            here = [one for one in here if not isinstance(found.get(one.user), Absence)]
        gone = frozenset(user for user, what in found.items() if isinstance(what, Absence))
        return Present([_under(one, found.get(one.user)) for one in here], gone)

    async def _member(self, guild: GuildId | None, user: UserId, channel: ChannelId | None) -> Found:
        if guild is None or self._look_up is None:
            return None
        return Absence.NOBODY if user < 0 else await self._look_up.member(guild, user, channel)

    async def exists(self, user: UserId) -> bool:
        """Whether there is such a user; also where it cannot be found out."""
        return self._look_up is None or await self._look_up.exists(user)


def _under(row: Row, found: Found) -> Row:
    """The row under the name that its person has now."""
    return replace(row, name=found.name) if isinstance(found, Member) else row
