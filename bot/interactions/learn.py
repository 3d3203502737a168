"""The guided first game: offered where the person left it, played with the panel; how far they are is kept of them."""

from __future__ import annotations

from typing import Final

from bot.interactions import lobby, new_table
from bot.interactions.request import Request
from bot.screens import learn as screens
from bot.screens.draft import Draft, parse_draft, placed
from bot.screens.model import Screen
from bot.screens.press import Press, Verb
from bot.screens.refusals import refusal_text
from bot.services import lookup, stored
from bot.services.context import Services
from bot.services.tables import Loaded
from bot.tables.errors import Refused
from bot.tables.lessons import STEPS, step_of
from game.events import Place
from game.illegal import Illegal
from game.lessons import lessons
from game.modes import DEFAULT_MODE

_STEPS: Final = frozenset(
    {Verb.PLAY, Verb.OTHER_TILE, Verb.TILE, Verb.ROW, Verb.SPACE, Verb.DIRECTION, Verb.TURN, Verb.TRY}
    | {Verb.WHOLE_BOARD}
)
_EXCHANGES: Final = frozenset({Verb.PLACE_AND_EXCHANGE, Verb.SURE_AND_EXCHANGE})
_BEGINNER: Final = "beginner"
_ANSWERS: Final = frozenset({Verb.PLACE, Verb.SURE}) | _EXCHANGES


async def offer(services: Services, request: Request) -> Screen:
    """The step to which the person has come; the first one where they have made all."""
    done = await services.store.lesson(request.user)
    number = done if done < STEPS else 0
    return screens.with_way_back(screens.step(number, Draft(), request.texts), number, request.texts)


async def handle(services: Services, request: Request, press: Press) -> Screen:
    """What a press of a step leads to; one that makes no sense is answered in a sentence."""
    number = step_of(press.game)
    try:
        return await _handled(services, request, press, number)
    except (Refused, Illegal) as error:
        why = refusal_text(error, request.texts)
        if number >= STEPS:
            return Screen(why)
        shown = screens.step(number, Draft(), request.texts)
        return Screen(f"{why}\n{shown.text}", shown.picture, shown.alt, shown.rows)


async def _handled(services: Services, request: Request, press: Press, number: int) -> Screen:
    if press.verb == Verb.LEARN and press.draft == screens.GO_ON:
        return await offer(services, request)
    if press.verb == Verb.LEARN:
        await _keep(services, request, number)
        return screens.end(request.texts) if number >= STEPS else screens.step(number, Draft(), request.texts)
    if press.verb == Verb.PLAY_BEGINNER:
        return await _play_beginner(services, request)
    if number >= STEPS or press.verb not in _STEPS | _ANSWERS:
        raise Refused("bad-press")
    draft = parse_draft(press.draft)
    if press.verb in _STEPS:
        return screens.step(number, draft, request.texts, press.verb)
    tile, at = placed(draft)
    place = Place(tile, at, exchange=press.verb in _EXCHANGES)
    reached = lessons()[number].reached(place)
    if reached:
        await _keep(services, request, number + 1)
    return screens.answer(number, place, request.texts, reached=reached)


async def _play_beginner(services: Services, request: Request) -> Screen:
    """A standard game against a beginner, begun in this channel; once until the person has placed something in it.

    Raises:
        Refused: see `new_table.start`.
    """
    async with services.first_games:
        found = await _unplayed(services, request)
        if found is not None:
            return lobby.begun(request, found)
        return await new_table.start(services, request, new_table.Terms(bots=1, level=_BEGINNER))


async def _unplayed(services: Services, request: Request) -> Loaded | None:
    """The person's newest game against a beginner in this channel in which they have placed nothing."""
    for loaded in reversed(await lookup.games_of(services.tables, request.user, ("running",))):
        table, row = loaded.table, loaded.row
        here = request.location.channel in (row.channel, row.home)
        alike = table.opened.mode == DEFAULT_MODE and len(table.seats) == 2 and table.levels == (_BEGINNER,)
        seat = table.seat_of(request.user)
        if here and alike and not any(turn.seat == seat for turn in table.public.turns):
            return loaded
    return None


async def _keep(services: Services, request: Request, step: int) -> None:
    """Keep how far the person is."""
    await services.store.save_lesson(request.user, step)
    stored.note()
