"""The Discord client: commands, buttons, the outbox, put onto one connection. Once-only things are in `setup_hook`."""

from __future__ import annotations

import asyncio
import logging
from typing import Any, Final

import discord
from discord import app_commands

from bot.app import App, Who
from bot.buttons import GameButton, GameSelect, Interaction, reaches_us
from bot.commands import ingenious
from bot.heart import beat, wake_up
from bot.ids import Press
from bot.post import Post
from bot.presses import answer
from bot.replies import reply, reported
from bot.screens.model import Screen
from bot.texts import texts

log = logging.getLogger(__name__)

PERMISSIONS: Final = discord.Permissions(
    view_channel=True, send_messages=True, send_messages_in_threads=True, attach_files=True
)
"""What the bot uses in a server, and what its invite link asks for."""


def invite_link(application: int) -> str:
    """The address with which somebody adds the bot to a server."""
    return discord.utils.oauth_url(application, permissions=PERMISSIONS, scopes=("bot", "applications.commands"))


class IngeniousClient(discord.Client):
    """The bot on Discord. It keeps nothing of a game; the store is opened and closed by whoever makes the client.

    With `invite` the log tells the link with which a server adds the bot.
    """

    def __init__(self, app: App, *, invite: bool = False) -> None:
        super().__init__(intents=discord.Intents(guilds=True), allowed_mentions=discord.AllowedMentions.none())
        self.app = app
        self.post = Post(app, self)
        self.tree = Tree(self)
        self._invite = invite
        self._pulse: asyncio.Task[None] | None = None
        app.tables.changed = self.post.wake

    async def setup_hook(self) -> None:
        """Register commands and buttons, and tell what a former process left untold."""
        GameButton.on_press = GameSelect.on_press = self.press
        self.add_dynamic_items(GameButton, GameSelect)
        self.tree.add_command(ingenious(self.app))
        await self.tree.set_translator(German())
        try:
            await self.tree.sync()
        except (discord.HTTPException, app_commands.CommandSyncFailure, app_commands.TranslationError):
            log.exception("the commands could not be registered; buttons and the commands registered before work on")
        if self._invite and self.application_id is not None:
            log.info("invite link: %s", invite_link(self.application_id))
        await wake_up(self.app)
        self._pulse = asyncio.create_task(beat(self.app), name="pulse")
        await self.post.wake_all()

    async def finish(self) -> None:
        """Stop what goes on by itself: the pulse, and the messages that are not being sent yet."""
        if self._pulse:
            self._pulse.cancel()
        await self.post.finish()

    async def press(self, interaction: Interaction, press: Press) -> None:
        """Answer a press on a button, or a choice in a select."""
        log.debug("interaction=%s game=%s version=%s verb=%s", interaction.id, press.game, press.version, press.verb)
        await reply(self.app, interaction, lambda person: answer(self.app, person, press))

    async def on_interaction(self, interaction: Interaction) -> None:
        """Answer the presses that nobody else does: ids of no release we know, messages without their buttons."""
        lost_press = interaction.type is discord.InteractionType.component and not reaches_us(interaction)
        if not lost_press and interaction.type is not discord.InteractionType.modal_submit:
            return

        async def words(person: Who) -> Screen:
            return Screen(person.texts("refused.out-of-date"))

        await reply(self.app, interaction, words)

    async def on_error(self, event_method: str, /, *args: Any, **kwargs: Any) -> None:  # noqa: ANN401, ARG002
        """Log what no handler caught."""
        log.exception("unexpected error in %s", event_method)


class Tree(app_commands.CommandTree[IngeniousClient]):
    """The slash commands, in servers and in direct messages."""

    def __init__(self, client: IngeniousClient) -> None:
        self._app = client.app
        super().__init__(
            client,
            allowed_installs=app_commands.AppInstallationType(guild=True, user=False),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=False),
        )

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Answer in words what failed before or beside a command's own answer."""

        async def words(person: Who) -> Screen:
            if isinstance(error, app_commands.CommandNotFound | app_commands.CommandSignatureMismatch):
                return Screen(person.texts("refused.out-of-date"))
            if isinstance(error, app_commands.TransformerError):
                return Screen(person.texts("refused.unknown-choice", text=str(error.value)[:50].replace("`", "")))
            return Screen(person.texts("error.unexpected", reference=reported(interaction.id, error)))

        if interaction.type is discord.InteractionType.autocomplete:
            log.info("interaction=%s autocomplete failed: %s", interaction.id, error)
            return
        if not interaction.response.is_done():
            await reply(self._app, interaction, words)
        else:
            log.error("interaction=%s failed", interaction.id, exc_info=error)


class German(app_commands.Translator):
    """The German names and descriptions of commands, options and choices."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,  # noqa: ARG002
    ) -> str | None:
        """The German text of a string that carries a key; none for other languages."""
        key = string.extras.get("key")
        return texts("de").get(key) if locale is discord.Locale.german and isinstance(key, str) else None
