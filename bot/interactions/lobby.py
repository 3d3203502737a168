"""Around a lobby: join, leave, remove, change the terms, begin, close."""

from __future__ import annotations

from dataclasses import replace
from typing import assert_never

from bot.interactions import play
from bot.interactions.find import with_present_host
from bot.interactions.request import Request
from bot.screens import learn
from bot.screens import lobby as screens
from bot.screens.hint import first_step
from bot.screens.location import address
from bot.screens.model import Screen, with_button
from bot.screens.press import SeatChoice, TermChoice
from bot.screens.refusals import refusal_text
from bot.screens.verbs import SeatVerb, Term
from bot.services import alone, departures
from bot.services.context import Services
from bot.services.loaded import Loaded
from bot.settings.server import wants_thread
from bot.settings.typed import one_of
from bot.tables import lobby
from bot.tables.change import Change
from bot.tables.errors import Refused
from bot.tables.lobby import NewTerms
from bot.tables.messages import Remark
from bot.tables.table import Table
from bot.texts import known, plain
from data.ids import ChannelId, UserId
from game.ai.levels import LEVELS

# --- join and leave ------------------------------------------------------------------------------------------------


async def join(services: Services, request: Request, loaded: Loaded, *, side: int | None) -> Screen:
    """Take a seat in the lobby, in this team where there are teams.

    Raises:
        Refused: see `tables.lobby.join`.
    """
    new = not await services.store.has_played(request.user)
    # Who changes teams from elsewhere keeps the name that they have here.
    kept = None if request.location.guild == loaded.row.guild else loaded.table.display_name(request.user)
    name = kept or request.name
    await services.tables.change(loaded, lambda table: lobby.join(table, request.user, name, side))
    asked = (loaded.table.id, request.user)
    if asked in services.asked_for_seats:
        # Who leaves again may ask again.
        services.asked_for_seats.remove(asked)
    joined = request.texts("lobby.joined", game=loaded.table.id)
    return to_newcomer(request, Screen(joined)) if new else Screen(joined)


def to_newcomer(request: Request, screen: Screen) -> Screen:
    """The answer to somebody who has never played, with the way to their first game."""
    text = f"{screen.text}\n{request.texts('learn.offer')}"
    return with_button(replace(screen, text=text), learn.button(request.texts))


def invite(request: Request, loaded: Loaded) -> Screen:
    """A line with which anybody can call friends to a lobby.

    Raises:
        Refused: the lobby is over.
    """
    loaded.table.check_lobby()
    return screens.invitation(loaded.table, address(loaded), request.texts)


async def ask_for_seat(services: Services, request: Request, loaded: Loaded) -> Screen:
    """Let the host of a full lobby know that somebody would like to play, once; where a seat is free it is taken.

    Raises:
        Refused: `in-already`, `lobby-full` where no seat can be freed, or the lobby is over.
    """
    table = loaded.table
    table.check_lobby()
    if request.user in table.humans:
        raise Refused("in-already")
    if table.free > 0:
        return await join(services, request, loaded, side=None)
    if not lobby.can_make_room(table):
        raise Refused("lobby-full")
    asked = (table.id, request.user)
    if asked not in services.asked_for_seats:
        services.asked_for_seats.append(asked)
        args = {"who": f"<@{table.host}>", "name": f"<@{request.user}>", "game": table.id}
        await services.tables.send(loaded, Remark("lobby.asks", args=args, mentions=(table.host,)))
    return Screen(request.texts("lobby.asked", name=plain(table.name_of(table.host))))


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
        raise Refused("host-only", name=loaded.table.name_of(loaded.table.host))
    return loaded


async def change_seat(services: Services, request: Request, loaded: Loaded, press: SeatChoice) -> Screen:
    """What a choice of the host about a seat leads to.

    Raises:
        Refused: see `_remove_chosen` and `_add_bot`.
    """
    match press.verb:
        case SeatVerb.REMOVED:
            return await _remove_chosen(services, request, loaded, press)
        case SeatVerb.BOT_LEVEL:
            return await _add_bot(services, request, loaded, press)
    assert_never(press.verb)


async def _remove_chosen(services: Services, request: Request, loaded: Loaded, press: SeatChoice) -> Screen:
    """Take the person or the bot that was chosen out of the lobby.

    Raises:
        Refused: `bad-press`, or see `tables.lobby.leave` and `tables.lobby.remove_bot`.
    """
    bot = press.chosen.removeprefix(screens.BOT)
    if bot == press.chosen or bot not in ("0", "1", "2"):
        return await remove(services, request, loaded, user=_user_of(press.chosen))
    bots = lobby.bots_of(loaded.table)
    try:
        changed = await services.tables.change(
            loaded, lambda table: lobby.remove_bot(table, request.user, int(bot), press.bots)
        )
    except Refused as error:
        if error.code != "moved-on":
            raise
        now = await services.tables.load(loaded.table.id)
        return _with_reason(await choose_removed(services, request, now), error, request)
    name = bots[int(bot)].name if int(bot) < len(bots) else "?"
    return Screen(request.texts("lobby.removed", game=changed.table.id, name=plain(name)))


def _user_of(chosen: str) -> UserId:
    """The user who was chosen; raises `Refused`: `bad-press`."""
    if not chosen.isdecimal() or len(chosen) > 20:
        raise Refused("bad-press")
    return UserId(int(chosen))


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


