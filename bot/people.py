"""What people set for themselves and for their servers, and what is kept of them. Knows no Discord."""

from __future__ import annotations

import json
import secrets
from collections.abc import Mapping, Sequence
from dataclasses import asdict, fields, is_dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final, cast

from bot import finding, wishes
from bot.app import App
from bot.facts import Fact, Seat, from_text, to_text
from bot.notes import TIMED_KINDS
from bot.service import Loaded
from bot.table import Refused
from bot.wishes import Asked
from data.store import PlayerRow, Status

FORMER: Final = "former player"
"""The name in games of somebody who had their data deleted."""

_ALL: Final[tuple[Status, ...]] = ("lobby", "running", "over", "cancelled")


async def set_wishes(app: App, user: int, asked: Asked) -> PlayerRow:
    """The person's wishes with what they asked; a vacation moves what waits for them.

    Raises:
        Refused: see `wishes.wished`.
    """
    now = app.clock()
    before = await app.store.player(user)
    after = wishes.wished(before, asked, now)
    await app.store.save_player(after)
    moved = wishes.pause(before, after, now)
    if moved:
        for loaded in await finding.games_of(app.tables, user, ("running",)):
            if finding.is_on_turn(loaded.table, user):
                await app.store.shift_game(loaded.table.id, TIMED_KINDS, moved)
    return after


async def stored_of(app: App, user: int) -> bytes:
    """Everything that is kept of a person, as a JSON file: their wishes, and their seats in games."""
    row = asdict(await app.store.player(user))
    games: list[dict[str, object]] = []
    for loaded in await finding.games_of(app.tables, user, _ALL):
        table, kept = loaded.table, loaded.row
        seat = table.seat_of(user)
        mine = next((person.name for person in table.people if person.user == user), None)
        games.append(
            {
                "game": table.id,
                "mode": table.opened.mode,
                "status": table.status,
                "server": kept.guild,
                "channel": kept.channel,
                "opened": kept.created_at.isoformat(),
                "name": table.names[seat] if seat is not None else mine,
                "seat": seat,
            }
        )
    return json.dumps({"user": user, "wishes": row, "games": games}, default=_plain, indent=1).encode()


def _plain(value: object) -> str:
    return value.astimezone(UTC).isoformat() if isinstance(value, datetime) else str(value)


async def forget(app: App, user: int) -> int:
    """Delete what is kept of a person: they give up what they play, and in all games become a former player.

    Returns the number of games they were in. Other people's games stay whole.
    """
    for loaded in await finding.games_of(app.tables, user, ("lobby", "running")):
        try:
            if loaded.table.status == "lobby":
                await app.tables.leave(loaded.table.id, user, user)
            else:
                await app.tables.resign(loaded.table.id, user)
        except Refused:
            continue
    games = await app.store.games_mentioning(str(user))
    for game in games:
        await _anonymise(app, game, user)
    await app.store.rename(user, FORMER)
    await app.store.forget_player(user)
    return len(games)


async def _anonymise(app: App, game: int, user: int) -> None:
    """Put a number of no meaning in the place of a person's, in all events of a game."""
    stored = await app.store.load(game)
    nobody = -1 - secrets.randbelow(2**40)
    bodies: dict[int, str] = {}
    for seq, body in enumerate(stored.events, 1):
        try:
            changed = to_text(cast("Fact", _without(from_text(body), user, nobody)))
        except ValueError:
            continue
        if changed != body:
            bodies[seq] = changed
    if bodies:
        was: Mapping[int, str] = {seq: stored.events[seq - 1] for seq in bodies}
        await app.store.rewrite(game, bodies, was=was)


def _without(fact: object, user: int, nobody: int) -> object:
    """A fact with a person's number and name replaced wherever they stand."""
    if not is_dataclass(fact) or isinstance(fact, type):
        return fact
    values: dict[str, Any] = {}
    for field in fields(fact):
        value = getattr(fact, field.name)
        if field.name in ("user", "host", "by") and value == user:
            values[field.name] = nobody
            if field.name == "user" and hasattr(fact, "name"):
                values["name"] = FORMER
        elif field.name in ("invited", "line"):
            values[field.name] = tuple(nobody if item == user else item for item in cast("Sequence[int]", value))
        elif field.name == "seats" and isinstance(value, tuple):
            values[field.name] = tuple(_without(seat, user, nobody) for seat in cast("Sequence[Seat]", value))
    return replace(cast("Any", fact), **values)


async def stop_as_manager(app: App, game: int, user: int, guild: int | None) -> Loaded:
    """End a game of a server by the word of somebody who manages it, from wherever they are.

    Raises:
        Refused: `no-such-game` for one of another server, or it is over.
    """
    row = (await app.tables.load(game)).row
    if guild is None or row.guild != guild:
        raise Refused("no-such-game", game=game)
    return await app.tables.stop(game, user)
