"""The guided first game: offered where the person left it, played with the panel; how far they are is kept of them."""

from __future__ import annotations

from dataclasses import replace
from typing import Final, assert_never

from bot.interactions import lobby, new_table
from bot.interactions.play import intent_of
from bot.interactions.request import Request
from bot.screens import learn as screens
from bot.screens.draft import NOTHING
from bot.screens.model import Screen
from bot.screens.press import AboutLesson, LessonPress, LessonTurnPress, NextLessonPress
from bot.screens.refusals import refusal_text
from bot.screens.verbs import Placing, Step
from bot.services import lookup, writes
from bot.services.context import Services
from bot.services.loaded import Loaded
from bot.tables.errors import Refused
from game.illegal import Illegal
from game.lessons import STEPS, lessons
from game.modes import DEFAULT_MODE

_BEGINNER: Final = "beginner"


async def offer(services: Services, request: Request) -> Screen:
    """The step to which the person has come; the first one where they have made all."""
    done = await services.store.lesson(request.user)
    number = done if done < STEPS else 0
    return screens.with_way_back(screens.step(number, NOTHING, request.texts), number, request.texts)


async def handle(services: Services, request: Request, press: AboutLesson) -> Screen:
    """What a press of a step leads to; one that makes no sense is answered in a sentence above the step."""
    match press:
        case NextLessonPress():
            return await offer(services, request)
        case LessonPress(number):
            await _keep(services, request, number)
            return screens.end(request.texts) if number >= STEPS else screens.step(number, NOTHING, request.texts)
        case LessonTurnPress():
            try:
                return await _turn(services, request, press)
            except (Refused, Illegal) as error:
                shown = screens.step(press.step, NOTHING, request.texts)
                return replace(shown, text=f"{refusal_text(error, request.texts)}\n{shown.text}")
    assert_never(press)


async def _turn(services: Services, request: Request, press: LessonTurnPress) -> Screen:
    match press.verb:
        case Step() as step:
            return screens.step(press.step, press.draft, request.texts, step)
        case Placing() as placing:
            place = intent_of(placing, press.draft)
            reached = lessons()[press.step].reached(place)
            if reached:
                await _keep(services, request, press.step + 1)
            return screens.answer(press.step, place, request.texts, reached=reached)
    assert_never(press.verb)


async def play_beginner(services: Services, request: Request) -> Screen:
    """A standard game against a beginner, begun here; once until the person has placed something in it.

    Raises:
        Refused: see `new_table.start`.
    """
    async with services.first_games:
        found = await _unplayed(services, request)
        if found is not None:
            return await lobby.begun(services, request, found)
        return await new_table.start(services, request, new_table.Terms(bots=1, level=_BEGINNER))


async def _unplayed(services: Services, request: Request) -> Loaded | None:
    """The person's newest game against a beginner that is played here and in which they have placed nothing."""
    for loaded in reversed(await lookup.games_of(services.tables, request.user, ("running",))):
        table, row = loaded.table, loaded.row
        here = request.location_alone.channel in (row.channel, row.home)
        alike = table.opened.mode == DEFAULT_MODE and len(table.seats) == 2 and table.levels == (_BEGINNER,)
        seat = table.seat_of(request.user)
        if here and alike and not any(turn.seat == seat for turn in table.public.turns):
            return loaded
    return None


async def _keep(services: Services, request: Request, step: int) -> None:
    """Keep how far the person is."""
    await services.store.save_lesson(request.user, step)
    writes.record()
