"""Starting a table: the terms that somebody typed, who can be invited, and the lobby or game that comes of it."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.interactions.lobby import begun, to_newcomer
from bot.interactions.request import Request
from bot.interactions.server import check_channel
from bot.screens.model import Screen
from bot.screens.refusals import permission_words
from bot.services.context import Services
from bot.services.directory import Absence, Member
from bot.services.loaded import PRIVATE, Location
from bot.settings.paces import pace_named
from bot.settings.server import wants_thread
from bot.settings.typed import one_of
from bot.tables import lobby
from bot.tables.errors import Refused
from bot.tables.events import ORDERS, TALKS, Joined, Opened
from bot.tables.limits import LIMITS, Limits
from bot.tables.pace import NO_CLOCK, is_pace
from bot.texts import LANGUAGES, known
from data.ids import UserId
from game.ai.levels import LEVELS
from game.modes import DEFAULT_MODE, MODES

_MOST_NAMED: Final = 12
"""So many people are looked up; no table has that many seats."""


@dataclass(frozen=True, slots=True)
class Terms:
    """What somebody typed to start a table; `None` leaves a term to the server, the mode or the bot."""

    mode: str | None = None
    seats: int | None = None
    bots: int | None = None
    invited: tuple[UserId, ...] = ()
    pace: str | None = None
    language: str | None = None
    order: str | None = None
    talk: str | None = None
    level: str | None = None
    """Of the bots."""
    hints: bool | None = None
    casual: bool | None = None
    thread: bool | None = None


@dataclass(frozen=True, slots=True)
class Invited:
    """Who is invited of those that somebody named, and a sentence about each whom that is not simply true of."""

    users: tuple[UserId, ...] = ()
    problems: tuple[str, ...] = ()
    """Why nothing is started: who of them cannot be invited."""
    remarks: tuple[str, ...] = ()


async def invited(services: Services, request: Request, named: Sequence[UserId]) -> Invited:
    """Who of the people that somebody named can be invited, with a sentence about every other.

    Raises:
        Refused: `too-many-invited`, where it is not worth asking who they are.
    """
    people = tuple(dict.fromkeys(user for user in named if user != request.user))
    if len(people) > _MOST_NAMED:
        raise Refused("too-many-invited")
    found = await services.directory.members(request.location.guild, people)
    bots = [user for user in people if isinstance(member := found[user], Member) and member.is_bot]
    away = [user for user in people if isinstance(found[user], Absence)]
    unknown = [user for user in away if found[user] == Absence.NOBODY or not await services.directory.exists(user)]
    twice = [user for user in people if named.count(user) > 1]
    problems = (
        ("invite.bots", [f"<@{user}>" for user in bots]),
        ("invite.away", [f"<@{user}>" for user in away if user not in unknown]),
        ("invite.unknown", [f"`{user}`" for user in unknown]),
    )
    words = request.texts
    return Invited(
        people,
        tuple(words(key, who=who) for key, who in problems if who),
        (
            *((words("invite.oneself"),) if request.user in named else ()),
            *((words("invite.twice", who=[f"<@{user}>" for user in twice]),) if twice else ()),
        ),
    )


async def challenge(services: Services, request: Request, opponent: UserId, *, is_bot: bool = False) -> Screen:
    """Open a game of two with this person invited, on the terms of the server.

    Discord says of whom it shows whether it `is_bot`, also where nobody can be looked up.

    Raises:
        Refused: `challenge-oneself`, or see `start`.
    """
    if opponent == request.user:
        raise Refused("challenge-oneself")
    if is_bot:
        return Screen(request.texts("invite.bots", who=[f"<@{opponent}>"]))
    found = await invited(services, request, (opponent,))
    if found.problems:
        return Screen("\n".join(found.problems))
    return await start(services, request, Terms(seats=2, invited=found.users))


async def start(services: Services, request: Request, asked: Terms) -> Screen:
    """Open a table; a game that needs nobody else begins at once.

    Raises:
        Refused: `unknown-choice`, `bad-pace`, or see `_home` and `tables.lobby.check_terms`.
    """
    request.check_served()
    mode = one_of(MODES, asked.mode or DEFAULT_MODE)
    seats = lobby.seats_asked(mode, asked.seats, asked.bots or 0, len(asked.invited))
    home = _home(request, asked, alone=seats == 1 + (asked.bots or 0))
    terms = Opened(
        request.user,
        mode,
        seats,
        asked.bots or 0,
        one_of(LANGUAGES, asked.language or _language(services, request, alone=seats == 1 + (asked.bots or 0))),
        one_of(ORDERS, asked.order or "random"),
        one_of(TALKS, asked.talk or "closed"),
        asked.invited,
        _pace(request) if asked.pace is None else pace_named(asked.pace),
        home.channel,
        levels=(one_of(LEVELS, asked.level or lobby.LEVEL),) * (asked.bots or 0),
        hints=asked.hints is not False,
        casual=asked.casual is True,
        thread=asked.thread,
    )
    new = not await services.store.has_played(request.user)
    loaded = await services.tables.open(home, Joined(request.user, request.name), terms, _limits(request))
    if loaded.table.state is not None:
        return await begun(services, request, loaded, new=new)
    below = loaded.table.id if loaded.lives_by_presses else None
    lines = [request.texts("lobby.opened", game=loaded.table.id), *_about_place(request, terms)]
    opened = Screen("\n".join(lines), board_below=below)
    return to_newcomer(request, opened) if new else opened


def _home(request: Request, asked: Terms, *, alone: bool) -> Location:
    """Where the game is going to be played; in private answers if somebody plays `alone` where the bot is no member.

    Raises:
        Refused: `only-alone-here`, or see `server.check_channel`.
    """
    if request.location_alone == PRIVATE and alone:
        return PRIVATE
    if request.invite is not None and not request.location.is_of_others:
        raise Refused("only-alone-here", link=request.invite)
    if not request.location.is_of_others:
        check_channel(request, threads=asked.thread is True)
    return request.location


def _about_place(request: Request, terms: Opened) -> list[str]:
    """What its host should know of where a game is going to be played."""
    channel, threads = request.channel, wants_thread(request.server, terms, terms.seats - terms.bots)
    if threads and channel.missing_for_threads:
        return [request.texts("place.no-threads", lacking=permission_words(channel.missing_for_threads, request.texts))]
    if channel.slow_mode_s and not threads:
        return [request.texts("place.slow", seconds=channel.slow_mode_s)]
    return []


def _limits(request: Request) -> Limits:
    """How many games may be open where this request comes from."""
    server = request.server
    return LIMITS if server is None else LIMITS.lowered(server.person_games, server.channel_games)


def _pace(request: Request) -> str:
    """The pace of a table whose opener names none: the server's."""
    return request.server.pace if request.server and is_pace(request.server.pace) else NO_CLOCK


def _language(services: Services, request: Request, *, alone: bool) -> str:
    """The language of a table whose opener names none: the server's, else the bot's.

    Who plays alone or against bots only reads their own: the one they have set, else that of their client.
    """
    if request.server is None or alone:
        return request.texts.language
    return known(request.server.language, services.default_language)
