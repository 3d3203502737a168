"""The deletion of what is kept of a person; `exports` shows it to them."""

from __future__ import annotations

import logging
import re
import secrets
from collections.abc import Callable, Sequence
from contextlib import suppress
from datetime import date, datetime
from functools import partial
from itertools import count
from typing import Final

from bot.services import writes
from bot.services.context import Services
from bot.services.daily import mark_forgotten
from bot.services.results import rate_all
from bot.services.tournament_privacy import forget_in_tournaments
from bot.tables import absence, lobby
from bot.tables.anonymous import FORMER, anonymised
from bot.tables.bots import Shuffle
from bot.tables.change import Change
from bot.tables.errors import Refused
from bot.tables.events import from_text, to_text
from bot.tables.messages import DailyRanking, NamesChanged, ResultWithdrawn
from bot.tables.outbox_rows import Scheduled
from bot.tables.schedule import REMATCH
from bot.tables.table import Table
from data.daily import DailyPost
from data.ids import GameId, Seq, UserId
from data.store import Conflict, GameChange, GameRow, GameUnreadable, NewServerRow, Replacement, SeatRow

_ROUNDS: Final = 5

log = logging.getLogger(__name__)


async def forget(services: Services, user: UserId) -> int:
    """Delete what is kept of a person: in all games they become a former player, who gives up what they play.

    Returns the number of games they were in. Other people's games stay whole. Each game is anonymised before anything
    else is done in it, so that no message about what follows has the name.
    """
    # While it is known how well they play, for the ratings of those who played with them.
    await rate_all(services.store)
    open_games = {row.id for row in await services.store.games_of(user, ("lobby", "running"))}
    former: dict[GameId, UserId] = {}
    for _ in range(_ROUNDS):
        # Once more until nothing is found: somebody may have pressed in the meantime, or delete their own data.
        games = await services.store.games_mentioning(str(user))
        for game in games:
            nobody = former.get(game, UserId(-1 - secrets.randbelow(2**40)))
            if await _anonymise(services, game, user, nobody):
                former[game] = nobody
                if game in open_games:
                    await _give_up(services, game, nobody)
        if not games:
            break
    await forget_in_tournaments(services, user)
    await mark_forgotten(services, user, FORMER)
    await services.store.rename_player(user, FORMER)
    await services.store.delete_player(user, FORMER, partial(_withdrawn, user))
    services.server_changed()
    writes.record()
    log.info("the data of a person was deleted", extra={"games": len(former)})
    return len(former)


def _withdrawn(user: UserId, posts: Sequence[DailyPost]) -> list[NewServerRow]:
    """What becomes of messages that name a person: tables are edited, and what they shared says nothing any more."""
    rows: list[NewServerRow] = []
    for post in posts:
        if post.user != user:
            rows.append(NewServerRow(post.guild, Scheduled(DailyRanking(date.fromisoformat(post.day))).row))
        elif post.message is not None:
            rows.append(NewServerRow(post.guild, Scheduled(ResultWithdrawn(post.channel, post.message)).row))
    return rows


async def _give_up(services: Services, game: GameId, nobody: UserId) -> None:
    """Let a former player leave a lobby, or resign from a running game, where they are in it."""
    with suppress(Refused):
        loaded = await services.tables.load(game)
        await services.tables.change(loaded, partial(_without, user=nobody, shuffle=services.tables.chance.shuffle))


def _without(table: Table, user: UserId, shuffle: Callable[[GameId], Shuffle]) -> Change:
    """Leave a lobby, or resign from a running game; raises `Refused`."""
    if table.status == "lobby":
        return lobby.leave(table, user, user)
    return absence.resign(table, user, shuffle(table.id))


async def _anonymise(services: Services, game: GameId, user: UserId, nobody: UserId) -> bool:
    """Put `nobody`, a number of no meaning, instead of a person's in all that is kept of a game.

    Returns whether they were in it.
    """
    try:
        stored = await services.store.load(game)
    except GameUnreadable:
        return False
    bodies: dict[Seq, str] = {}
    for seq, body in zip(map(Seq, count(1)), stored.events, strict=False):
        try:
            changed = to_text(anonymised(from_text(body), user, nobody))
        except ValueError:
            changed = re.sub(rf"(?<!\d){user}(?!\d)", str(nobody), body)
        if changed != body:
            bodies[seq] = changed
    if not bodies:
        return False
    try:
        expected = {seq: stored.events[seq - 1] for seq in bodies}
        replaced = Replacement(user, nobody, FORMER)
        await services.store.rewrite_events(game, bodies, expected=expected, replaced=replaced)
        await _forget_beside(services, game, user, nobody)
    except Conflict:
        log.info("changed while a person was forgotten", extra={"game": game})
    return True


async def _forget_beside(services: Services, game: GameId, user: UserId, nobody: UserId) -> None:
    """Let a person's number and name go from the row, the seats, the waiting messages and the thread of a game."""
    stored = await services.store.load(game)
    seats = [SeatRow(row.seat, nobody, FORMER) if row.user == user else row for row in stored.seats]
    host = nobody if stored.row.host == user else None
    await services.store.append(game, stored.row.version, (), change=GameChange(host=host), seats=seats)
    about = [row.id for row in await services.store.outbox_of(game) if re.search(rf"(?<!\d){user}(?!\d)", row.body)]
    if about:
        await services.store.complete(game, about)
    if _stands(stored.row, services.clock()):
        with suppress(Refused):
            await services.tables.send(await services.tables.load(game), NamesChanged())


def _stands(row: GameRow, now: datetime) -> bool:
    """Whether a game has something on screen that people still look at: not yet its end of long ago, but a thread."""
    is_old = row.ended_at is not None and now - row.ended_at > REMATCH
    return row.channel != row.home or (row.message is not None and not is_old)
