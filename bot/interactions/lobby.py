"""Around a lobby: start a table, join, leave, remove, begin, close; and the rematch of a finished game."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import Final, cast

from bot.interactions import play
from bot.interactions.find import with_present_host
from bot.interactions.request import Request
from bot.screens import learn
from bot.screens import lobby as screens
from bot.screens.hint import first_step
from bot.screens.model import Screen, with_button
from bot.screens.press import Press, Verb
from bot.screens.refusals import refusal_text
from bot.services import departures
from bot.services.context import Services
from bot.services.directory import Absence, Member
from bot.services.tables import Loaded
from bot.tables import lobby, rematch
from bot.tables.errors import Refused
from bot.tables.events import Joined, Level, Opened, Order, Talk
from bot.tables.limits import LIMITS, Limits
from bot.tables.preferences import one_of
from bot.tables.schedule import PACES
from bot.texts import LANGUAGES, known, plain
from data.ids import UserId
from game.ai.levels import LEVELS
from game.modes import MODES

_MOST_NAMED: Final = 12
"""So many people are looked up; no table has that many seats."""

# --- a new table ---------------------------------------------------------------------------------------------------


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


async def start(services: Services, request: Request, asked: Terms, *, slow_mode_s: int = 0) -> Screen:
    """Open a table; a game that needs nobody else begins at once.

    `slow_mode_s`: how many seconds people have to wait between two presses in this channel.

    Raises:
        Refused: `unknown-choice`, or see `tables.lobby.check_terms`.
    """
    mode = one_of(MODES, asked.mode or "standard")
    seats = lobby.seats_asked(mode, asked.seats, asked.bots or 0, len(asked.invited))
    terms = Opened(
        request.user,
        mode,
        seats,
        asked.bots or 0,
        one_of(LANGUAGES, asked.language or _language(services, request, alone=seats == 1 + (asked.bots or 0))),
        cast("Order", one_of(("random", "joined"), asked.order or "random")),
        cast("Talk", one_of(("closed", "open"), asked.talk or "closed")),
        asked.invited,
        one_of(PACES, asked.pace or _pace(request)),
        request.location.channel,
        levels=(cast("Level", one_of(LEVELS, asked.level or lobby.LEVEL)),) * (asked.bots or 0),
        hints=asked.hints is not False,
        casual=asked.casual is True,
    )
    new = not await services.store.has_played(request.user)
    loaded = await services.tables.open(request.location, Joined(request.user, request.name), terms, _limits(request))
    if loaded.table.state is not None:
        return begun(request, loaded, new=new)
    lines = [request.texts("lobby.opened", game=loaded.table.id)]
    if slow_mode_s and not (request.server and request.server.threads):
        lines.append(request.texts("place.slow", seconds=slow_mode_s))
    return _to_newcomer(request, Screen("\n".join(lines))) if new else Screen("\n".join(lines))


def _to_newcomer(request: Request, screen: Screen) -> Screen:
    """The answer to somebody who has never played, with the way to their first game."""
    text = f"{screen.text}\n{request.texts('learn.offer')}"
    return with_button(replace(screen, text=text), learn.button(request.texts))


def _limits(request: Request) -> Limits:
    """How many games may be open where this request comes from."""
    server = request.server
    return LIMITS if server is None else LIMITS.lowered(server.person_games, server.channel_games)


def _pace(request: Request) -> str:
    """The move time of a table whose opener names none: the server's."""
    seconds = request.server.pace if request.server else None
    return next((name for name, time in PACES.items() if time and time.total_seconds() == seconds), "none")


def _language(services: Services, request: Request, *, alone: bool) -> str:
    """The language of a table whose opener names none: the server's, else the bot's.

    Who plays alone or against bots only, reads the language that they have set; in a direct message their own anyway.
    """
    if request.server is None:
        return request.texts.language
    own = request.preferences.language if alone else None
    return known(request.server.language or own, services.default_language)


# --- join and leave ------------------------------------------------------------------------------------------------


async def join(services: Services, request: Request, loaded: Loaded, *, side: int | None) -> Screen:
    """Take a seat in the lobby, in this team where there are teams.

    Raises:
        Refused: see `tables.lobby.join`.
    """
    new = not await services.store.has_played(request.user)
    await services.tables.change(loaded, lambda table: lobby.join(table, request.user, request.name, side))
    joined = request.texts("lobby.joined", game=loaded.table.id)
    return _to_newcomer(request, Screen(joined)) if new else Screen(joined)


