"""What each button and select does: a press becomes a screen for the person who pressed. Knows no Discord.

Presses that change a game carry the version that their message showed; if the game has moved on they change nothing
and show how it stands. All others show the present.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Mapping
from dataclasses import replace
from typing import Final

from bot.screens import board, info, lobby, replay
from bot.screens.location import whereabouts
from bot.screens.model import Screen
from bot.screens.panel import Draft, panel, parse_draft, placed
from bot.screens.phrases import placement_words, rack_words, since_last_turn, turns_words
from bot.screens.press import Press
from bot.screens.refusals import refusal_text
from bot.services import lookup, privacy
from bot.services.context import Person, Services
from bot.services.tables import Loaded
from bot.tables.errors import Refused
from bot.tables.events import Joined
from bot.tables.preferences import PreferenceChange
from bot.tables.rematch import is_agreed
from bot.tables.table import Table
from bot.texts import plain
from data.store import StoreError
from game.events import Place
from game.illegal import Illegal
from game.state import SeatView

log = logging.getLogger(__name__)


async def answer(services: Services, who: Person, press: Press) -> Screen:
    """The screen that a press leads to; refusals come as a screen with the reason and the present position.

    The draft of a select's press is the option that was chosen.

    Raises:
        StoreError: the store cannot be reached; nothing was changed.
    """
    if press.verb == "forget":
        return Screen(who.texts("privacy.forgotten", games=await privacy.forget(services, who.user)))
    handler = _HANDLERS.get(press.verb)
    if handler is None:
        return Screen(who.texts("refused.out-of-date"))
    try:
        loaded = await services.tables.load(press.game)
        if not lookup.is_viewable(loaded, who.user, who.location):
            raise Refused("no-such-game", game=press.game)
        return await handler(services, who, press)
    except (Refused, Illegal) as error:
        if press.verb in _ASIDE:
            return Screen(refusal_text(error, who.texts))
        return await refused(services, who, press.game, error)


async def refused(services: Services, who: Person, game: int, error: Refused | Illegal) -> Screen:
    """Why something was refused and, where the person plays in that game, how it stands now."""
    why = refusal_text(error, who.texts)
    try:
        loaded = await services.tables.load(game)
    except Refused:
        return Screen(why)
    table = loaded.table
    if table.state is None or who.user not in table.humans:
        return Screen(why)
    view = table.view_for(who.user)
    if view.on_turn:
        return panel(table, view, Draft(), who.texts, why)
    now = board.present(table, view, who.texts)
    return replace(now, text=f"{why}\n{now.text}")


# --- the game ------------------------------------------------------------------------------------------------------


async def _play(services: Services, who: Person, press: Press) -> Screen:
    """Open the panel at the step of the draft, for the present position."""
    loaded = await services.tables.load(press.game)
    view = loaded.table.view_for(who.user)
    draft = parse_draft(press.draft)
    if view.on_turn:
        if press.draft and press.version != view.position.version:
            raise Refused("moved-on")
        return panel(loaded.table, view, draft, who.texts)
    if view.seat is None:
        raise Refused("not-playing")
    return await rack_screen(services, who, loaded)


async def _place(services: Services, who: Person, press: Press) -> Screen:
    tile, at = placed(parse_draft(press.draft))
    return await place(services, who, press.game, press.version, Place(tile, at, exchange=press.verb == "swap"))


async def place(services: Services, who: Person, game: int, version: int | None, intent: Place) -> Screen:
    """Make a placement and show what came of it: the next bonus placement, or the rack after the refill.

    Raises:
        Refused: see `Tables.play`.
        Illegal: see `Tables.play`.
    """
    loaded = await services.tables.play(game, who.user, version, intent)
    table = loaded.table
    seat = table.seat_of(who.user)
    mine = [turn for turn in table.game().position.turns if turn.seat == seat and turn.placements]
    laid = next(
        (laid for turn in reversed(mine) for laid in reversed(turn.placements) if set(laid.at) == set(intent.at)), None
    )
    done = who.texts("panel.done", what=placement_words(laid, who.texts)) if laid else ""
    if mine and mine[-1].exchanged:
        done += "\n" + who.texts("panel.exchanged", tiles=rack_words(mine[-1].exchanged))
    view = table.view_for(who.user)
    if view.on_turn:
        others = turns_words(since_last_turn(view), table.names, who.texts, limit=800)
        return panel(table, view, Draft(), who.texts, f"{done}\n{others}" if others else done)
    if view.position.ending:
        now = board.present(table, view, who.texts)
        return replace(now, text=f"{done}\n{now.text}")
    shown = await rack_screen(services, who, loaded)
    return replace(shown, text=f"{done}\n{who.texts('panel.turn-over', rack=rack_words(view.rack))}")


async def rack_screen(services: Services, who: Person, loaded: Loaded) -> Screen:
    """The person's own rack.

    Raises:
        Refused: `not-playing`, or no game has begun.
    """
    view = own_view(loaded, who.user)
    try:
        notices = (await services.store.player(who.user)).dm_rack
    except StoreError as error:
        # A placement may be stored already and wants its answer, even one with the wrong switch below it.
        log.warning("the wishes of a player cannot be read: %s", error)
        notices = False
    return info.rack(
        loaded.table, view, who.texts, whereabouts(loaded, who.texts, who.location.channel), notices=notices
    )


def own_view(loaded: Loaded, user: int) -> SeatView:
    """What a player sees of the game.

    Raises:
        Refused: `not-playing`, or no game has begun.
    """
    view = loaded.table.view_for(user)
    if view.seat is None:
        raise Refused("not-playing")
    return view


async def _rack(services: Services, who: Person, press: Press) -> Screen:
    return await rack_screen(services, who, await services.tables.load(press.game))


async def _scores(services: Services, who: Person, press: Press) -> Screen:
    table = (await services.tables.load(press.game)).table
    return info.scores(table, table.view_for(who.user), who.texts)


async def _rules(services: Services, who: Person, press: Press) -> Screen:
    return info.rules_page((await services.tables.load(press.game)).table.opened.mode, who.texts)


async def _notices(services: Services, who: Person, press: Press) -> Screen:
    """Switch the direct messages at the person's turns on or off, in all their games."""
    wanted = press.verb == "dmon"
    await privacy.change_preferences(services, who.user, PreferenceChange(notices=wanted))
    words = who.texts("rack.dm-on" if wanted else "rack.dm-off")
    loaded = await services.tables.load(press.game)
    if loaded.table.status != "running" or who.user not in loaded.table.humans:
        return Screen(words)
    shown = await rack_screen(services, who, loaded)
    return replace(shown, text=f"{words}\n{shown.text}")


