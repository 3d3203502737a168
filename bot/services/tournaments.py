"""Tournaments in the store: load one, change it by an action, store what happened. The only writer of tournaments.

As with games the key of the event log is the lock, and messages, timers and the games of a round are written in the
transaction of the events that lead to them.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from functools import partial
from typing import Final

from bot.services import writes
from bot.services.context import Services
from bot.services.loaded import Loaded
from bot.services.results import rate_all
from bot.tables import absence
from bot.tables.errors import Refused
from bot.tables.ratings import START, number
from bot.tables.results import UNDECIDED, results_of
from bot.tables.table import Table
from bot.tournaments import actions, planned
from bot.tournaments.events import Event, Opened, Pairing, from_text, to_text
from bot.tournaments.rounds import Draft, Progress, progress
from bot.tournaments.tournament import Tournament, apply, fold
from data.ids import GameId, GuildId, TournamentId, UserId
from data.store import TooMany, TournamentConflict, TournamentMissing
from data.tournaments import NewTournament, TournamentChange, TournamentRow, TournamentStatus

log = logging.getLogger(__name__)

MOST_IN_SERVER: Final = 10
"""How many tournaments of a server may be open or running."""
OPEN: Final[tuple[TournamentStatus, ...]] = ("open", "running")
_TRIES: Final = 60

Action = Callable[[Tournament], Sequence[Event]]
"""What somebody does in a tournament; raises `Refused` where it is not allowed."""


@dataclass(frozen=True, slots=True)
class LoadedTournament:
    """A tournament and its row in the store."""

    row: TournamentRow
    tournament: Tournament


async def load(services: Services, tournament: TournamentId) -> LoadedTournament:
    """A tournament as it is stored.

    Raises:
        Refused: `tournament-none`, also for one that cannot be read, which is reported.
    """
    try:
        stored = await services.store.tournament(tournament)
        events = [from_text(body) for body in stored.events]
        return LoadedTournament(stored.row, fold(tournament, events))
    except TournamentMissing as error:
        raise Refused("tournament-none") from error
    except ValueError as error:
        log.error("a tournament cannot be read", extra={"tournament": tournament, "reason": error})
        raise Refused("tournament-none") from error


async def find(services: Services, guild: GuildId | None, tournament: TournamentId | None) -> LoadedTournament:
    """The tournament of a server with this number; without one the only one that is open or runs, else the last one.

    Raises:
        Refused: `server-only`, `tournament-none`, `tournament-which`.
    """
    if guild is None:
        raise Refused("server-only")
    if tournament is not None:
        loaded = await load(services, tournament)
        if loaded.row.guild != guild:
            raise Refused("tournament-none")
        return loaded
    rows = await services.store.tournaments_in(guild, OPEN)
    if len(rows) > 1:
        raise Refused("tournament-which", numbers=", ".join(str(row.id) for row in rows))
    rows = rows or (await services.store.tournaments_in(guild, ("over",)))[-1:]
    if not rows:
        raise Refused("tournament-none")
    return await load(services, rows[0].id)


async def open_one(services: Services, guild: GuildId, terms: Opened) -> LoadedTournament:
    """A new tournament with these terms.

    Raises:
        Refused: see `actions.check_terms`, or `tournaments-many`.
    """
    now = services.clock()
    actions.check_terms(terms)
    new = NewTournament(guild, terms.channel, terms.host)
    rows = partial(planned.opened_rows, terms=terms, now=now)
    try:
        row = await services.store.create_tournament(new, [to_text(terms)], rows, most=MOST_IN_SERVER)
    except TooMany as error:
        raise Refused("tournaments-many", limit=MOST_IN_SERVER) from error
    writes.record()
    log.info("opened a tournament", extra={"tournament": row.id, "guild": guild, "mode": terms.mode})
    services.server_changed()
    return LoadedTournament(row, fold(row.id, [terms]))


async def change(services: Services, loaded: LoadedTournament, action: Action) -> LoadedTournament:
    """Store what an action makes of a tournament, with what follows of itself: the next round, the end.

    Raises:
        Refused: the action is refused, or `moved-on` where others change the tournament all the time.
    """
    for _ in range(_TRIES):
        before = loaded.tournament
        events = list(action(before))
        after = apply(before, events)
        follows = await asyncio.to_thread(progress, after, services.clock())
        events += follows.events
        if not events and follows.draft is None:
            return loaded
        try:
            return await _append(services, loaded, events, follows)
        except TournamentConflict:
            loaded = await load(services, before.id)
    raise Refused("moved-on")


async def _append(
    services: Services, before: LoadedTournament, events: Sequence[Event], follows: Progress
) -> LoadedTournament:
    """Raises `TournamentConflict` where somebody else was faster; nothing is stored then."""
    tournament = apply(before.tournament, events)
    draft, made = follows.draft, list(events)
    # The rows do not name the games, whose numbers are given in the transaction.
    preview = apply(tournament, [_numbered(draft)]) if draft else tournament
    rows = planned.rows(preview, [*events, _numbered(draft)] if draft else events)
    games = [planned.game(tournament, before.row.guild, people) for people in draft.tables] if draft else []

    def bodies(numbers: Sequence[GameId]) -> list[str]:
        made[:] = [*events, *((draft.begun(tuple(numbers)),) if draft else ())]
        return [to_text(event) for event in made]

    people = planned.people_rows(preview)
    row = await services.store.append_tournament(
        before.tournament.id,
        before.tournament.seq,
        bodies,
        games=games,
        change=TournamentChange(preview.status, preview.channel, preview.opened.host),
        people=people if people != planned.people_rows(before.tournament) else None,
        outbox=rows,
    )
    writes.record()
    names = ",".join(type(event).__name__ for event in made)
    log.info("committed", extra={"tournament": row.id, "seq": row.version, "events": names})
    services.server_changed()
    return LoadedTournament(row, apply(before.tournament, made))


def _numbered(draft: Draft) -> Event:
    """The round before its games have numbers, which are counted from 1 here."""
    return draft.begun(tuple(GameId(at) for at in range(1, len(draft.tables) + 1)))


# --- what games and timers lead to -----------------------------------------------------------------------------------


async def report(services: Services, game: Loaded) -> None:
    """Let a tournament note that its game has ended, or in whose seats a bot plays now; once, whenever it is called.

    Raises:
        Refused: others change the tournament all the time.
    """
    table = game.table
    try:
        loaded = await load(services, table.opened.tournament)
    except Refused:
        return
    await change(services, loaded, partial(_noted, table=table))


def _noted(tournament: Tournament, table: Table) -> Sequence[Event]:
    if table.status == "running":
        return actions.hold(tournament, table.id, table.held)
    rows = results_of(table)
    if not rows:
        return void(tournament, table.id)
    ranks = [1 if row.ending in UNDECIDED else row.rank for row in rows]
    return actions.end_game(tournament, table.id, ranks, [row.lowest for row in rows], table.held)


def void(tournament: Tournament, game: GameId) -> Sequence[Event]:
    """Share the points of a game of which there is no result."""
    seats = next((len(one.people) for one in _tables(tournament) if one.game == game), 0)
    return actions.end_game(tournament, game, [1] * seats, [0] * seats, ()) if seats else ()


def _tables(tournament: Tournament) -> Sequence[Pairing]:
    return tournament.round.tables if tournament.round else ()


async def begin_in_time(services: Services, tournament: TournamentId) -> None:
    """Begin a tournament at the moment that was said for it, or give it up."""
    loaded = await load(services, tournament)
    await change(services, loaded, lambda one: actions.time_to_begin(one, services.clock()))


async def end_round(services: Services, tournament: TournamentId, number_: int) -> None:
    """End a round whose time is over: bots play its games to their ends. It is longer by the time the bot was away.

    Raises:
        Refused: `tournament-none`, or `moved-on` where others change a game or the tournament all the time.
    """
    loaded = await load(services, tournament)
    last, now = loaded.tournament.round, services.clock()
    if loaded.tournament.status != "running" or last is None or last.number != number_ or now < last.until:
        return
    outages = await services.store.outages()
    extended = await change(services, loaded, lambda one: actions.extend(one, outages, now))
    if extended.tournament.round != last:
        return
    for game in last.open_games:
        await _end_game(services, loaded, game, number_)


async def warn(services: Services, tournament: TournamentId, number_: int) -> None:
    """Let those be warned who will be withdrawn if a bot has to end their games of this round."""
    loaded = await load(services, tournament)
    await change(services, loaded, lambda one: actions.warn(one, number_))


async def _end_game(services: Services, loaded: LoadedTournament, game: GameId, number_: int) -> None:
    """Let bots play a game to its end; the points of one that cannot be read are shared.

    Raises:
        Refused: `moved-on`, where others change the game or the tournament all the time.
    """
    try:
        found = await services.tables.load(game)
        if found.table.status == "lobby":
            found = await services.tables.begin_alone(found)
        shuffle = services.tables.chance.shuffle(game)
        ended = await services.tables.change(found, lambda table: absence.end_round(table, number_, shuffle))
        await change(services, loaded, partial(_noted, table=ended.table))
    except Refused as error:
        if error.code == "moved-on":
            raise
        log.error("a game of a tournament has no result", extra={"game": game, "reason": error})
        await change(services, loaded, lambda one: void(one, game))


async def extend(services: Services, guild: GuildId, by: timedelta) -> None:
    """Let the rounds of a server that was away until now last as much longer, or as the bot was away meanwhile."""
    if by <= timedelta():
        return
    now = services.clock()
    absences = [*await services.store.outages(), (now - by, now)]
    for row in await services.store.tournaments_in(guild, ("running",)):
        await change(services, await load(services, row.id), lambda one: actions.extend(one, absences, now))


async def member_left(services: Services, guild: GuildId, user: UserId) -> None:
    """Withdraw somebody who has left a server from its tournaments."""
    for row in await services.store.tournaments_of(user, OPEN):
        if row.guild == guild:
            await withdraw_if_in(services, row.id, user)


async def withdraw_if_in(services: Services, tournament: TournamentId, user: UserId) -> None:
    """Withdraw somebody who is gone; nothing where they play on no more."""
    try:
        await change(services, await load(services, tournament), lambda one: actions.withdraw(one, user, "gone"))
    except Refused as error:
        log.info("a departure changes no tournament", extra={"tournament": tournament, "reason": error})


async def rating_of(services: Services, user: UserId, mode: str) -> int:
    """The rating of a person in a mode, as it is shown; that of a newcomer where they have none."""
    await rate_all(services.store)
    skills = await services.store.skills([user], services.clock())
    return number(skills.get((user, mode), START))
