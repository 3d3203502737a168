"""What the dispatcher needs of a chat service: to deliver messages, and to know which servers are there."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Protocol

from bot.outbox.public import PublicScreen
from bot.outbox.renderer import Context, Delivery
from bot.process.retries import Failure
from bot.services.loaded import Loaded
from bot.tables.messages import BoardMessage, ThreadLeft
from data.ids import ChannelId, GuildId, MessageId
from data.store import SentBoard


class DeliveryFailed(Exception):  # noqa: N818 - named as what happened
    """A message was not delivered, or nobody knows whether it was."""

    def __init__(
        self, cause: Exception, failure: Failure, *, retry_after_s: float = 0, may_have_arrived: bool = False
    ) -> None:
        super().__init__(str(cause) or type(cause).__name__)
        self.failure = failure
        self.retry_after_s = retry_after_s
        """How long the service asks to wait at least."""
        self.may_have_arrived = may_have_arrived
        """Whether the message may be there although the request failed."""


class GuildUnavailable(Exception):  # noqa: N818 - named as what happened
    """The server of a game is not there: the bot was removed from it, or Discord has an outage in it."""

    def __init__(self, wait: timedelta) -> None:
        super().__init__("the server is not there")
        self.wait = wait
        """After how long to look again."""


@dataclass(frozen=True, slots=True)
class DeliveryKey:
    """What the service knows a message by, so that it takes one that is sent twice in a short time only once.

    `since`: it may be there already from this moment on, sent by an attempt that failed or was cut off. Then it is
    newer than the message `after`: an older one that says the same is of an earlier turn.
    """

    nonce: str
    since: datetime | None = None
    after: MessageId | None = None

    def beside(self, letter: str) -> DeliveryKey:
        """The key of another message that the same row of the outbox leads to."""
        return replace(self, nonce=f"{self.nonce}{letter}")


@dataclass(frozen=True, slots=True)
class Delivered:
    """A table after a delivery, which may have moved it to another channel."""

    loaded: Loaded
    board: SentBoard | None = None
    """The message that shows the table now; `None` where there was no channel for it."""


class Messenger(Protocol):
    """Delivers the messages of games and servers."""

    @property
    def is_ready(self) -> bool:
        """Whether it is known which servers are there."""
        ...

    def absence(self, guild: GuildId | None) -> timedelta | None:
        """How long to leave a server alone that is not there; `None` where it is."""
        ...

    async def show_table(self, message: BoardMessage, key: DeliveryKey, context: Context) -> Delivered:
        """Show a table in its channel.

        Raises:
            DeliveryFailed: see its `failure`.
            GuildUnavailable: the server is not there.
        """
        ...

    async def deliver(self, delivery: Delivery, key: DeliveryKey, context: Context) -> Delivered:
        """Send a message to the channel of a table, or to a person.

        Raises:
            DeliveryFailed: see its `failure`.
            GuildUnavailable: the server is not there.
        """
        ...

    async def post(self, guild: GuildId, channel: ChannelId, public: PublicScreen, key: DeliveryKey) -> SentBoard:
        """Send a message to a channel of a server.

        Raises:
            DeliveryFailed: see its `failure`.
            GuildUnavailable: the server is not there.
        """
        ...

    async def edit(self, guild: GuildId, channel: ChannelId, message: MessageId, public: PublicScreen) -> bool:
        """Let a message in a channel of a server show this; whether it is still there.

        Raises:
            DeliveryFailed: see its `failure`.
            GuildUnavailable: the server is not there.
        """
        ...

    async def show_names(self, context: Context) -> None:
        """Let the board of a table, and a thread of its own, name its people as they are called now.

        Raises:
            DeliveryFailed: some of it keeps the names that it had; see its `failure`.
        """
        ...

    async def leave_thread(self, message: ThreadLeft, context: Context) -> None:
        """Let a thread that a game has left name nobody.

        Raises:
            DeliveryFailed: some of it keeps the names that it had; see its `failure`.
        """
        ...
