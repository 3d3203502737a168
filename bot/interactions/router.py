"""From a press to the function that answers it. The table is loaded here, once, if its person may see it.

Presses that change a game carry the version that their message showed; if the game has moved on they change nothing
and show the present position. All others show the present.
"""

from __future__ import annotations

import logging
from collections.abc import Awaitable, Callable, Sequence
from typing import Final, assert_never

from bot.interactions import (
    absence,
    analysis,
    daily,
    find,
    hint,
    info,
    learn,
    lobby,
    planned,
    play,
    player,
    puzzle,
    rematch,
    statistics,
    which_game,
)
from bot.interactions.request import Request
from bot.screens.model import Screen
from bot.screens.press import Press, Verb
from bot.screens.refusals import refusal_text
from bot.services import lookup
from bot.services.context import Services
from bot.services.tables import Loaded
from bot.tables.daily import day_of
from bot.tables.errors import Refused
from bot.tables.lessons import is_lesson
from data.ids import GameId
from game.illegal import Illegal

Handler = Callable[[Services, Request, Press], Awaitable[Screen]]

log = logging.getLogger(__name__)

_WITHOUT_GAME: Final[Sequence[tuple[Callable[[GameId], bool], Handler]]] = (
    (lambda game: game == puzzle.NO_GAME, puzzle.handle),
    (lambda game: day_of(game) is not None, daily.handle),
    (is_lesson, learn.handle),
)
"""Who answers presses that belong to no game, by the number that stands for one."""

_BESIDE_THE_TURNS: Final = frozenset(
    {Verb.STOP, Verb.PLAY_ON, Verb.TAKE_OVER, Verb.REMATCH, Verb.NO_REMATCH, Verb.COME_BACK, Verb.RESIGN}
    | {Verb.ANALYSIS, Verb.TURNING_POINT, Verb.SHARE_ANALYSIS}
)
"""Where one of these is refused, the reason is all there is to say."""


async def handle(services: Services, request: Request, press: Press) -> Screen:
    """The screen that a press leads to; refusals come as a screen with the reason and the present position.

    The draft of a select's press is the option that was chosen.

    Raises:
        StoreError: the store cannot be reached; nothing was changed.
    """
    if press.verb == Verb.FORGET:
        return await player.forget(services, request)
    if press.verb == Verb.POST_PROFILE:
        return await statistics.post_profile(services, request)
    for belongs, answer in _WITHOUT_GAME:
        if belongs(press.game):
            return await answer(services, request, press)
    try:
        loaded = await services.tables.load(press.game)
        if not lookup.is_viewable(loaded, request.user, request.location):
            raise Refused("no-such-game", game=press.game)
        loaded = await find.with_present_name(services, request, loaded)
        return await _handled(services, request, loaded, press)
    except (Refused, Illegal) as error:
        # Without the draft, which may name a tile that nobody else may see.
        fields = {"verb": press.verb.value, "version": press.version, "code": error.code, "user": request.user}
        log.info("a press was refused", extra=fields)
        if press.verb in _BESIDE_THE_TURNS and error.code not in play.ENDED:
            return Screen(refusal_text(error, request.texts))
        return await play.refused(services, request, press.game, error)


async def _handled(  # noqa: C901, PLR0911, PLR0912 - one case a verb
    services: Services, request: Request, loaded: Loaded, press: Press
) -> Screen:
    match press.verb:
        case Verb.PLAY | Verb.OTHER_TILE | Verb.TILE | Verb.ROW | Verb.SPACE | Verb.DIRECTION:
            return play.open_panel(request, loaded, press)
        case Verb.TURN | Verb.TRY | Verb.WHOLE_BOARD | Verb.TRIAL:
            return play.open_panel(request, loaded, press)
        case Verb.PLACE | Verb.PLACE_AND_EXCHANGE if request.preferences.confirm_placing:
            return play.ask_before_placing(request, loaded, press)
        case Verb.PLACE | Verb.PLACE_AND_EXCHANGE | Verb.SURE | Verb.SURE_AND_EXCHANGE:
            return await play.place_draft(services, request, loaded, press)
        case Verb.HINT:
            return await hint.show(services, request, loaded, press)
        case Verb.PLAN | Verb.PLAN_UNTOUCHED:
            return await planned.keep(services, request, loaded, press)
        case Verb.DROP_PLAN:
            return await planned.drop(services, request, loaded)
        case Verb.RACK:
            return play.rack(request, loaded)
        case Verb.SCORES:
            return info.scores(request, loaded)
        case Verb.RULES:
            return info.rules_of(request, loaded)
        case Verb.FIRST | Verb.EARLIER | Verb.LATER | Verb.LAST:
            return info.replay_step(request, loaded, press)
        case Verb.FILM:
            return info.film(request, loaded)
        case Verb.SHARE_REPLAY:
            return await info.share_replay(services, request, loaded)
        case Verb.ANALYSIS | Verb.TURNING_POINT:
            return await analysis.show(services, request, loaded, press)
        case Verb.SHARE_ANALYSIS:
            return await analysis.share(services, request, loaded)
        case Verb.JOIN:
            return await lobby.join(services, request, loaded, side=lobby.side_of(press))
        case Verb.LEAVE:
            return await lobby.leave(services, request, loaded)
        case Verb.BEGIN:
            return await lobby.begin(services, request, loaded)
        case Verb.CANCEL:
            return await lobby.close(services, request, loaded)
        case Verb.REMOVE:
            return await lobby.choose_removed(services, request, loaded)
        case Verb.REMOVED:
            return await lobby.remove_chosen(services, request, loaded, press)
        case Verb.ADD_BOT:
            return await lobby.choose_level(services, request, loaded)
        case Verb.BOT_LEVEL:
            return await lobby.add_bot(services, request, loaded, press)
        case Verb.CHANGE_TERMS:
            return await lobby.choose_terms(services, request, loaded)
        case Verb.SEATS | Verb.PACE:
            return await lobby.change_terms(services, request, loaded, press)
        case Verb.STOP:
            return await play.agree_to_stop(services, request, loaded, press)
        case Verb.PLAY_ON:
            return await play.play_on(services, request, loaded, press)
        case Verb.REMATCH:
            return await rematch.accept(services, request, loaded)
        case Verb.NO_REMATCH:
            return await rematch.decline(services, request, loaded)
        case Verb.COME_BACK:
            return await absence.come_back(services, request, loaded)
        case Verb.TAKE_OVER:
            return await absence.vote_takeover(services, request, loaded, press)
        case Verb.RESIGN:
            return await absence.resign(services, request, loaded)
        case Verb.NOTICES_ON | Verb.NOTICES_OFF:
            return await player.switch_notices(services, request, loaded, wanted=press.verb == Verb.NOTICES_ON)
        case Verb.CHOSEN_GAME:
            return await which_game.answer(services, request, loaded, press)
        case Verb.PUZZLE | Verb.DAILY | Verb.DAILY_BOARD | Verb.DAILY_SHARE | Verb.LEARN | Verb.PLAY_BEGINNER:
            raise Refused("bad-press")
        case Verb.FORGET | Verb.POST_PROFILE:
            raise ValueError("belongs to no table")
    assert_never(press.verb)
