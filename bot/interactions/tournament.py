"""Tournaments: opening one, entering it, its beginning, its end by a manager; and what its buttons lead to."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from io import BytesIO
from typing import Final, assert_never
from zipfile import ZIP_DEFLATED, ZipFile

from bot.interactions.request import Request
from bot.interactions.server import check_channel
from bot.screens import tournament as screens
from bot.screens.board import record_file
from bot.screens.model import Screen
from bot.screens.press import TournamentPress
from bot.screens.verbs import TournamentVerb
from bot.services import tournaments as service
from bot.services.context import Services
from bot.services.tournaments import LoadedTournament
from bot.settings.paces import pace_named
from bot.settings.server import wants_thread
from bot.settings.typed import one_of
from bot.tables.errors import Refused
from bot.tables.events import Opened as GameOpened
from bot.tables.table import Table
from bot.texts import LANGUAGES, known, plain
from bot.tournaments import actions
from bot.tournaments.events import SYSTEMS, Entered, Event, Opened
from bot.tournaments.tournament import Tournament
from data.ids import TournamentId, UserId
from game.modes import MODES

log = logging.getLogger(__name__)

_PACE: Final = "1d+4h/2d"
"""The time bank where nobody says one: with it two people end a duel within a week or so."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What somebody typed to open a tournament; `None` leaves a term to the bot."""

    mode: str | None = None
    seats: int | None = None
    system: str | None = None
    rounds: int | None = None
    days: int | None = None
    pace: str | None = None
    people: int | None = None
    hours: int | None = None
    """After how many hours it begins."""
    casual: bool | None = None
    role: int | None = None
    rating_from: int | None = None
    rating_to: int | None = None


async def open_one(services: Services, request: Request, asked: Terms) -> Screen:
    """Open a tournament in this channel, in the language of the server.

    Raises:
        Refused: `server-only`, `unserved`, `tournament-host`, see `server.check_channel` and
            `services.tournaments.open_one`.
    """
    guild = request.location.guild
    if guild is None:
        raise Refused("server-only")
    request.check_membership()
    request.check_served()
    _check_manages(request)
    mode = one_of(MODES, asked.mode or "duel")
    system = one_of(SYSTEMS, asked.system or "auto")
    seats = asked.seats or next((seats for seats in MODES[mode].seats if seats > 1), 2)
    language = known(request.server.language if request.server else None, services.default_language)
    terms = Opened(
        request.user,
        request.location.channel,
        mode,
        seats,
        one_of(LANGUAGES, language),
        pace_named(asked.pace) if asked.pace else _PACE,
        asked.days or 7,
        asked.rounds or 0,
        system,
        asked.people or (actions.ROUND_ROBIN if system == "round-robin" else actions.MOST_PEOPLE),
        when_full=asked.people is not None,
        begins_at=_in_hours(services, asked.hours),
        casual=asked.casual is True,
        role=asked.role or 0,
        rating_from=asked.rating_from or 0,
        rating_to=asked.rating_to or 0,
    )
    threads = wants_thread(request.server, GameOpened(request.user, mode, seats), seats)
    check_channel(request, threads=threads and not request.channel.is_thread)
    loaded = await service.open_one(services, guild, terms)
    return Screen(request.texts("tournament.opened", tournament=loaded.row.id))


def _in_hours(services: Services, hours: int | None) -> datetime | None:
    return None if hours is None else (services.clock() + timedelta(hours=hours)).replace(microsecond=0)


def _check_manages(request: Request) -> None:
    if not request.manages:
        raise Refused("tournament-host")


async def show(services: Services, request: Request, tournament: TournamentId | None) -> Screen:
    """A tournament of this server as it stands."""
    loaded = await service.find(services, request.location.guild, tournament)
    return screens.present(loaded.tournament, request.texts)


