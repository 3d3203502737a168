"""Answers to presses on buttons and choices in selects, and to those that this release does not offer."""

from __future__ import annotations

import logging

import discord

from bot.discord.command_tree import out_of_date
from bot.discord.components import Interaction, log_strange, press_of
from bot.discord.failures import CONNECTION_ERRORS
from bot.discord.responder import Responder
from bot.discord.throttle import Throttle
from bot.interactions import router
from bot.interactions.request import Request
from bot.process.logging import bound
from bot.screens.custom_ids import log_fields
from bot.screens.model import Screen
from bot.screens.press import Press, game_of
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

    async def answer(self, interaction: Interaction) -> None:
        """Answer a press on a button, or a choice in a select, also one that this release does not offer."""
        press = press_of(interaction)
        if press is None:
            await self.answer_unknown(interaction, "no such control")
            return

        async def make(request: Request) -> Screen:
            return await router.handle(self._services, request, press)

        with bound(interaction=interaction.id, game=game_of(press)):
            log.debug("press", extra=log_fields(press))
            excess = self._excess(interaction, press)
            if excess:
                with self._services.guard.answering():
                    await _put_off(interaction, silently=excess > 1)
            else:
                await self._responder.reply(interaction, self._responder.with_missing_permissions(interaction, make))

    def _excess(self, interaction: Interaction, press: Press) -> int:
        """How many presses too many this one is."""
        if self._services.guard.stands_by:
            return 0
        return self._throttle.excess(UserId(interaction.user.id), press, self._services.clock())

    async def answer_unknown(self, interaction: Interaction, why: str) -> None:
        """Answer what this release does not offer."""
        log_strange(interaction, why)
        await self._responder.reply(interaction, out_of_date)


async def _put_off(interaction: Interaction, *, silently: bool) -> None:
    """Answer a press too many: the first in a sentence, those after it without one."""
    try:
        if silently:
            await interaction.response.defer()
        else:
            words = texts(language_of(interaction.locale.value))("refused.too-fast")
            await interaction.response.send_message(words, ephemeral=True)
    except (discord.HTTPException, discord.InteractionResponded, *CONNECTION_ERRORS) as error:
        log.info("a press too many was not answered", extra={"reason": error})