def side_of(press: Press) -> int | None:
    """The team that the button for a seat names; `None` where there are none."""
    return int(press.draft) if press.draft in ("0", "1") else None


async def leave(services: Services, request: Request, loaded: Loaded) -> Screen:
    """Leave the lobby.

    Raises:
        Refused: see `tables.lobby.leave`.
    """
    if loaded.table.status == "over":
        return play.over(request, loaded)
    await services.tables.change(loaded, lambda table: lobby.leave(table, request.user, request.user))
    return Screen(request.texts("lobby.left", game=loaded.table.id))


async def choose_removed(services: Services, request: Request, loaded: Loaded) -> Screen:
    """The question to the host whom to remove.

    Raises:
        Refused: `host-only`, or the lobby is over.
    """
    loaded = await _checked_host(services, request, loaded)
    return screens.remove(loaded.table, request.texts)


async def _checked_host(services: Services, request: Request, loaded: Loaded) -> Loaded:
    """The table, for its present host; raises `Refused`: `host-only`, or the lobby is over."""
    loaded.table.check_lobby()
    loaded = await with_present_host(services, request, loaded)
    if request.user != loaded.table.host:
        raise Refused("host-only")
    return loaded


def user_of(press: Press) -> UserId:
    """The user who was chosen as the answer to that question.

    Raises:
        Refused: `bad-press`.
    """
    if not press.draft.isdecimal() or len(press.draft) > 20:
        raise Refused("bad-press")
    return UserId(int(press.draft))


async def remove_chosen(services: Services, request: Request, loaded: Loaded, press: Press) -> Screen:
    """Take the person or the bot that was chosen out of the lobby.

    Raises:
        Refused: `bad-press`, or see `tables.lobby.leave` and `tables.lobby.remove_bot`.
    """
    bot = press.draft.removeprefix(screens.BOT)
    if bot == press.draft or bot not in ("0", "1", "2"):
        return await remove(services, request, loaded, user=user_of(press))
    bots, seen = lobby.bots_of(loaded.table), _bots_seen(press)
    try:
        changed = await services.tables.change(
            loaded, lambda table: lobby.remove_bot(table, request.user, int(bot), seen)
        )
    except Refused as error:
        if error.code != "moved-on":
            raise
        now = await services.tables.load(loaded.table.id)
        return _with_reason(await choose_removed(services, request, now), error, request)
    name = bots[int(bot)].name if int(bot) < len(bots) else "?"
    return Screen(request.texts("lobby.removed", game=changed.table.id, name=plain(name)))


async def remove(services: Services, request: Request, loaded: Loaded, *, user: UserId) -> Screen:
    """Take somebody else out of the lobby.

    Raises:
        Refused: see `tables.lobby.leave`.
    """
    loaded = await with_present_host(services, request, loaded)
    await services.tables.change(loaded, lambda table: lobby.leave(table, user, request.user))
    return screens.removed(loaded.table, user, request.texts)


# --- what the host changes ---------------------------------------------------------------------------------------


async def choose_level(services: Services, request: Request, loaded: Loaded) -> Screen:
    """The question to the host how the bot plays that they add.

    Raises:
        Refused: `host-only`, or the lobby is over.
    """
    loaded = await _checked_host(services, request, loaded)
    return screens.choose_level(loaded.table, request.texts)


def _bots_seen(press: Press) -> int | None:
    """How many bots the lobby had when this choice was offered; `None` for a message of an older release."""
    return press.version - 1 if press.version else None


def _with_reason(screen: Screen, error: Refused, request: Request) -> Screen:
    """A question that is asked again, after the reason why its answer was refused."""
    return replace(screen, text=f"{refusal_text(error, request.texts)}\n{screen.text}")


async def add_bot(services: Services, request: Request, loaded: Loaded, press: Press) -> Screen:
    """Give a free seat to a bot of the level that was chosen, once for each question.

    Raises:
        Refused: `unknown-choice`, or see `tables.lobby.add_bot`.
    """
    loaded = await _checked_host(services, request, loaded)
    level, seen = cast("Level", one_of(LEVELS, press.draft)), _bots_seen(press)
    try:
        changed = await services.tables.change_once(
            loaded,
            lambda table: lobby.add_bot(table, request.user, level, seen),
            lambda table: seen is not None and len(table.levels) == seen + 1 and table.levels[-1] == level,
        )
    except Refused as error:
        if error.code != "moved-on":
            raise
        now = await services.tables.load(loaded.table.id)
        return _with_reason(await choose_level(services, request, now), error, request)
    name = lobby.bots_of(changed.table)[-1].name
    return Screen(request.texts("lobby.bot-added", game=changed.table.id, name=plain(name)))