async def remove(services: Services, request: Request, tournament: TournamentId | None, user: UserId) -> Screen:
    """Withdraw somebody, by the word of somebody who manages the server."""
    loaded = await _managed(services, request, tournament)
    after = await service.change(services, loaded, lambda one: actions.withdraw(one, user, "host"))
    name = plain(request.texts.shown(loaded.tournament.name_of(user)))
    return Screen(request.texts("tournament.removed", name=name, tournament=after.row.id))


async def cancel(services: Services, request: Request, tournament: TournamentId | None) -> Screen:
    """Close a tournament; the games that run go on for themselves."""
    loaded = await _managed(services, request, tournament)
    await service.change(services, loaded, lambda one: actions.cancel(one, request.user))
    return Screen(request.texts("tournament.closed", tournament=loaded.row.id))


async def move_here(services: Services, request: Request, tournament: TournamentId | None) -> Screen:
    """Let a tournament go on in this channel."""
    loaded = await _managed(services, request, tournament)
    check_channel(request)
    await service.change(services, loaded, lambda one: actions.move(one, request.location.channel))
    return Screen(request.texts("tournament.moved", tournament=loaded.row.id))


async def _managed(services: Services, request: Request, tournament: TournamentId | None) -> LoadedTournament:
    _check_manages(request)
    return await service.find(services, request.location.guild, tournament)


async def handle(services: Services, request: Request, press: TournamentPress) -> Screen:
    """What a press about a tournament leads to.

    Raises:
        Refused: nothing came of it.
    """
    loaded = await service.find(services, request.location.guild, press.tournament)
    match press.verb:
        case TournamentVerb.ENTER:
            return await _enter(services, request, loaded)
        case TournamentVerb.WITHDRAW:
            return await _withdraw(services, request, loaded, confirmed=False)
        case TournamentVerb.CONFIRM_WITHDRAWAL:
            return await _withdraw(services, request, loaded, confirmed=True)
        case TournamentVerb.BEGIN:
            _check_manages(request)
            await service.change(services, loaded, actions.begin)
            return Screen(request.texts("tournament.begun", tournament=loaded.row.id))
        case TournamentVerb.RECORDS:
            return await _records(services, request, loaded)
    assert_never(press.verb)


async def _enter(services: Services, request: Request, loaded: LoadedTournament) -> Screen:
    rating = await service.rating_of(services, request.user, loaded.tournament.opened.mode)
    entry = Entered(request.user, request.name, rating)
    await service.change(services, loaded, lambda one: actions.enter(one, entry, roles=request.roles))
    return Screen(request.texts("tournament.entered-you", tournament=loaded.row.id))


async def _withdraw(services: Services, request: Request, loaded: LoadedTournament, *, confirmed: bool) -> Screen:
    """Out of a tournament that has begun nobody comes back in, so that is asked before."""

    def withdrawn(tournament: Tournament) -> Sequence[Event]:
        events = actions.withdraw(tournament, request.user, "self")
        return events if confirmed or tournament.status == "open" else ()

    after = (await service.change(services, loaded, withdrawn)).tournament
    if request.user in after.staying:
        return screens.confirm_withdrawal(after, request.texts)
    key = "tournament.left" if after.status == "open" else "tournament.withdrawn"
    return Screen(request.texts(key, tournament=after.id))


async def _records(services: Services, request: Request, loaded: LoadedTournament) -> Screen:
    """The records of all finished games of a tournament in one file."""
    tables: list[Table] = []
    for one in loaded.tournament.rounds:
        for game in one.ended:
            try:
                tables.append((await services.tables.load(game)).table)
            except Refused as error:
                log.info("a record is left out: %s", error, extra={"game": game})
    content = await asyncio.to_thread(_zipped, [table for table in tables if table.status == "over"])
    name = f"ingenious-tournament-{loaded.row.id}.zip"
    return Screen(request.texts("tournament.records-of", tournament=loaded.row.id), file=(name, content))


def _zipped(tables: Sequence[Table]) -> bytes:
    buffer = BytesIO()
    with ZipFile(buffer, "w", ZIP_DEFLATED) as archive:
        for table in tables:
            archive.writestr(f"ingenious-{table.id}.json", record_file(table))
    return buffer.getvalue()
