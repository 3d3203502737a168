"""Answers to presses on buttons and choices in selects, and to those that this release does not offer."""

from __future__ import annotations

import logging

import discord

from bot.discord import permissions
from bot.discord.command_tree import out_of_date
from bot.discord.components import Interaction, log_strange, reaches_us
from bot.discord.responder import Responder
from bot.discord.throttle import THROTTLED, Throttle
from bot.interactions import router, server
from bot.interactions.request import Request
from bot.process.logging import bound
from bot.screens.model import Screen
from bot.screens.press import Press, Verb
from bot.services.context import Services
from bot.texts import language_of, texts
from data.ids import UserId

log = logging.getLogger(__name__)


class Presses:
    """Hands each press to the router, and slows down people who hammer on a button."""

    def __init__(self, services: Services, responder: Responder) -> None:
        self._services = services
        self._responder = responder
        self._throttle = Throttle()

    async def answer(self, interaction: Interaction, press: Press) -> None:
        """Answer a press on a button, or a choice in a select."""
        with bound(interaction=interaction.id, game=press.game or None):
            log.debug("press", extra={"version": press.version, "verb": press.verb.value})
            excess = self._excess(interaction, press)
            if excess:
                await _put_off(interaction, silently=excess > 1)
            else:
                await self._answer(interaction, press)

    def _excess(self, interaction: Interaction, press: Press) -> int:
        """How many presses too many this one is."""
        if press.verb not in THROTTLED or self._services.guard.stands_by:
            return 0
        return self._throttle.excess(UserId(interaction.user.id), press.custom_id, self._services.clock())

    async def _answer(self, interaction: Interaction, press: Press) -> None:
        async def make(request: Request) -> Screen:
            if press.verb == Verb.PLAY_BEGINNER:
                permissions.check(interaction, threads=request.server is not None and request.server.threads)
                server.check_channel(request, permissions.parent_of(interaction))
            return await router.handle(self._services, request, press)

        await self._responder.reply(interaction, self._responder.with_missing_permissions(interaction, make))

    async def answer_unknown(self, interaction: Interaction) -> None:
        """Answer a press that reaches no item (an unknown custom id, a message without its buttons), or a form."""
        lost_press = interaction.type is discord.InteractionType.component and not reaches_us(interaction)
        if not lost_press and interaction.type is not discord.InteractionType.modal_submit:
            return
        log_strange(interaction, "no such control" if lost_press else "no such form")
        await self._responder.reply(interaction, out_of_date)


async def _put_off(interaction: Interaction, *, silently: bool) -> None:
    """Answer a press too many: the first in a sentence, those after it without one."""
    try:
        if silently:
            await interaction.response.defer()
        else:
            words = texts(language_of(interaction.locale.value))("refused.too-fast")
            await interaction.response.send_message(words, ephemeral=True)
    except (discord.HTTPException, discord.InteractionResponded) as error:
        log.info("a press too many was not answered", extra={"reason": error})
