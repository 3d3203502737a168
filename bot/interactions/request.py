"""Who asks for something, from where, and what they and their server have set."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from datetime import timedelta

from bot.services.loaded import PRIVATE, Location
from bot.tables.errors import Refused
from bot.texts import FALLBACK, Language, Texts
from data.ids import ChannelId, UserId
from data.store import PlayerRow, ServerRow


@dataclass(frozen=True, slots=True)
class Channel:
    """What Discord says of the channel of a request."""

    parent: ChannelId | None = None
    """The channel or category to which it belongs, if to any."""
    is_readable: bool = True
    """Whether it is one in which messages can be read and written at all."""
    missing: tuple[str, ...] = ()
    """The permissions that the bot needs to play there and has not."""
    missing_for_threads: tuple[str, ...] = ()
    """The same to open a thread there and play in it."""
    is_thread: bool = False
    slow_mode_s: int = 0
    """How many seconds people have to wait there between two messages."""


@dataclass(frozen=True, slots=True)
class Request:
    """A press or a command, without Discord. The table it is about comes beside it, where there is one."""

    user: UserId
    name: str
    location: Location
    texts: Texts
    """The sentences in the language that this person reads."""
    preferences: PlayerRow
    server: ServerRow | None
    """The settings of the server; `None` in a direct message."""
    channel: Channel = Channel()
    shown_for: timedelta = timedelta()
    """How long the message of a press had been as it was; nothing for a command."""
    manages: bool = False
    """Whether this person may manage the server."""
    operates: bool = False
    """Whether this person is the operator: the application is theirs, or their team's."""
    invite: str | None = None
    """The address that adds the bot to the server, or to any; `None` where it is a member, and in its direct messages.

    Where there is one, the bot can post nothing here: what it answers is for this person alone.
    """
    named_channel: Callable[[ChannelId], Channel | None] = field(default=lambda _: None, compare=False)
    """A channel of the server; `None` for one that the bot cannot see."""
    roles: frozenset[int] = frozenset()
    """The roles of this person in the server."""
    client_language: Language = FALLBACK
    """The language of their client, which they read where they have set none."""

    def check_membership(self) -> None:
        """Refuse what needs the bot as a member here: it could post nothing otherwise.

        Raises:
            Refused: `not-in-server`, `not-in-message`.
        """
        if self.invite is not None:
            raise Refused("not-in-message" if self.location.is_of_others else "not-in-server", link=self.invite)

    @property
    def location_alone(self) -> Location:
        """Where a game is played that is begun here by somebody who plays alone."""
        return self.location if self.invite is None else PRIVATE

    def check_served(self) -> None:
        """Refuse to open a game in a server that is not served any more.

        Raises:
            Refused: `unserved`.
        """
        if self.server is not None and not self.server.served:
            raise Refused("unserved")

    @property
    def theme(self) -> str | None:
        """The look of pictures for this person; `None` is the default."""
        return self.preferences.theme or (self.server.theme if self.server else None)
