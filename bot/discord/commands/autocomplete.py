"""The suggestions for the options of commands that are typed: a game, a pace."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Coroutine, Sequence
from typing import Any, Final, TypeVar

from discord import app_commands

from bot.discord.components import Interaction
from bot.discord.responder import request_of
from bot.interactions.request import Request
from bot.screens.times import pace_words
from bot.services import lookup
from bot.services.context import Services
from bot.settings.paces import paces_like, parsed_pace
from bot.tables.errors import Refused
from bot.tables.table import Table
from bot.texts import isolated
from bot.texts.typed import matches
from data.ids import GameId
from data.store import Status, StoreError

log = logging.getLogger(__name__)

SUGGEST_S: Final = 1.5
"""How long suggestions may take: Discord waits for three seconds."""

_T = TypeVar("_T", int, str)

SuggestGames = Callable[[Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[int]]]]


def game_id(game: int | None) -> GameId | None:
    """The game of the option, if one was given."""
    return None if game is None else GameId(game)


def or_no_suggestions(
    suggest: Callable[[Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[_T]]]],
) -> Callable[[Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[_T]]]]:
    """The same suggestions, none where they cannot be made in time: what they suggest can always be typed."""

    async def suggested(interaction: Interaction, current: str) -> list[app_commands.Choice[_T]]:
        # Not cancelled when the time is up: a statement is left to its own limit.
        making = asyncio.create_task(made(interaction, current), name="suggestions")
        done, _ = await asyncio.wait((making,), timeout=SUGGEST_S)
        return making.result() if done else []

    async def made(interaction: Interaction, current: str) -> list[app_commands.Choice[_T]]:
        try:
            return await suggest(interaction, current)
        except Refused:
            return []
        except StoreError as error:
            log.warning("no suggestions", extra={"interaction": interaction.id, "reason": error})
            return []
        except Exception:
            log.exception("suggestions failed", extra={"interaction": interaction.id})
            return []

    return suggested


def game_line(table: Table, request: Request) -> str:
    """A game in a list of suggestions, at most 100 characters."""
    names = map(isolated, table.names)
    return f"{table.id} · {request.texts(f'mode.{table.opened.mode}')} · {request.texts.join(*names)}"[:100]


def suggest_games(services: Services, statuses: Sequence[Status]) -> SuggestGames:
    """The person's own games and those of this channel whose number, mode or people fit what was typed."""

    async def suggest(interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        request = request_of(interaction)
        rows = {row.id: row for row in await services.store.games_of(request.user, statuses)}
        rows |= {row.id: row for row in await lookup.games_in(services.tables, request.location, statuses)}
        typed, found = str(current).strip(), list[app_commands.Choice[int]]()
        for game in sorted(rows, reverse=True):
            if typed.isdecimal() and not str(game).startswith(typed):
                continue
            try:
                loaded = await services.tables.load(game)
            except Refused:
                continue
            line = game_line(loaded.table, request)
            if matches(typed, line):
                found.append(app_commands.Choice(name=line, value=game))
            if len(found) == 25:
                break
        return found

    return or_no_suggestions(suggest)


async def _suggest_paces(interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
    """The paces whose words fit what was typed; one that is typed whole is the first."""
    words, typed = request_of(interaction).texts, str(current)
    named = {name: pace_words(name, words) for name in paces_like(typed)}
    meant = parsed_pace(typed) if typed.strip() else None
    return [
        app_commands.Choice(name=label, value=name)
        for name, label in named.items()
        if name == meant or matches(typed, label)
    ]


suggest_paces = or_no_suggestions(_suggest_paces)
