"""What is kept of one person in games, as values for a file: nothing of anybody else is in it."""

from __future__ import annotations

import json
from collections.abc import Sequence
from dataclasses import dataclass

from bot.tables.errors import Unreadable
from bot.tables.events import from_text
from bot.tables.fold import fold
from bot.tables.table import Table
from data.ids import UserId
from data.store import GameRow
from game.analysis_json import from_json
from game.board import NAMES
from game.tiles import Tile


@dataclass(frozen=True, slots=True)
class KeptGame:
    """A game as it is stored, and the analysis that is kept of it."""

    row: GameRow
    events: Sequence[str]
    analysis: str | None = None


def own_games(user: UserId, games: Sequence[KeptGame]) -> list[dict[str, object]]:
    """What is kept of a person in each of these games; games that cannot be read, or without them, are left out."""
    found = [(kept, _table(kept)) for kept in games]
    return [_own(user, kept, table) for kept, table in found if table is not None and user in _people(table)]


def placed(tile: Tile, at: tuple[int, int]) -> str:
    """A placement in words: its tile and its two spaces."""
    return f"{tile.code} {NAMES[at[0]]}-{NAMES[at[1]]}"


def _table(kept: KeptGame) -> Table | None:
    try:
        return fold(kept.row.id, [from_text(body) for body in kept.events])
    except (ValueError, Unreadable):
        return None


def _people(table: Table) -> set[UserId]:
    """Everybody who has to do with a table: at it, its host, or invited."""
    return {*table.humans, table.opened.host, *table.opened.invited}


def _own(user: UserId, kept: KeptGame, table: Table) -> dict[str, object]:
    seat = table.seat_of(user)
    mine = next((person.name for person in table.lobby_players if person.user == user), None)
    turns = table.public.turns if table.state else ()
    own: dict[str, object] = {
        "game": table.id,
        "mode": table.opened.mode,
        "status": table.status,
        "server": kept.row.guild,
        "channel": kept.row.channel,
        "opened": kept.row.created_at,
        "host": table.opened.host == user,
        "invited": user in table.opened.invited,
        "name": table.names[seat] if seat is not None else mine,
        "seat": seat,
        "turns": [[placed(laid.tile, laid.at) for laid in turn.placements] for turn in turns if turn.seat == seat],
    }
    if kept.analysis is not None and seat is not None:
        own["analysis"] = _judged(seat, kept.analysis)
    return own


def _judged(seat: int, body: str) -> list[dict[str, object]]:
    """What an analysis says of the placements of one seat; nothing where it cannot be read."""
    try:
        analysis = from_json(json.loads(body)["analysis"])
    except (ValueError, KeyError, TypeError):
        return []
    return [{"placed": placed(one.tile, one.at), "loss": one.loss} for one in analysis.placements if one.seat == seat]
