"""Which game a command means, and the suggestions for its `game:` option."""

from __future__ import annotations

from collections.abc import Callable, Coroutine, Sequence
from typing import Any

from discord import app_commands

from bot.app import App, Who
from bot.buttons import Interaction
from bot.replies import who
from bot.table import Table
from data.store import Status

SuggestGames = Callable[[Interaction, str], Coroutine[Any, Any, list[app_commands.Choice[int]]]]


def game_line(table: Table, person: Who) -> str:
    """A game in a list of suggestions, at most 100 characters."""
    names = table.names or tuple(seat.name for seat in table.people)
    return f"{table.id} · {person.texts(f'mode.{table.opened.mode}')} · {', '.join(names)}"[:100]


def suggest_games(app: App, statuses: Sequence[Status]) -> SuggestGames:
    """The person's own games and those of this channel whose number or names fit what was typed."""

    async def suggest(interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        person = who(interaction)
        rows = {row.id: row for row in await app.store.games_of(person.user, statuses)}
        if person.place.guild is not None:
            rows |= {row.id: row for row in await app.store.games_in(person.place.channel, statuses)}
        # Discord sends what was typed so far, a number or a part of one.
        typed, found = str(current).strip(), list[app_commands.Choice[int]]()
        for game in sorted(rows, reverse=True):
            if typed and not str(game).startswith(typed):
                continue
            loaded = await app.tables.load(game)
            found.append(app_commands.Choice(name=game_line(loaded.table, person), value=game))
            if len(found) == 25:
                break
        return found

    return suggest