# --- the lobby and the vote ----------------------------------------------------------------------------------------


async def _join(services: Services, who: Person, press: Press) -> Screen:
    side = int(press.draft) if press.draft in ("0", "1") else None
    await services.tables.join(press.game, Joined(who.user, who.name), side)
    return Screen(who.texts("lobby.joined", game=press.game))


async def _leave(services: Services, who: Person, press: Press) -> Screen:
    await services.tables.leave(press.game, who.user, who.user)
    return Screen(who.texts("lobby.left", game=press.game))


async def _begin(services: Services, who: Person, press: Press) -> Screen:
    loaded = await services.tables.begin(press.game, who.user)
    return await begun(services, who, loaded)


async def begun(services: Services, who: Person, loaded: Loaded) -> Screen:
    """The answer to who began a game: straight to their move, or their rack."""
    words = who.texts("lobby.begun", game=loaded.table.id)
    view = loaded.table.view_for(who.user)
    if view.on_turn:
        return panel(loaded.table, view, Draft(), who.texts, words)
    shown = await rack_screen(services, who, loaded)
    return replace(shown, text=f"{words}\n{shown.text}")


async def _cancel(services: Services, who: Person, press: Press) -> Screen:
    """The button of a lobby, which ends no game that began in the meantime."""
    await services.tables.close(press.game, who.user)
    return Screen(who.texts("lobby.closed", game=press.game))


async def cancel(services: Services, who: Person, game: int) -> Screen:
    """Close a lobby, or ask to end a running game; who plays alone is asked once more.

    Raises:
        Refused: see `Tables.vote_stop`.
    """
    loaded = await services.tables.load(game)
    if loaded.table.status == "running" and loaded.table.active == (who.user,):
        return lobby.confirm_stop(loaded.table, who.texts)
    return await _stop(services, who, game)


async def _stop(services: Services, who: Person, game: int) -> Screen:
    table = (await services.tables.vote_stop(game, who.user)).table
    key = {"over": "vote.stopped", "cancelled": "lobby.closed", "running": "vote.agreed"}[table.status]
    return Screen(who.texts(key, game=game))


