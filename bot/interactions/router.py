"""From a press to the function that answers it. The table is loaded here, once, if its person may see it.

Presses that change a game carry the version that their message showed; if the game has moved on they change nothing
and show the present position. All others show the present.
"""

from __future__ import annotations

import logging
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
    next_turn,
    operator,
    planned,
    play,
    player,
    puzzle,
    rematch,
    server,
    statistics,
    stop,
    tournament,
    which_game,
)
from bot.interactions.request import Request
from bot.screens.custom_ids import log_fields
from bot.screens.model import Screen
from bot.screens.press import (
    AboutGame,
    AnnouncePress,
    ChosenGamePress,
    DailyBoardPress,
    DailyPress,
    DailyTurnPress,
    GamePress,
    GamesPress,
    GiftPress,
    HintPress,
    JoinPress,
    LessonPress,
    LessonTurnPress,
    NextLessonPress,
    OpenTurnPress,
    PersonPress,
    PlanPress,
    PreferenceChoice,
    Press,
    PuzzlePress,
    PuzzleTurnPress,
    ReplayPress,
    RulesPress,
    SeatChoice,
    ServerPress,
    SettingChoice,
    TermChoice,
    TournamentPress,
    TurningPointPress,
    TurnPress,
    VotePress,
)
from bot.screens.refusals import refusal_text
from bot.screens.verbs import GameVerb, PersonVerb, Step, Vote
from bot.services import lookup
from bot.services.context import Services
from bot.services.loaded import Loaded
from bot.tables.errors import Refused
from game.illegal import Illegal

log = logging.getLogger(__name__)

_BESIDE_THE_TURNS: Final = frozenset(
    {GameVerb.REMATCH, GameVerb.NO_REMATCH, GameVerb.COME_BACK, GameVerb.RESIGN}
    | {GameVerb.ANALYSIS, GameVerb.SHARE_ANALYSIS, GameVerb.FAIRNESS, GameVerb.RECORD}
)
"""Where one of these is refused, the reason is all there is to say."""


async def handle(  # noqa: C901, PLR0911 - one case a kind
    services: Services, request: Request, press: Press
) -> Screen:
    """The screen that a press leads to; refusals come as a screen with the reason and the present position.

    Raises:
        Refused: nothing came of a press that is about no game.
        StoreError: the store cannot be reached; nothing was changed.
    """
    match press:
        case DailyPress() | DailyBoardPress() | DailyTurnPress():
            return await daily.handle(services, request, press)
        case NextLessonPress() | LessonPress() | LessonTurnPress():
            return await learn.handle(services, request, press)
        case PuzzlePress() | PuzzleTurnPress():
            return await puzzle.handle(services, request, press)
        case TournamentPress():
            return await tournament.handle(services, request, press)
        case ServerPress() | SettingChoice():
            return await server.handle(services, request, press)
        case PersonPress() | PreferenceChoice():
            return await _about_person(services, request, press)
        case OpenTurnPress(game):
            return await next_turn.show(services, request, game)
        case GamesPress(page):
            return await next_turn.games(services, request, page)
        case AnnouncePress(number):
            return await operator.announce(services, request, number)
        case RulesPress(mode):
            return info.rules(request, mode)
        case _:
            return await _about_game(services, request, press)


async def _about_person(services: Services, request: Request, press: PersonPress | PreferenceChoice) -> Screen:
    if isinstance(press, PreferenceChoice):
        return await player.choose(services, request, press)
    match press.verb:
        case PersonVerb.FORGET:
            return await player.forget(services, request)
        case PersonVerb.POST_PROFILE:
            return await statistics.post_profile(services, request)
        case PersonVerb.PLAY_BEGINNER:
            return await learn.play_beginner(services, request)
        case PersonVerb.NEXT_TURN:
            return await next_turn.show(services, request)
    assert_never(press.verb)


async def _about_game(services: Services, request: Request, press: AboutGame) -> Screen:
    try:
        loaded = await services.tables.load(press.game)
        if not lookup.is_viewable(loaded, request.user, request.location):
            raise Refused("no-such-game", game=press.game)
        loaded = await find.with_present_name(services, request, loaded)
        return await _at_table(services, request, loaded, press)
    except (Refused, Illegal) as error:
        fields = {**log_fields(press), "code": error.code, "user": request.user}
        log.info("a press was refused", extra=fields)
        if _is_beside_the_turns(press) and error.code not in play.ENDED:
            return Screen(refusal_text(error, request.texts))
        return await play.refused(services, request, press.game, error)


def _is_beside_the_turns(press: AboutGame) -> bool:
    if isinstance(press, GamePress):
        return press.verb in _BESIDE_THE_TURNS
    return isinstance(press, (VotePress, GiftPress, TurningPointPress))


