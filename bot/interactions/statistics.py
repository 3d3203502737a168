"""The profile of a person, for themselves or posted for all, and the leaderboard of a server."""

from __future__ import annotations

from dataclasses import replace

from bot.interactions.request import Request
from bot.screens import statistics as screens
from bot.screens.model import Screen
from bot.services import statistics
from bot.services.context import Services
from bot.services.directory import Absence, Member
from bot.settings.typed import one_of
from bot.tables.statistics import PERIODS
from bot.texts import Texts, known, texts
from data.ids import UserId
from game.modes import DEFAULT_MODE, MODES


async def profile(services: Services, request: Request, player: UserId | None) -> Screen:
    """The profile of the person who asks, or what somebody else has done in this server.

    Raises:
        Refused: see `Request.check_membership`, for somebody else.
    """
    user, guild = player or request.user, request.location.guild
    if user == request.user:
        found = await statistics.of_person(services, user, guild, request.name, own=True)
        if found is None:
            return screens.no_games(await statistics.days_of(services, user, guild, own=True), request.texts, own=True)
        return screens.profile(found, request.texts, button=guild is not None, everywhere=True)
    request.check_membership()
    if guild is None:
        return Screen(request.texts("profile.only-server"))
    member = (await services.directory.members(guild, [user]))[user]
    if isinstance(member, Absence) or (await services.store.player(user)).unlisted:
        return Screen(request.texts("profile.gone" if isinstance(member, Absence) else "profile.unlisted"))
    name = member.name if isinstance(member, Member) else ""
    found = await statistics.of_person(services, user, guild, name, own=False)
    if found is None:
        return screens.no_games(await statistics.days_of(services, user, guild, own=False), request.texts, own=False)
    return screens.profile(found, request.texts, button=False, everywhere=False)


async def post_profile(services: Services, request: Request) -> Screen:
    """Post the profile of the person who asks in the channel."""
    guild = request.location.guild
    found = await statistics.of_person(services, request.user, guild, request.name, own=True)
    if found is None:
        return Screen(request.texts("profile.none"))
    shown = screens.profile(found, _public(services, request), button=False, everywhere=True)
    own = screens.profile(found, request.texts, button=False, everywhere=True)
    theme = request.server.theme if request.server else None
    return replace(own, text=request.texts("profile.posted"), posted=replace(shown, theme=theme))


async def leaderboard(services: Services, request: Request, mode: str | None, period: str | None) -> Screen:
    """The leaderboard of the server, in its language: everybody sees it.

    Raises:
        Refused: `unknown-choice`, or see `Request.check_membership`.
    """
    request.check_membership()
    guild = request.location.guild
    if guild is None:
        return Screen(request.texts("leaderboard.only-server"))
    chosen, back = one_of(MODES, mode or DEFAULT_MODE), one_of(PERIODS, period or "all")
    rows = await statistics.of_server(services, guild, chosen, back, request.user, request.name)
    return screens.leaderboard(rows, chosen, back, request.user, _public(services, request))


def _public(services: Services, request: Request) -> Texts:
    """The language of what everybody in a server sees."""
    wanted = request.server.language if request.server else None
    return texts(known(wanted, services.default_language))
