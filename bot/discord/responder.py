"""Answers to interactions: acknowledged at once, filled in when they are ready, in words whatever happens."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Final

import discord

from bot.discord.acknowledgement import another_answers
from bot.discord.answers import Answers, LeftOver, answered_elsewhere, is_board, put_off, tell_beside, updates
from bot.discord.command_draft import command_draft
from bot.discord.components import Interaction, game_pressed
from bot.discord.failures import CONNECTION_ERRORS
from bot.discord.follow_up import send_panel
from bot.discord.following import follow
from bot.discord.late_answers import OwedAnswer, OwedAnswers, give
from bot.discord.message_boards import MessageBoards
from bot.discord.permissions import (
    MissingPermissionNotices,
    channel_of,
    guild_of,
    invite_link,
    is_member,
    is_of_others,
    named_channel,
    operates,
)
from bot.discord.retrying import ERRORS
from bot.interactions.request import Request
from bot.process import metrics
from bot.process.circuit_breaker import OPEN_FOR
from bot.process.guard import HOLD_S
from bot.process.logging import bound
from bot.process.phase import Phase
from bot.screens.mentions import mentioning
from bot.screens.model import Screen
from bot.screens.refusals import refusal_text
from bot.screens.which_game import which_game
from bot.services.context import Services
from bot.services.loaded import Location
from bot.services.writes import Writes, recording
from bot.tables.errors import Refused
from bot.texts import clean_name, known, language_of, texts
from data.ids import ChannelId, GuildId, UserId
from data.store import DatabaseUnusable, OutcomeUnknown, PlayerRow, ServerRow, StoreError
from game.illegal import Illegal

log = logging.getLogger(__name__)

MakeScreen = Callable[[Request], Awaitable[Screen]]
"""What makes the answer to a request; may raise `Refused`, `Illegal` or anything else."""
MakeLater = Callable[[], Awaitable[Sequence[Screen]]]

_NOT_TAKEN: Final = (400, 413)
"""What Discord says to an answer that it does not take, while it would take another."""


def request_of(interaction: Interaction) -> Request:
    """Who pressed or typed and where, in the language of their client, with the default preferences."""
    user, member = UserId(interaction.user.id), is_member(interaction)
    guild = guild_of(interaction)
    language = language_of(interaction.locale.value)
    return Request(
        user,
        _name(interaction, is_member=member),
        Location(guild, ChannelId(interaction.channel_id or 0), is_of_others(interaction)),
        texts(language),
        PlayerRow(user),
        None if guild is None else ServerRow(guild),
        channel_of(interaction),
        _shown_for(interaction),
        guild is not None and interaction.permissions.manage_guild,
        operates(interaction),
        None if member else invite_link(interaction.application_id, interaction.guild_id),
        lambda channel: named_channel(interaction, channel),
        _roles(interaction),
        language,
    )


def _name(interaction: Interaction, *, is_member: bool) -> str:
    """How this person is called here; where the bot is no member as everywhere: other servers learn no nickname."""
    user = interaction.user
    return clean_name(user.display_name if is_member else user.global_name or user.name)


def _roles(interaction: Interaction) -> frozenset[int]:
    member = interaction.user
    return frozenset(role.id for role in member.roles) if isinstance(member, discord.Member) else frozenset()


def _shown_for(interaction: Interaction) -> timedelta:
    """How long the message that was pressed had been as it was, by Discord's clock."""
    message = interaction.message
    return timedelta() if message is None else interaction.created_at - (message.edited_at or message.created_at)