async def _at_table(  # noqa: C901, PLR0911, PLR0912 - one case a kind
    services: Services, request: Request, loaded: Loaded, press: AboutGame
) -> Screen:
    match press:
        case TurnPress(verb=Step.PLAY) if _is_direct(request) and _waits_for_others(request, loaded):
            return await next_turn.instead_of(services, request, loaded)
        case TurnPress():
            return await play.turn(services, request, loaded, press)
        case PlanPress():
            return await planned.keep(services, request, loaded, press)
        case HintPress(version=version):
            return await hint.show(services, request, loaded, version)
        case VotePress():
            return await _vote(services, request, loaded, press)
        case GiftPress(turn=turn, gifts=gifts):
            return await absence.give_day(services, request, loaded, turn, gifts)
        case GamePress(verb=verb):
            return await _asked(services, request, loaded, verb)
        case JoinPress(team=team):
            return await lobby.join(services, request, loaded, side=team)
        case SeatChoice():
            return await lobby.change_seat(services, request, loaded, press)
        case TermChoice():
            return await lobby.change_terms(services, request, loaded, press)
        case ReplayPress(turn=turn):
            return info.replay_step(request, loaded, turn)
        case TurningPointPress(number=number):
            return await analysis.turning_point(services, request, loaded, number)
        case ChosenGamePress(command=command):
            return await which_game.answer(services, request, loaded, command)
    assert_never(press)


def _is_direct(request: Request) -> bool:
    """Whether a press comes from the direct messages of the bot, where old notices of turns are."""
    return request.location.guild is None and not request.location.is_of_others


def _waits_for_others(request: Request, loaded: Loaded) -> bool:
    table = loaded.table
    return table.status == "running" and not lookup.is_on_turn(table, request.user)


async def _vote(services: Services, request: Request, loaded: Loaded, press: VotePress) -> Screen:
    match press.verb:
        case Vote.STOP:
            return await stop.agree_to_stop(services, request, loaded, press.turn)
        case Vote.PLAY_ON:
            return await stop.play_on(services, request, loaded, press.turn)
        case Vote.TAKE_OVER:
            return await absence.vote_takeover(services, request, loaded, press.turn)
    assert_never(press.verb)


async def _asked(  # noqa: C901, PLR0911, PLR0912 - one case a verb
    services: Services, request: Request, loaded: Loaded, verb: GameVerb
) -> Screen:
    match verb:
        case GameVerb.RACK:
            return play.rack(request, loaded)
        case GameVerb.SCORES:
            return info.scores(request, loaded)
        case GameVerb.HISTORY:
            return info.history(request, loaded)
        case GameVerb.RULES:
            return info.rules_of(request, loaded)
        case GameVerb.FILM:
            return info.film(request, loaded)
        case GameVerb.NOTICES_ON | GameVerb.NOTICES_OFF:
            return await player.switch_notices(services, request, loaded, wanted=verb == GameVerb.NOTICES_ON)
        case GameVerb.LEAVE:
            return await lobby.leave(services, request, loaded)
        case GameVerb.BEGIN:
            return await lobby.begin(services, request, loaded)
        case GameVerb.CANCEL:
            return await lobby.close(services, request, loaded)
        case GameVerb.REMOVE:
            return await lobby.choose_removed(services, request, loaded)
        case GameVerb.ADD_BOT:
            return await lobby.choose_level(services, request, loaded)
        case GameVerb.CHANGE_TERMS:
            return await lobby.choose_terms(services, request, loaded)
        case GameVerb.INVITE:
            return lobby.invite(request, loaded)
        case GameVerb.ASK_FOR_SEAT:
            return await lobby.ask_for_seat(services, request, loaded)
        case GameVerb.DROP_PLAN:
            return await planned.drop(services, request, loaded)
        case GameVerb.COME_BACK:
            return await absence.come_back(services, request, loaded)
        case GameVerb.RESIGN:
            return await absence.resign(services, request, loaded)
        case GameVerb.REMATCH:
            return await rematch.accept(services, request, loaded)
        case GameVerb.NO_REMATCH:
            return await rematch.decline(services, request, loaded)
        case GameVerb.SHARE_REPLAY:
            return await info.share_replay(services, request, loaded)
        case GameVerb.ANALYSIS:
            return await analysis.show(services, request, loaded)
        case GameVerb.SHARE_ANALYSIS:
            return await analysis.share(services, request, loaded)
        case GameVerb.FAIRNESS:
            return info.fair(request, loaded)
        case GameVerb.RECORD:
            return info.export(request, loaded)
        case GameVerb.REFRESH:
            return info.refreshed(request, loaded)
    assert_never(verb)