def _with_reason(screen: Screen, error: Refused, request: Request) -> Screen:
    """A question that is asked again, after the reason why its answer was refused."""
    return replace(screen, text=f"{refusal_text(error, request.texts)}\n{screen.text}")


async def _add_bot(services: Services, request: Request, loaded: Loaded, press: SeatChoice) -> Screen:
    """Give a free seat to a bot of the level that was chosen, once for each question.

    Raises:
        Refused: `unknown-choice`, or see `tables.lobby.add_bot`.
    """
    loaded = await _checked_host(services, request, loaded)
    level, seen = one_of(LEVELS, press.chosen), press.bots

    def add(table: Table) -> Change:
        return lobby.add_bot(table, request.user, level, seen, language=_own_language(services, request, table))

    try:
        changed = await services.tables.change_once(
            loaded,
            add,
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


async def change_terms(services: Services, request: Request, loaded: Loaded, press: TermChoice) -> Screen:
    """Change a term of the lobby, and show all; where too many have joined for it, after that reason.

    Raises:
        Refused: `bad-press`, or see `tables.lobby.change_terms`.
    """
    loaded = await _checked_host(services, request, loaded)
    wanted = _wanted(press)
    try:
        changed = await services.tables.change(loaded, lambda table: lobby.change_terms(table, request.user, wanted))
    except Refused as error:
        if error.code != "seats-taken":
            raise
        now = await services.tables.load(loaded.table.id)
        return _with_reason(await choose_terms(services, request, now), error, request)
    return screens.change(changed.table, request.texts)


def _wanted(press: TermChoice) -> NewTerms:
    """The term that was chosen; raises `Refused`: `bad-press`."""
    match press.verb:
        case Term.PACE:
            return NewTerms(pace=press.chosen)
        case Term.MODE:
            return NewTerms(mode=press.chosen)
        case Term.HINTS:
            return NewTerms(hints=press.chosen == "on")
        case Term.CASUAL:
            return NewTerms(casual=press.chosen == "on")
        case Term.SEATS:
            if press.chosen not in ("1", "2", "3", "4"):
                raise Refused("bad-press")
            return NewTerms(seats=int(press.chosen))
    assert_never(press.verb)


# --- begin and close -----------------------------------------------------------------------------------------------


async def begin(services: Services, request: Request, loaded: Loaded) -> Screen:
    """Begin the game, and show the host their move, or their rack.

    Raises:
        Refused: see `tables.lobby.begin`.
    """
    loaded = await with_present_host(services, request, loaded)
    if loaded.table.status == "lobby" and request.user == loaded.table.host:
        loaded = await departures.without_departed(services, loaded, departures.others(loaded.table, request.user))
        spoken = NewTerms(language=_own_language(services, request, loaded.table))
        loaded = await services.tables.change(loaded, lambda table: lobby.change_terms(table, request.user, spoken))
    return await begun(services, request, await services.tables.deal(loaded, request.user))


def _own_language(services: Services, request: Request, table: Table) -> str | None:
    """The language of the host where nobody else plays, unless the lobby was opened in one of its own choice."""
    usual = known(request.server.language if request.server else None, services.default_language)
    return request.texts.language if table.humans == (request.user,) and table.opened.language == usual else None


async def begun(services: Services, request: Request, loaded: Loaded, *, new: bool = False) -> Screen:
    """That a game has begun, with the move or the rack of the person who began it; what counts, if they are `new`.

    Where the board is on its way, these come below it.
    """
    loaded, words = _in_thread(request, loaded), request.texts("lobby.begun", game=loaded.table.id)
    if loaded.is_posted and loaded.row.channel != loaded.row.home:
        words += f" {request.texts('lobby.thread', thread=f'<#{loaded.row.channel}>')}"
    if new:
        words += f" {request.texts(f'scores.aim.{loaded.table.opened.mode}')}\n{request.texts('learn.offer')}"
    if not loaded.is_posted:
        loaded = await alone.after_bots(services, loaded)
    view = loaded.table.view_for(request.user)
    if alone.awaits_board(services, loaded):
        shown = Screen(words, panel_below=loaded.table.id)
    elif view.on_turn:
        shown = first_step(loaded.table, view, request.texts, words)
    else:
        shown = play.rack(request, loaded)
        shown = replace(shown, text=f"{words}\n{shown.text}")
    return with_button(shown, learn.button(request.texts)) if new else shown


def _in_thread(request: Request, loaded: Loaded) -> Loaded:
    """The table where it is going to be played: a thread of its own has the number of the lobby's message."""
    row, place = loaded.row, request.channel
    home = row.channel == row.home == request.location.channel and not place.is_thread
    if not home or place.missing_for_threads or row.message is None:
        return loaded
    if not wants_thread(request.server, loaded.table.opened, len(loaded.table.humans)):
        return loaded
    return replace(loaded, row=replace(row, channel=ChannelId(row.message)))


async def close(services: Services, request: Request, loaded: Loaded) -> Screen:
    """Close a lobby; a game that began in the meantime goes on.

    Raises:
        Refused: see `tables.lobby.close`.
    """
    loaded = await with_present_host(services, request, loaded)
    await services.tables.change(loaded, lambda table: lobby.close(table, request.user))
    return Screen(request.texts("lobby.closed", game=loaded.table.id))