class Responder:
    """Answers interactions, each to its person alone."""

    def __init__(self, services: Services, boards: MessageBoards) -> None:
        self._services = services
        self._boards = boards
        self._missing = MissingPermissionNotices()
        self._owed = OwedAnswers(services)
        self._answers = Answers(services)

    @property
    def suggests(self) -> bool:
        """Whether suggestions are made here: of two processes that hear what is typed one makes them."""
        return self._services.guard.phase in (Phase.TAKING_OVER, Phase.ACTING, Phase.ENDING)

    def with_missing_permissions(self, interaction: Interaction, make: MakeScreen) -> MakeScreen:
        """The answer with a sentence about what the bot lacks in the channel, once for each person there."""

        async def made(request: Request) -> Screen:
            screen = await make(request)
            missing = self._missing.words(interaction, request.texts)
            return replace(screen, text=f"{screen.text}\n{missing}") if missing else screen

        return made

    async def reply(self, interaction: Interaction, make: MakeScreen, *, public: bool = False) -> None:
        """Acknowledge, make the screen, show it; to everybody in the channel where it is `public`.

        The store is asked nothing before the acknowledgement, so that a person gets an answer where it is away.
        A press on an ephemeral message changes that message; every other gets a new ephemeral one. Where Discord does
        not take the acknowledgement (too late, or answered elsewhere), nothing is made and so nothing changes. While
        the process ends or the circuit breaker is open, one sentence is the answer, and the message stays as it is.
        """
        guard = self._services.guard
        if guard.hands_over:
            if guard.phase is Phase.YIELDING:
                await self._leave(interaction)
            return
        certain = guard.is_certain
        another_answers.set(lambda: not certain or guard.hands_over)
        with guard.answering(), bound(interaction=interaction.id):
            if not await guard.may_acknowledge():
                log.log(logging.DEBUG if guard.stands_by else logging.WARNING, "left to the process that acts now")
            elif guard.phase is Phase.ENDING:
                await put_off(interaction, "error.restarting")
            elif guard.circuit.is_open(self._services.clock()):
                await put_off(interaction, "error.resting")
            else:
                await self._reply(interaction, make, public=public)

    async def _leave(self, interaction: Interaction) -> None:
        """Leave a press to the process that takes over; if that answers it not in time, a sentence is the answer."""
        with self._services.guard.leaving_to_another(), bound(interaction=interaction.id):
            await asyncio.sleep(HOLD_S)
            await put_off(interaction, "error.restarting")

    async def _reply(self, interaction: Interaction, make: MakeScreen, *, public: bool) -> None:
        self._answers.begin(interaction)
        keeping = None if updates(interaction) or is_board(interaction) else self._owed.keep(interaction)
        try:
            await self._acknowledge_and_answer(interaction, make, public=public)
        except LeftOver:
            log.info("an answer is left to the next process")
            keeping = None
        except asyncio.CancelledError:
            keeping = None
            raise
        finally:
            if keeping is not None:
                await self._owed.drop(interaction, keeping)

    async def _acknowledge_and_answer(self, interaction: Interaction, make: MakeScreen, *, public: bool) -> None:
        loop = asyncio.get_running_loop()
        began_s = loop.time()
        metrics.PRESSES.inc()
        try:
            thinks = not (updates(interaction) or is_board(interaction))
            await interaction.response.defer(ephemeral=not public, thinking=thinks)
        except (discord.HTTPException, discord.InteractionResponded, *CONNECTION_ERRORS) as error:
            level = logging.DEBUG if answered_elsewhere(error) else logging.WARNING
            log.log(level, "not acknowledged", extra={"reason": error})
            return
        metrics.ACKNOWLEDGED.observe(loop.time() - began_s)
        pressed = game_pressed(interaction) if is_board(interaction) else None
        if pressed is not None:
            self._boards.pressed(interaction, pressed)
        with recording() as writes:
            request, screen = await self._made(interaction, make, writes)
        if screen.posted is not None and not await self._answers.post(interaction, screen.posted):
            screen = Screen(request.texts("profile.not-posted"))
        answered = await self._answered(interaction, request, screen, writes)
        metrics.ANSWERED.observe(loop.time() - began_s)
        if answered and screen.panel_below is not None:
            await send_panel(self._services, interaction, request, screen.panel_below)
        if answered and screen.board_below is not None:
            await self._boards.post(interaction, screen.board_below)
        if pressed is not None:
            await self._boards.show(pressed, again=screen.is_on_board)
        if not answered and writes.anything:
            words = request.texts("error.move-made" if writes.move else "error.made")
            await tell_beside(interaction, mentioning(words, self._services.registered.commands))
        if screen.later is not None:
            screens = await self._made_later(interaction, request, screen.later, writes)
            await follow(self._services, interaction, screens)

    async def _made_later(
        self, interaction: Interaction, request: Request, make: MakeLater, writes: Writes
    ) -> Sequence[Screen]:
        """What was to come later, or in words why it does not."""
        try:
            return await make()
        except Refused as error:
            return [Screen(refusal_text(error, request.texts))]
        except Exception as error:  # noqa: BLE001 - whatever it is, the person is told
            return [Screen(self._failed(interaction, request, error, writes))]

    async def _answered(self, interaction: Interaction, request: Request, screen: Screen, writes: Writes) -> bool:
        """Show the screen, or in words why it cannot be shown; whether the person sees one of them."""
        try:
            try:
                await self._answers.show(interaction, screen)
            except discord.HTTPException as error:
                if error.status not in _NOT_TAKEN:
                    raise
                await self._answers.show(interaction, Screen(self._failed(interaction, request, error, writes)))
        except ERRORS as error:
            log.warning("not answered", extra={"reason": error})
            return False
        return True

    def _failed(self, interaction: Interaction, request: Request, error: Exception, writes: Writes) -> str:
        """What the person reads where an answer failed: that it is done if it is, else to try it again."""
        reference = self.report(interaction, error)
        if writes.move:
            return request.texts("error.move-made")
        if writes.anything:
            return request.texts("error.made")
        if isinstance(error, OutcomeUnknown):
            return request.texts("error.outcome", reference=reference)
        key = "error.store" if isinstance(error, StoreError) else "error.unexpected"
        return request.texts(key, reference=reference)

    async def _made(self, interaction: Interaction, make: MakeScreen, writes: Writes) -> tuple[Request, Screen]:
        """The request with the preferences of its person, and the screen that answers it, whatever happens."""
        request = request_of(interaction)
        try:
            if not await self._services.guard.acts_soon():
                log.warning("acknowledged, but left to the process that acts now")
                return request, Screen(request.texts("error.restarting"))
            request = await self._with_preferences(request)
            return request, replace(await make(request), theme=request.theme)
        except (Refused, Illegal) as error:
            if isinstance(error, Refused) and error.code == "which-game":
                return request, which_game(error, command_draft(interaction), request.texts)
            words = refusal_text(error, request.texts)
        except Exception as error:  # noqa: BLE001 - whatever it is, the person gets an answer
            words = self._failed(interaction, request, error, writes)
        return request, Screen(words)

    async def answer_late(self, client: discord.Client, kept: Sequence[str]) -> None:
        """Give the answers that a former process owed; `kept` is what it kept of them."""

        async def request_of_owed(owed: OwedAnswer) -> Request:
            guild = None if owed.guild is None else GuildId(owed.guild)
            user = UserId(owed.user)
            request = Request(
                user,
                "",
                Location(guild, ChannelId(owed.channel), owed.is_of_others),
                texts(language_of(owed.locale)),
                PlayerRow(user),
                None if guild is None else ServerRow(guild),
            )
            return await self._with_preferences(request)

        await give(self._services, client, kept, request_of_owed)

    async def _with_preferences(self, request: Request) -> Request:
        """The request in the language that its person has set, else that of their client."""
        kept = await self._services.store.preferences((request.user,), request.location.guild)
        player = kept.players[request.user]
        language = known(player.language, request.texts.language)
        return replace(request, texts=texts(language), preferences=player, server=kept.server)

    def report(self, interaction: Interaction, error: Exception) -> str:
        """Log an unexpected error and give its reference; after those of many people the circuit breaker opens."""
        reference = secrets.token_hex(3)
        metrics.ERRORS.labels("store" if isinstance(error, StoreError) else "unexpected").inc()
        fields: dict[str, object] = {"reference": reference, "interaction": interaction.id}
        if isinstance(error, DatabaseUnusable):  # it says all in its words, and every press meets it while it lasts
            log.error("an answer failed: %s", error, extra=fields)
        else:
            log.error("an answer failed", extra=fields, exc_info=error)
        # A store that cannot be reached changes nothing by itself, and has words of its own.
        user, now = UserId(interaction.user.id), self._services.clock()
        if not isinstance(error, StoreError) and self._services.guard.circuit.count_error(user, now):
            log.error("too many people met errors: the bot rests", extra={"rest_s": int(OPEN_FOR.total_seconds())})
        return reference
