"""The tree of slash commands: it answers commands that Discord has in an older form than this release declares."""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Iterable, Mapping
from contextlib import suppress
from typing import Any, Final

import discord
from discord import app_commands

from bot.discord.components import Interaction, log_strange
from bot.discord.responder import Responder
from bot.discord.retrying import ERRORS
from bot.interactions.request import Request
from bot.screens.former_commands import where_now
from bot.screens.model import Screen

log = logging.getLogger(__name__)

Command = app_commands.Command[Any, ..., Any]


class _LateSuggestions(logging.Filter):
    """Lets suggestions that Discord did not take be a line: their person has typed on, or the process ends."""

    def filter(self, record: logging.LogRecord) -> bool:
        """All pass; those without their traceback and their alarm."""
        error = record.exc_info[1] if record.exc_info else None
        if isinstance(error, ERRORS):
            record.levelno, record.levelname = logging.INFO, logging.getLevelName(logging.INFO)
            record.msg, record.args, record.exc_info = "suggestions were not taken: %s", (error,), None
        return logging.getLogger(record.name).isEnabledFor(record.levelno)


_LATE: Final = _LateSuggestions()


class CommandTree(app_commands.CommandTree[discord.Client]):
    """The slash commands, in servers, in direct and in group messages, for servers and for people who install them."""

    def __init__(self, client: discord.Client, responder: Responder) -> None:
        self._responder = responder
        logging.getLogger("discord.app_commands.tree").addFilter(_LATE)
        super().__init__(
            client,
            allowed_installs=app_commands.AppInstallationType(guild=True, user=True),
            allowed_contexts=app_commands.AppCommandContext(guild=True, dm_channel=True, private_channel=True),
        )

    async def interaction_check(self, interaction: Interaction, /) -> bool:
        """Answer what is not as the commands were declared, as after a change that Discord does not know of yet.

        discord.py would fail in the midst of it, and leave suggestions without an answer.
        """
        command = interaction.command
        if interaction.type is discord.InteractionType.autocomplete:
            if not self._responder.suggests:
                return False
            fits = isinstance(command, app_commands.Command) and _suggests(command, interaction)
            if not fits:
                log_strange(interaction, "no such suggestions")
                with suppress(*ERRORS):
                    await interaction.response.autocomplete([])
        else:
            fits = _aims(interaction) if isinstance(command, app_commands.ContextMenu) else _as_typed(interaction)
            if not fits:
                log_strange(interaction, "no such command")
                await self._responder.reply(interaction, _unknown(interaction))
        return fits

    async def on_error(self, interaction: Interaction, error: app_commands.AppCommandError, /) -> None:
        """Answer in words what failed beside a command's own answer."""

        async def words(request: Request) -> Screen:
            reference = self._responder.report(interaction, error)
            return Screen(request.texts("error.unexpected", reference=reference))

        if interaction.type is discord.InteractionType.autocomplete:
            log.info("suggestions failed", extra={"interaction": interaction.id, "reason": error})
            return
        if not interaction.response.is_done():
            await self._responder.reply(interaction, words)
        else:
            log.error("a command failed", extra={"interaction": interaction.id}, exc_info=error)


_VALUES: Final[Mapping[discord.AppCommandOptionType | None, tuple[type, ...]]] = {
    discord.AppCommandOptionType.string: (str,),
    discord.AppCommandOptionType.integer: (int,),
    discord.AppCommandOptionType.boolean: (bool,),
    discord.AppCommandOptionType.role: (discord.Role, discord.Object),
    discord.AppCommandOptionType.user: (discord.User, discord.Member, discord.Object),
}
"""What the value of an option is, by the type with which it was declared."""


def _aims(interaction: Interaction) -> bool:
    """Whether what was right-clicked came with the choice from its menu."""
    data: Mapping[str, Any] = interaction.data or {}
    target, resolved = str(data.get("target_id")), data.get("resolved") or {}
    return any(target in resolved.get(kind, {}) for kind in ("users", "messages"))


def _as_typed(interaction: Interaction) -> bool:
    """Whether a command has the options that it was declared with."""
    command = interaction.command
    if not isinstance(command, app_commands.Command):
        return False
    declared = {option.display_name: option.type for option in command.parameters}
    needed = {option.display_name for option in command.parameters if option.required}
    given = {name: value for name, value in interaction.namespace}  # noqa: C416 - dict() takes it for a mapping
    return needed <= given.keys() and all(
        type(value) in _VALUES.get(declared.get(name), ()) for name, value in given.items()
    )


def _suggests(command: Command, interaction: Interaction) -> bool:
    """Whether what is being typed is an option that makes suggestions."""
    data: Mapping[str, Any] = interaction.data or {}
    typed = _typed(data.get("options", ()))
    return any(option.autocomplete and option.display_name in typed for option in command.parameters)


def _typed(options: Iterable[Mapping[str, Any]]) -> set[str]:
    """The names of the options, at any depth, in which somebody is typing."""
    found: set[str] = {option["name"] for option in options if option.get("focused")}
    return found.union(*(_typed(option.get("options", ())) for option in options))


def _unknown(interaction: Interaction) -> Callable[[Request], Awaitable[Screen]]:
    """The answer to a command that is not declared so: where that is now which a former one did."""
    options: list[Mapping[str, Any]] = list((interaction.data or {}).get("options", ()))
    name = str(options[0].get("name", "")) if options else ""

    async def answer(request: Request) -> Screen:
        now = where_now(name, request.texts)
        return await out_of_date(request) if now is None else Screen(now)

    return answer


async def out_of_date(request: Request) -> Screen:
    """The answer to what was made for another release of the bot."""
    return Screen(request.texts("refused.out-of-date"))