async def _check_vote(services: Services, press: Press) -> Table:
    """The table of a vote; the button of a vote that lapsed with its turn is refused."""
    table = (await services.tables.load(press.game)).table
    if table.status == "running" and table.turn != press.version:
        raise Refused("moved-on")
    return table


async def _agree(services: Services, who: Person, press: Press) -> Screen:
    await _check_vote(services, press)
    return await _stop(services, who, press.game)


async def _decline(services: Services, who: Person, press: Press) -> Screen:
    table = await _check_vote(services, press)
    if table.active == (who.user,) and not table.stop_votes:
        return Screen(who.texts("vote.lapsed", game=press.game))
    await services.tables.reject_stop(press.game, who.user)
    return Screen(who.texts("vote.declined"))


async def _remove(services: Services, who: Person, press: Press) -> Screen:
    table = (await services.tables.load(press.game)).table
    table.check_lobby()
    if who.user != table.host:
        raise Refused("host-only")
    return lobby.remove(table, who.texts)


async def _removed(services: Services, who: Person, press: Press) -> Screen:
    if not press.draft.isdecimal() or len(press.draft) > 20:
        raise Refused("bad-press")
    return await remove(services, who, press.game, int(press.draft))


async def remove(services: Services, who: Person, game: int, user: int) -> Screen:
    """Take somebody out of the lobby.

    Raises:
        Refused: see `Tables.leave`.
    """
    before = (await services.tables.load(game)).table
    await services.tables.leave(game, user, who.user)
    name = next((person.name for person in before.lobby_players if person.user == user), "?")
    return Screen(who.texts("lobby.removed", game=game, name=plain(name)))


# --- away, and again -----------------------------------------------------------------------------------------------


async def _back(services: Services, who: Person, press: Press) -> Screen:
    await services.tables.come_back(press.game, who.user)
    return Screen(who.texts("away.welcome", game=press.game))


async def _automatic(services: Services, who: Person, press: Press) -> Screen:
    await _check_vote(services, press)
    loaded = await services.tables.vote_takeover(press.game, who.user)
    return Screen(who.texts("away.wanted" if loaded.table.takeover_offered else "away.taken", game=press.game))


async def _again(services: Services, who: Person, press: Press) -> Screen:
    loaded = await services.tables.accept_rematch(press.game, who.user)
    return Screen(who.texts("again.begins" if is_agreed(loaded.table) else "again.noted"))


async def _not_again(services: Services, who: Person, press: Press) -> Screen:
    await services.tables.decline_rematch(press.game, who.user)
    return Screen(who.texts("again.no"))


async def _resign(services: Services, who: Person, press: Press) -> Screen:
    await services.tables.resign(press.game, who.user)
    return Screen(who.texts("resign.done", game=press.game))


async def _step(services: Services, who: Person, press: Press) -> Screen:
    """One turn of a replay."""
    table = (await services.tables.load(press.game)).table
    table.game()
    if not press.draft.isdecimal() or len(press.draft) > 4:
        raise Refused("bad-press")
    return replay.step(table, int(press.draft), who.texts)


async def _film(services: Services, who: Person, press: Press) -> Screen:
    return replay.film((await services.tables.load(press.game)).table, who.texts)


_Handler = Callable[[Services, Person, Press], Awaitable[Screen]]

_ASIDE: Final = frozenset({"agree", "decline", "automatic", "rematch", "notagain", "back", "resign"})
"""The presses beside the turns: where one is refused, the reason is all there is to say."""

_HANDLERS: Final[Mapping[str, _Handler]] = {
    "play": _play,
    "again": _play,
    "tile": _play,
    "row": _play,
    "space": _play,
    "way": _play,
    "place": _place,
    "swap": _place,
    "rack": _rack,
    "scores": _scores,
    "rules": _rules,
    "dmon": _notices,
    "dmoff": _notices,
    "join": _join,
    "leave": _leave,
    "begin": _begin,
    "cancel": _cancel,
    "agree": _agree,
    "decline": _decline,
    "remove": _remove,
    "removed": _removed,
    "back": _back,
    "automatic": _automatic,
    "rematch": _again,
    "notagain": _not_again,
    "resign": _resign,
    "first": _step,
    "earlier": _step,
    "later": _step,
    "last": _step,
    "film": _film,
}
