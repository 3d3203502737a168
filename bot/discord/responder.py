"""Answers to interactions: acknowledged at once, filled in when they are ready, in words whatever happens."""

from __future__ import annotations

import logging
import secrets
from collections.abc import Awaitable, Callable
from contextlib import suppress
from dataclasses import replace
from io import BytesIO
from typing import Final

import aiohttp
import discord

from bot.discord.components import Interaction, view_of
from bot.process.guard import REST
from bot.screens.emoji import LENGTH, with_emoji
from bot.screens.model import Screen
from bot.screens.refusals import refusal_text
from bot.services.context import Person, Services
from bot.services.tables import Location
from bot.tables.errors import Refused
from bot.texts import clean_name, known, language_of, texts
from data.store import StoreError
from game.illegal import Illegal

log = logging.getLogger(__name__)

NO_MENTIONS = discord.AllowedMentions.none()
_NOT_TAKEN: Final = (400, 413)
"""What Discord says to an answer that it does not take, while it would take another."""


def who(interaction: Interaction) -> Person:
    """Whoever pressed or typed, with the language of their client."""
    user = interaction.user
    return Person(
        user.id,
        clean_name(user.display_name),
        texts(language_of(interaction.locale.value)),
        Location(interaction.guild_id, interaction.channel_id or 0),
    )


async def reply(services: Services, interaction: Interaction, make: Callable[[Person], Awaitable[Screen]]) -> None:
    """Acknowledge, make the screen, show it to this person alone.

    A press on an ephemeral message changes that message; every other gets a new ephemeral one. Where Discord does not
    take the acknowledgement (too late, or answered elsewhere), nothing is made and so nothing changes. While the bot
    ends or rests, one sentence is the answer, and a message that was pressed on stays for another try.
    """
    with services.guard.answering():
        if not await services.guard.acts():
            log.warning("interaction=%s is left to the process that acts now", interaction.id)
        elif services.guard.ending:
            await _put_off(interaction, "error.restarting")
        elif services.guard.rests(services.clock()):
            await _put_off(interaction, "error.resting")
        else:
            await _reply(services, interaction, make)


async def _put_off(interaction: Interaction, key: str) -> None:
    try:
        await interaction.response.send_message(
            who(interaction).texts(key), ephemeral=True, allowed_mentions=NO_MENTIONS
        )
    except (discord.HTTPException, discord.InteractionResponded) as error:
        log.warning("interaction=%s could not be put off: %s", interaction.id, error)


async def _reply(services: Services, interaction: Interaction, make: Callable[[Person], Awaitable[Screen]]) -> None:
    message = interaction.message
    update = message is not None and message.flags.ephemeral
    try:
        await interaction.response.defer(ephemeral=True, thinking=not update)
    except (discord.HTTPException, discord.InteractionResponded, aiohttp.ClientError, OSError) as error:
        log.warning("interaction=%s was not acknowledged: %s", interaction.id, error)
        return
    person = await _person(services, interaction)
    screen = replace(await _made(services, make, person, interaction.id), theme=person.theme)
    try:
        try:
            await _show(services, interaction, screen)
        except discord.HTTPException as error:
            if error.status not in _NOT_TAKEN:
                raise
            words = person.texts("error.unexpected", reference=reported(services, interaction.id, error))
            await _show(services, interaction, Screen(words))
    except discord.HTTPException as error:
        log.warning("interaction=%s could not be answered: %s", interaction.id, error)
    except (aiohttp.ClientError, OSError, TimeoutError) as error:
        log.warning("interaction=%s is answered once more: %s", interaction.id, error)
        with suppress(discord.HTTPException, aiohttp.ClientError, OSError, TimeoutError):
            await _show(services, interaction, screen)


async def _person(services: Services, interaction: Interaction) -> Person:
    """Whoever pressed or typed, in the language that they have set, else that of their client."""
    person = who(interaction)
    try:
        player = await services.store.player(person.user)
        guild = person.location.guild
        theme = player.theme or (None if guild is None else (await services.store.server(guild)).theme)
    except StoreError:
        return person
    return replace(person, texts=texts(known(player.language, person.texts.language)), theme=theme)


async def _made(
    services: Services, make: Callable[[Person], Awaitable[Screen]], person: Person, interaction: int
) -> Screen:
    try:
        return await make(person)
    except (Refused, Illegal) as error:
        return Screen(refusal_text(error, person.texts))
    except StoreError as error:
        return Screen(person.texts("error.store", reference=reported(services, interaction, error)))
    except Exception as error:  # noqa: BLE001 - whatever it is, the person gets an answer
        return Screen(person.texts("error.unexpected", reference=reported(services, interaction, error)))


def reported(services: Services, interaction: int, error: Exception) -> str:
    """Log an unexpected error under a short reference and give that to the person; after many the bot rests."""
    reference = secrets.token_hex(3)
    log.error("reference=%s interaction=%s failed", reference, interaction, exc_info=error)
    # A store that cannot be reached changes nothing by itself, and has words of its own.
    if not isinstance(error, StoreError) and services.guard.failed(services.clock()):
        log.error("too many errors: the bot rests for %s s", int(REST.total_seconds()))
    return reference


async def _show(services: Services, interaction: Interaction, screen: Screen) -> None:
    screen = with_emoji(screen, services.emojis)
    await interaction.edit_original_response(
        content=screen.text[:LENGTH],
        attachments=await files(services, screen, interaction.id),
        view=view_of(screen),
        allowed_mentions=NO_MENTIONS,
    )


async def files(services: Services, screen: Screen, context: object) -> list[discord.File]:
    """The picture and the file of a screen; a picture that cannot be drawn is left out, the words stand."""
    found: list[discord.File] = []
    try:
        if screen.moving:
            name, content = "ingenious.gif", await services.pictures.animation(screen.moving, screen.theme)
        elif screen.picture is not None:
            name, content = "ingenious.png", await services.pictures.picture(screen.picture, screen.theme)
        else:
            name, content = "", b""
    except Exception:
        log.exception("picture for %s failed", context)
    else:
        if content:
            found.append(discord.File(BytesIO(content), name, description=screen.alt[:1024] or None))
    if screen.file is not None:
        name, content = screen.file
        found.append(discord.File(BytesIO(content), name))
    return found
