"""Answers that a process owed when it died: its successor gives them while Discord still allows it.

A user who types a command, or presses a button of a public message, reads "thinking …" until the answer is there. Until
then the store keeps the token with which it can be given, which is good for 15 minutes and for nothing else. A step in
an ephemeral message needs none: the message stays as it was, and a second press shows what the first one did.
"""

from __future__ import annotations

import asyncio
import json
import logging
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import asdict, dataclass
from datetime import datetime, timedelta
from typing import Final, cast

import discord

from bot.discord.attachments import NO_MENTIONS, files
from bot.discord.command_draft import command_draft
from bot.discord.components import Interaction, view_of
from bot.discord.permissions import guild_of, is_of_others
from bot.discord.retrying import ERRORS, retried
from bot.interactions import late_answers
from bot.interactions.request import Request
from bot.process.retries import Purpose
from bot.screens.emoji import LENGTH
from bot.screens.registered import with_registered
from bot.services.context import Services
from data.store import OutcomeUnknown, StoreError

log = logging.getLogger(__name__)

VALID: Final = timedelta(minutes=15)
"""How long Discord takes the token of an interaction."""

RequestOf = Callable[["OwedAnswer"], Awaitable[Request]]


@dataclass(frozen=True, slots=True)
class OwedAnswer:
    """An answer that is being made; all that another process needs to give it."""

    interaction: int
    application: int
    token: str
    user: int
    guild: int | None
    channel: int
    locale: str
    until: float
    """Seconds since 1970."""
    asked: str
    """The custom id that was pressed, or the command with its placement."""
    is_of_others: bool = False
    """Whether it was asked for in a direct or group message of which the bot is no part."""


def _owed(interaction: Interaction, now: datetime) -> OwedAnswer:
    custom_id = str((interaction.data or {}).get("custom_id", ""))
    return OwedAnswer(
        interaction.id,
        interaction.application_id,
        interaction.token,
        interaction.user.id,
        guild_of(interaction),
        interaction.channel_id or 0,
        interaction.locale.value,
        (now + VALID).timestamp(),
        custom_id or command_draft(interaction),
        is_of_others(interaction),
    )


class OwedAnswers:
    """Keeps the answers that this process owes."""

    def __init__(self, services: Services) -> None:
        self._services = services

    def keep(self, interaction: Interaction) -> asyncio.Task[bool]:
        """Keep one, beside its acknowledgement; give what comes back to `drop` when it is answered."""
        owed = _owed(interaction, self._services.clock())
        return asyncio.create_task(self._keep(owed), name="owed-answer")

    async def _keep(self, owed: OwedAnswer) -> bool:
        """Whether it is kept, or may be."""
        try:
            await self._services.store.keep_answer(
                owed.interaction, json.dumps(asdict(owed)), self._services.guard.shards
            )
        except StoreError as error:
            # The answer itself is about to say so.
            log.debug("an answer would be lost with this process", extra={"reason": error})
            return isinstance(error, OutcomeUnknown)
        return True

    async def drop(self, interaction: Interaction, keeping: asyncio.Task[bool]) -> None:
        """It is answered, or not to be."""
        try:
            if not await keeping:
                return
            await self._services.store.drop_answers([interaction.id], self._services.guard.shards)
        except StoreError as error:
            log.warning("an answer may be given twice", extra={"reason": error})


async def give(
    services: Services,
    client: discord.Client,
    kept: Sequence[str],
    request_of: RequestOf,
) -> None:
    """Give the answers that a former process owed, and forget them."""

    async def give_one(body: str) -> None:
        try:
            owed = OwedAnswer(**json.loads(body))
            if owed.until > services.clock().timestamp():
                await _give(services, client, owed, await request_of(owed))
            await services.store.drop_answers([owed.interaction], services.guard.shards)
        except Exception:
            log.exception("an answer that was owed cannot be given")

    await asyncio.gather(*(give_one(body) for body in kept))


async def _give(services: Services, client: discord.Client, owed: OwedAnswer, request: Request) -> None:
    screen = with_registered(await late_answers.answer(services, request, owed.asked), services.registered)
    webhook = discord.Webhook.partial(owed.application, owed.token, client=client)

    async def show() -> None:
        await webhook.edit_message(
            cast("int", "@original"),
            content=screen.text[:LENGTH],
            attachments=await files(services, screen, owed.interaction),
            view=view_of(screen),
            allowed_mentions=NO_MENTIONS,
        )

    until_s = asyncio.get_running_loop().time() + owed.until - services.clock().timestamp()
    try:
        await retried(Purpose.ANSWER, "a late answer", show, until_s=until_s)
    except ERRORS as error:
        log.warning("not answered after a restart", extra={"interaction": owed.interaction, "reason": error})
    else:
        log.info("answered after a restart", extra={"interaction": owed.interaction})
