"""Puts screens before the person of an interaction, as often as the table of retries says while Discord takes them."""

from __future__ import annotations

import asyncio
import logging
from collections import OrderedDict, deque
from typing import Final

import discord
from discord.utils import MISSING

from bot.discord.attachments import NO_MENTIONS, files
from bot.discord.components import Interaction, view_of
from bot.discord.failures import ACKNOWLEDGED, CONNECTION_ERRORS
from bot.discord.late_answers import VALID
from bot.discord.permissions import is_of_others
from bot.discord.retrying import ERRORS, retried
from bot.process.retries import Purpose
from bot.screens.emoji import LENGTH
from bot.screens.model import Screen
from bot.screens.registered import with_registered
from bot.services.context import Services
from bot.texts import language_of, texts

log = logging.getLogger(__name__)

_KEPT: Final = 1000
"""Of how many messages it is known what was answered in them, and whether their button has posted something."""
_MARGIN_S: Final = 10
"""So long before its token ends an answer is not tried any more."""


class LeftOver(Exception):  # noqa: N818 - named as what happened
    """This process ends before Discord has taken an answer: the next one gives it, where it is kept."""


class Answers:
    """Shows and posts screens for interactions that are acknowledged."""

    def __init__(self, services: Services) -> None:
        self._services = services
        self._newest: OrderedDict[int, int] = OrderedDict()
        """By ephemeral message: the latest interaction on it."""
        self._posted: deque[int] = deque(maxlen=_KEPT)
        """The messages whose buttons have posted something, the latest ones."""

    def begin(self, interaction: Interaction) -> None:
        """An interaction came: what is still tried of an earlier one in the same message is out of date."""
        if interaction.message is not None and updates(interaction):
            self._newest[interaction.message.id] = interaction.id
            self._newest.move_to_end(interaction.message.id)
            while len(self._newest) > _KEPT:
                self._newest.popitem(last=False)

    async def show(self, interaction: Interaction, screen: Screen) -> None:
        """Let the answer to an interaction be this screen.

        Raises:
            LeftOver: this process ends before Discord has taken it.
            discord.DiscordException, aiohttp.ClientError, OSError: Discord does not take it.
        """

        async def show() -> None:
            message = interaction.message
            newest = None if message is None else self._newest.get(message.id)
            if newest in (None, interaction.id):
                await self._edit(interaction, screen)

        async def wait(seconds: float) -> None:
            if not await self._services.guard.acts_for(seconds):
                raise LeftOver

        until_s = asyncio.get_running_loop().time() + VALID.total_seconds() - _MARGIN_S
        await retried(Purpose.ANSWER, "an answer", show, until_s=until_s, wait=wait)

    async def _edit(self, interaction: Interaction, screen: Screen) -> None:
        if is_board(interaction):
            await self._send_beside(interaction, screen)
            return
        keep = screen.keeps_picture and updates(interaction)
        screen = with_registered(screen, self._services.registered)
        await interaction.edit_original_response(
            content=screen.text[:LENGTH],
            attachments=MISSING if keep else await files(self._services, screen, interaction.id),
            view=view_of(screen),
            allowed_mentions=NO_MENTIONS,
        )

    async def _send_beside(self, interaction: Interaction, screen: Screen) -> None:
        """Show a screen to the person alone, below the board on which they pressed."""
        if screen.is_on_board:
            return
        screen = with_registered(screen, self._services.registered)
        await interaction.followup.send(
            screen.text[:LENGTH],
            files=await files(self._services, screen, interaction.id),
            view=view_of(screen) or MISSING,
            ephemeral=True,
            allowed_mentions=NO_MENTIONS,
        )

    async def post(self, interaction: Interaction, screen: Screen) -> bool:
        """Show a screen to all in the channel, in a message of its own; whether it is there.

        Once for each message with a button for it, however often that is pressed at one moment. Not for a press on a
        public message, which no button of ours makes: to Discord the first message after it is the private answer.
        """
        pressed = interaction.message
        if pressed is None or not updates(interaction):
            return False
        if pressed.id in self._posted:
            return True
        self._posted.append(pressed.id)
        try:
            await interaction.followup.send(
                screen.text[:LENGTH],
                files=await files(self._services, screen, interaction.id),
                allowed_mentions=NO_MENTIONS,
            )
        except ERRORS as error:
            log.warning("not posted", extra={"reason": error})
            if pressed.id in self._posted:
                self._posted.remove(pressed.id)
            return False
        return True


async def tell_beside(interaction: Interaction, words: str) -> None:
    """Say in a message of its own what the answer cannot: ephemerally, else directly."""
    try:
        await interaction.followup.send(words, ephemeral=True, allowed_mentions=NO_MENTIONS)
    except ERRORS as error:
        log.warning("nothing could be said beside the answer", extra={"reason": error})
        try:
            await interaction.user.send(words, allowed_mentions=NO_MENTIONS)
        except ERRORS as closed:
            log.warning("nothing could be said directly", extra={"reason": closed})


async def put_off(interaction: Interaction, key: str) -> None:
    """Answer in one sentence, without an acknowledgement before."""
    try:
        words = texts(language_of(interaction.locale.value))(key)
        await interaction.response.send_message(words, ephemeral=True, allowed_mentions=NO_MENTIONS)
    except (discord.HTTPException, discord.InteractionResponded, *CONNECTION_ERRORS) as error:
        level = logging.DEBUG if answered_elsewhere(error) else logging.WARNING
        log.log(level, "not answered in a sentence", extra={"reason": error})


def updates(interaction: Interaction) -> bool:
    """Whether the answer takes the place of the message on which somebody pressed."""
    message = interaction.message
    return message is not None and message.flags.ephemeral


def is_board(interaction: Interaction) -> bool:
    """Whether it is a press on what all see in a message of others: the answer does not take its place."""
    return interaction.message is not None and not updates(interaction) and is_of_others(interaction)


def answered_elsewhere(error: Exception) -> bool:
    """Whether another process, which hears the same servers for a moment, has acknowledged an interaction."""
    return isinstance(error, discord.HTTPException) and error.code == ACKNOWLEDGED
