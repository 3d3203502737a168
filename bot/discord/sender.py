"""How a message is sent once: Discord is told its mark, and where it may stand already the channel is read."""

from __future__ import annotations

import logging
import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Final

import discord
from discord.utils import MISSING

from bot.discord import failures
from bot.discord.components import view_of
from bot.discord.responder import files
from bot.screens.emoji import LENGTH, with_emoji
from bot.screens.model import Screen, Select
from bot.services.context import Services
from data.store import BoardMessage

log = logging.getLogger(__name__)

SKEW: Final = timedelta(minutes=1)
"""By how much our clock and Discord's may differ."""
LOOK_BACK: Final = 50
"""Among how many of the last messages of a channel to look for one whose sending ended nobody knows how."""


@dataclass(frozen=True, slots=True)
class DeliveryKey:
    """What Discord knows a message by, so that it takes one that is sent twice in a short time only once.

    `since`: it may stand there already from this moment on, sent by an attempt of which nobody knows how it ended.
    """

    nonce: str
    since: datetime | None = None

    def beside(self, letter: str) -> DeliveryKey:
        """The mark of another message that the same note leads to."""
        return replace(self, nonce=f"{self.nonce}{letter}")


class Sender:
    """Sends screens as messages."""

    def __init__(self, services: Services, client: discord.Client) -> None:
        self._services = services
        self._client = client

    async def send(self, where: discord.abc.Messageable, screen: Screen, mark: DeliveryKey) -> BoardMessage:
        """Send a screen, unless it stands there already; the message.

        Raises:
            discord.HTTPException: Discord did not take it.
        """
        screen = with_emoji(screen, self._services.emojis)
        stands = await self._standing(where, screen, mark.since) if mark.since else None
        if stands is not None:
            return BoardMessage(stands.channel.id, stands.id, self._services.clock())
        message = await where.send(
            screen.text[:LENGTH],
            files=await files(self._services, screen, mark.nonce),
            nonce=mark.nonce,
            allowed_mentions=mentioned(screen),
            view=view_of(screen) or MISSING,
        )
        return BoardMessage(message.channel.id, message.id, self._services.clock())

    async def _standing(
        self, where: discord.abc.Messageable, screen: Screen, since: datetime
    ) -> discord.Message | None:
        """This very message, if it stands there already since then; `None` also where we may not look."""
        try:
            async for message in where.history(limit=LOOK_BACK):
                if message.created_at < since - SKEW:
                    break
                same = _timeless(message.content) == _timeless(screen.text[:LENGTH])
                if (
                    same
                    and ids_in(message) == _ids_of(screen)
                    and self._client.user is not None
                    and message.author.id == self._client.user.id
                ):
                    return message
        except discord.HTTPException as error:
            if failures.is_passing(error):
                raise
            log.info("where a message may stand already nobody may look: %s", error)
        return None


def _timeless(text: str) -> str:
    """A text as Discord keeps it, without its moments: a deadline may have been moved since it was sent."""
    return re.sub(r"<t:\d+", "<t:", text).strip()


def ids_in(message: discord.Message) -> list[str | None]:
    """The custom ids of the controls of a message."""
    rows = (getattr(row, "children", ()) for row in message.components)
    return [getattr(child, "custom_id", None) for row in rows for child in row]


def _ids_of(screen: Screen) -> list[str | None]:
    """The custom ids that the controls of a screen get."""
    rows = ((row,) if isinstance(row, Select) else row for row in screen.rows)
    return [control.press.custom_id for row in rows for control in row]


def mentioned(screen: Screen) -> discord.AllowedMentions:
    """Notify whom the screen means, and nobody else."""
    return discord.AllowedMentions(
        everyone=False,
        roles=False,
        replied_user=False,
        users=[discord.Object(user) for user in screen.mentions if user > 0],
    )
