"""What people set for themselves and for their servers, and what is kept of them. Knows no Discord."""

from __future__ import annotations

import json
import logging
import re
import secrets
from collections.abc import Sequence
from dataclasses import asdict, fields, is_dataclass, replace
from datetime import UTC, datetime
from typing import Any, Final, cast

from bot.services import lookup
from bot.services.context import Services
from bot.services.tables import Loaded
from bot.tables import preferences
from bot.tables.errors import Refused
from bot.tables.events import Seat, TableEvent, from_text, to_text
from bot.tables.preferences import PreferenceChange
from bot.tables.schedule import stamp
from bot.tables.table import Table
from bot.texts import plain
from data.store import Conflict, GameChange, GameUnreadable, PlayerRow, SeatRow
from game.board import NAMES

FORMER: Final = "former player"
"""The name in games of somebody who had their data deleted."""

_ROUNDS: Final = 5

log = logging.getLogger(__name__)


async def change_preferences(services: Services, user: int, asked: PreferenceChange) -> PlayerRow:
    """The person's wishes with what they asked; the times of their turns follow, and their tables see a vacation.

    Raises:
        Refused: see `preferences.wished`.
    """
    now = services.clock()
    before = await services.store.player(user)
    after = preferences.with_change(before, asked, now)
    if after == before:
        return after
    await services.store.save_player(after)
    games = [row.id for row in await services.store.games_of(user, ("running",))]
    for game in games:
        try:
            await services.tables.replan(game, user)
        except Refused as error:
            log.info("game=%s keeps its times: %s", game, error)
    if after.vacation_until != before.vacation_until:
        await _tell_vacation(services, after, now)
    return after


async def _tell_vacation(services: Services, player: PlayerRow, now: datetime) -> None:
    """Tell the tables at which a person plays that they go on vacation, or that they are back."""
    until = player.vacation_until
    away = until is not None and until > now
    log.info("user=%s vacation until %s", player.user, until if away else None)
    for loaded in await lookup.games_of(services.tables, player.user, ("running",)):
        table = loaded.table
        if player.user not in table.active or len(table.humans) < 2:
            continue
        name = plain(table.names[table.seat_at(player.user)])
        if away and until is not None:
            await services.tables.remark([table.id], "away.vacation", {"name": name, "until": stamp(until, "f")})
        else:
            await services.tables.remark([table.id], "away.vacation-over", {"name": name})


async def export(services: Services, user: int) -> bytes:
    """Everything that is kept of a person, as a JSON file: their wishes, their seats in games, and their moves.

    Nothing of anybody else is in it.
    """
    row = asdict(await services.store.player(user))
    games: list[dict[str, object]] = []
    for game in await services.store.games_mentioning(str(user)):
        try:
            loaded = await services.tables.load(game)
        except Refused:
            continue
        if user in _people(loaded.table):
            games.append(_stored_in(loaded, user))
    return json.dumps({"user": user, "wishes": row, "games": games}, default=_plain, indent=1).encode()


def _people(table: Table) -> set[int]:
    """Everybody who has to do with a table: at it, its host, or invited."""
    return {*table.humans, table.opened.host, *table.opened.invited}


def _stored_in(loaded: Loaded, user: int) -> dict[str, object]:
    table, kept = loaded.table, loaded.row
    seat = table.seat_of(user)
    mine = next((person.name for person in table.lobby_players if person.user == user), None)
    turns = table.public.turns if table.state else ()
    return {
        "game": table.id,
        "mode": table.opened.mode,
        "status": table.status,
        "server": kept.guild,
        "channel": kept.channel,
        "opened": kept.created_at,
        "host": table.opened.host == user,
        "invited": user in table.opened.invited,
        "name": table.names[seat] if seat is not None else mine,
        "seat": seat,
        "turns": [
            [f"{laid.tile.code} {NAMES[laid.at[0]]}-{NAMES[laid.at[1]]}" for laid in turn.placements]
            for turn in turns
            if turn.seat == seat
        ],
    }


def _plain(value: object) -> str:
    return value.astimezone(UTC).isoformat() if isinstance(value, datetime) else str(value)


async def forget(services: Services, user: int) -> int:
    """Delete what is kept of a person: they give up what they play, and in all games become a former player.

    Returns the number of games they were in. Other people's games stay whole.
    """
    for loaded in await lookup.games_of(services.tables, user, ("lobby", "running")):
        try:
            if loaded.table.status == "lobby":
                await services.tables.leave(loaded.table.id, user, user)
            else:
                await services.tables.resign(loaded.table.id, user)
        except Refused:
            continue
    done: set[int] = set()
    for _ in range(_ROUNDS):
        # Once more until nothing is found: somebody may have pressed in the meantime, or delete their own data.
        games = await services.store.games_mentioning(str(user))
        for game in games:
            done |= {game} if await _anonymise(services, game, user) else set()
        if not games:
            break
    await services.store.rename(user, FORMER)
    await services.store.forget_player(user)
    log.info("the data of a person was deleted, in %s games", len(done))
    return len(done)


async def _anonymise(services: Services, game: int, user: int) -> bool:
    """Put a number of no meaning in the place of a person's, in all that is kept of a game; whether they were in it."""
    try:
        stored = await services.store.load(game)
    except GameUnreadable:
        return False
    nobody = -1 - secrets.randbelow(2**40)
    bodies: dict[int, str] = {}
    for seq, body in enumerate(stored.events, 1):
        try:
            changed = to_text(cast("TableEvent", _without(from_text(body), user, nobody)))
        except ValueError:
            changed = re.sub(rf"(?<!\d){user}(?!\d)", str(nobody), body)
        if changed != body:
            bodies[seq] = changed
    if not bodies:
        return False
    try:
        await services.store.rewrite(game, bodies, was={seq: stored.events[seq - 1] for seq in bodies})
        await _forget_beside(services, game, user, nobody)
    except Conflict:
        log.info("game=%s changed while a person was forgotten", game)
    return True


async def _forget_beside(services: Services, game: int, user: int, nobody: int) -> None:
    """Let a person's number go from the row, the seats and the waiting notes of a game."""
    stored = await services.store.load(game)
    seats = [SeatRow(row.place, nobody, FORMER) if row.user == user else row for row in stored.seats]
    host = nobody if stored.row.host == user else None
    await services.store.append(game, stored.row.version, (), change=GameChange(host=host), seats=seats)
    for note in await services.store.notes_of(game):
        if re.search(rf"(?<!\d){user}(?!\d)", note.body):
            await services.store.done(note.id)


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
        elif field.name == "invited":
            values[field.name] = tuple(item for item in cast("Sequence[int]", value) if item != user)
        elif field.name == "line":
            values[field.name] = tuple(nobody if item == user else item for item in cast("Sequence[int]", value))
        elif field.name == "seats" and isinstance(value, tuple):
            values[field.name] = tuple(_without(seat, user, nobody) for seat in cast("Sequence[Seat]", value))
    return replace(cast("Any", fact), **values)


async def stop_as_manager(services: Services, game: int, user: int, guild: int | None) -> Loaded:
    """End a game of a server by the word of somebody who manages it, from wherever they are.

    Raises:
        Refused: `no-such-game` for one of another server, or it is over.
    """
    row = (await services.tables.load(game)).row
    if guild is None or row.guild != guild:
        raise Refused("no-such-game", game=game)
    return await services.tables.stop(game, user)