async def choose_terms(services: Services, request: Request, loaded: Loaded) -> Screen:
    """The seats and the move time for the host to change.

    Raises:
        Refused: `host-only`, or the lobby is over.
    """
    loaded = await _checked_host(services, request, loaded)
    return screens.change(loaded.table, request.texts)


async def change_terms(services: Services, request: Request, loaded: Loaded, press: Press) -> Screen:
    """Change the seats or the move time, and show both.

    Raises:
        Refused: `bad-press`, or see `tables.lobby.change_terms`.
    """
    loaded = await _checked_host(services, request, loaded)
    chosen, user = press.draft, request.user
    if press.verb == Verb.PACE:
        changed = await services.tables.change(loaded, lambda table: lobby.change_terms(table, user, pace=chosen))
        return screens.change(changed.table, request.texts)
    if chosen not in ("1", "2", "3", "4"):
        raise Refused("bad-press")
    changed = await services.tables.change(loaded, lambda table: lobby.change_terms(table, user, seats=int(chosen)))
    return screens.change(changed.table, request.texts)


# --- begin and close -----------------------------------------------------------------------------------------------


async def begin(services: Services, request: Request, loaded: Loaded) -> Screen:
    """Begin the game, and show the host their move, or their rack.

    Raises:
        Refused: see `tables.lobby.begin`.
    """
    loaded = await with_present_host(services, request, loaded)
    if loaded.table.status == "lobby" and request.user == loaded.table.host:
        loaded = await departures.without_departed(services, loaded, departures.others(loaded.table, request.user))
    return begun(request, await services.tables.deal(loaded, request.user))


def begun(request: Request, loaded: Loaded, *, new: bool = False) -> Screen:
    """That a game has begun, with the move or the rack of the person who began it; what counts, if they are `new`."""
    words = request.texts("lobby.begun", game=loaded.table.id)
    if new:
        words += f" {request.texts(f'scores.aim.{loaded.table.opened.mode}')}\n{request.texts('learn.offer')}"
    view = loaded.table.view_for(request.user)
    if view.on_turn:
        shown = first_step(loaded.table, view, request.texts, words)
    else:
        shown = play.rack(request, loaded)
        shown = replace(shown, text=f"{words}\n{shown.text}")
    return with_button(shown, learn.button(request.texts)) if new else shown


async def close(services: Services, request: Request, loaded: Loaded) -> Screen:
    """Close a lobby; a game that began in the meantime goes on.

    Raises:
        Refused: see `tables.lobby.close`.
    """
    loaded = await with_present_host(services, request, loaded)
    await services.tables.change(loaded, lambda table: lobby.close(table, request.user))
    return Screen(request.texts("lobby.closed", game=loaded.table.id))


# --- the rematch ---------------------------------------------------------------------------------------------------


async def accept_rematch(services: Services, request: Request, loaded: Loaded) -> Screen:
    """Agree to a rematch, which begins when everybody has.

    Raises:
        Refused: see `tables.rematch.accept`.
    """
    # The offer ends with its timer, which stands still while the bot or the server is away.
    offered = (row.due_at for row in await services.store.outbox_of(loaded.table.id) if row.kind == "lapse")
    expired = services.clock() >= next(offered, services.clock())
    agreed = await services.tables.change(loaded, lambda table: rematch.accept(table, request.user, expired=expired))
    if not rematch.is_agreed(agreed.table):
        agreed = await departures.without_departed(services, agreed, departures.others(agreed.table, request.user))
    if agreed.table.departed:
        names = tuple(agreed.table.name_of(user) for user in agreed.table.humans if user in agreed.table.departed)
        raise Refused("departed", names=names)
    return Screen(request.texts("again.begins" if rematch.is_agreed(agreed.table) else "again.noted"))


async def decline_rematch(services: Services, request: Request, loaded: Loaded) -> Screen:
    """Decline a rematch.

    Raises:
        Refused: see `tables.rematch.decline`.
    """
    await services.tables.change_once(
        loaded,
        lambda table: rematch.decline(table, request.user),
        lambda table: table.rematch_declined_by == request.user,
    )
    return Screen(request.texts("again.no"))
