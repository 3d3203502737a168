"""The guided first game: a position with one thing to do, played with the panel, and what came of it. Pure."""

from __future__ import annotations

from dataclasses import replace

from bot.screens.draft import NOTHING, Draft
from bot.screens.model import Button, Screen, with_button
from bot.screens.panel import panel_of
from bot.screens.panel_context import PanelContext
from bot.screens.phrases import points_words, sign, tile_words
from bot.screens.picture_labels import NOBODY, labels
from bot.screens.press import LessonPress, LessonTurnPress, NextLessonPress, PersonPress
from bot.screens.text_board import last_turn
from bot.screens.verbs import PersonVerb, Step
from bot.tables.events import Opened, Seat
from bot.tables.table import NO_GAME, Table
from bot.texts import Texts, unmarked
from game.board import NAMES
from game.events import Place
from game.lessons import STEPS, Lesson, lessons
from game.modes import DEFAULT_MODE
from game.rules import preview
from game.state import SeatView
from render.scene_builder import Ghost, board_scene, rack_scene


def button(texts: Texts) -> Button:
    """The way to the step to which somebody has come."""
    return Button(texts("learn.button"), NextLessonPress())


def beginner(texts: Texts) -> Button:
    """The way to a real game against a beginner."""
    return Button(texts("learn.play-beginner"), PersonPress(PersonVerb.PLAY_BEGINNER))


def step(number: int, draft: Draft, texts: Texts, pressed: Step = Step.PLAY) -> Screen:
    """A step at what the draft has reached; what it is about, until something is chosen."""
    lesson = lessons()[number]
    context = PanelContext(_table(texts), lesson.view, texts, "", LessonTurnPress(number, Step.PLAY))
    shown = panel_of(context, draft, pressed)
    if draft != NOTHING:
        return shown
    task = texts(f"learn.{lesson.goal}.task", **_words(lesson))
    return replace(shown, text=f"{texts('learn.head', step=number + 1, steps=STEPS)}\n{task}")


def answer(number: int, place: Place, texts: Texts, *, reached: bool) -> Screen:
    """What a placement did, whether that was it, and the way on."""
    lesson = lessons()[number]
    view = lesson.view
    outcome = preview(view, place.tile, place.at)
    done, words = outcome.placement, labels(_table(texts), view, texts)
    what = f"{tile_words(place.tile, texts)} {NAMES[place.at[0]]}-{NAMES[place.at[1]]}: {points_words(done)}"
    key = "good" if reached else "again"
    lines = [texts("panel.done", what=what), texts(f"learn.{lesson.goal}.{key}", **_words(lesson))]
    left = rack_scene(replace(view, rack=outcome.rack), words)
    scene = replace(board_scene(view, words, rack=True, ghost=Ghost(place.tile, place.at)), rack=left.rack)
    if reached:
        on = Button(texts("learn.next"), LessonPress(number + 1), "success")
    else:
        on = Button(texts("learn.try-again"), LessonPress(number), "primary")
    skip = Button(texts("learn.skip"), LessonPress(number + 1))
    return Screen("\n".join(lines), scene, _alt(view, place, texts), ((on,) if reached else (on, skip),))


def _alt(view: SeatView, place: Place, texts: Texts) -> str:
    """The picture of an answer in words."""
    return unmarked(last_turn(preview(view, place.tile, place.at).position, (texts("puzzle.you"), ""), texts))


def end(texts: Texts) -> Screen:
    """What comes after the last step."""
    game = replace(beginner(texts), style="success")
    again = Button(texts("learn.from-start"), LessonPress(0))
    return Screen(texts("learn.end"), rows=((game, again),))


def with_way_back(screen: Screen, number: int, texts: Texts) -> Screen:
    """The first step of somebody who goes on where they left, with the way to the beginning."""
    if number == 0:
        return screen
    return with_button(screen, Button(texts("learn.from-start"), LessonPress(0)))


def _words(lesson: Lesson) -> dict[str, object]:
    return {"amount": lesson.amount, "colour": sign(lesson.colour)}


def _table(texts: Texts) -> Table:
    """A table of nobody for the words of panel and picture."""
    names = (texts("puzzle.you"), texts("learn.opponent"))
    opened = Opened(NOBODY, DEFAULT_MODE, 2, hints=False)
    return Table(NO_GAME, opened, seats=tuple(Seat(None, name) for name in names))
