"""Puzzles: one is offered, answered with the panel of a turn, and what came of it is kept of the person."""

from __future__ import annotations

import asyncio
from collections.abc import Collection, Sequence
from random import Random
from typing import assert_never

from bot.interactions.request import Request
from bot.screens import puzzle as screens
from bot.screens.draft import NOTHING, Draft, placed
from bot.screens.model import Screen
from bot.screens.press import AboutPuzzle, PuzzlePress, PuzzleTurnPress
from bot.screens.puzzle import Record
from bot.screens.refusals import refusal_text
from bot.screens.verbs import Step
from bot.services.context import Services
from bot.tables.errors import Refused
from data.ids import UserId
from data.store import PuzzleAnswer
from game.illegal import Illegal
from game.modes import DEFAULT_MODE, MODES
from game.puzzles import Puzzle, codes, find, setups
from game.rules import preview


async def offer(services: Services, request: Request, mode: str | None) -> Screen:
    """A puzzle that the person has not answered yet; one of those that they missed once there is none left.

    Without a mode it is of the standard game, until they have finished games of other modes, or answered all of those.

    Raises:
        Refused: `no-puzzles`.
    """
    answers = await services.store.puzzle_answers(request.user)
    if mode is not None:
        every = _codes({mode})
    else:
        every = _codes({DEFAULT_MODE} | {row.result.mode for row in await services.store.results_of(request.user)})
        if {str(code) for code in every} <= {answer.puzzle for answer in answers}:
            every = _codes(MODES)
    if not every:
        raise Refused("no-puzzles")
    return screens.question(_next(every, answers, request.user), NOTHING, request.texts)


def _codes(modes: Collection[str]) -> list[int]:
    """The puzzles of some modes."""
    return [code for mode, seats in setups() if mode in modes for code in codes(mode, seats)]


def _next(every: Sequence[int], answers: Sequence[PuzzleAnswer], user: UserId) -> Puzzle:
    """The next puzzle in an order that is each person's own: new ones, then missed ones, the oldest answer first."""
    order = sorted(every)
    Random(user).shuffle(order)
    known = {answer.puzzle for answer in answers}
    again = [int(one.puzzle) for one in answers if not one.solved] + [int(one.puzzle) for one in answers]
    code = next((code for code in order if str(code) not in known), None)
    if code is None:
        code = next(code for code in again if code in order)
    puzzle = find(code)
    if puzzle is None:
        raise Refused("puzzle-gone")
    return puzzle


async def handle(services: Services, request: Request, press: AboutPuzzle) -> Screen:
    """What a press of a puzzle leads to; one that makes no sense is answered in a sentence."""
    try:
        match press:
            case PuzzlePress(mode):
                return await offer(services, request, mode)
            case PuzzleTurnPress():
                return await _turn(services, request, press)
        assert_never(press)
    except (Refused, Illegal) as error:
        return Screen(refusal_text(error, request.texts))


async def _turn(services: Services, request: Request, press: PuzzleTurnPress) -> Screen:
    puzzle = find(press.code)
    if puzzle is None:
        raise Refused("puzzle-gone")
    if isinstance(press.verb, Step):
        return screens.question(puzzle, press.draft, request.texts, press.verb)
    return await _answer(services, request, puzzle, press.draft)


async def _answer(services: Services, request: Request, puzzle: Puzzle, draft: Draft) -> Screen:
    """What a placement gave; the first answer of a person to a puzzle is kept.

    Raises:
        Refused: `bad-press`.
        Illegal: the rules forbid the placement.
    """
    tile, at = placed(draft)
    preview(puzzle.view, tile, at)
    why = await asyncio.to_thread(screens.why_better, puzzle, tile, at)
    solved = puzzle.solved_by(tile, at)
    first = await services.store.save_puzzle_answer(request.user, str(puzzle.code), solved=solved)
    answers = await services.store.puzzle_answers(request.user)
    streak = next((at for at, one in enumerate(reversed(answers)) if not one.solved), len(answers))
    record = Record(len(answers), sum(one.solved for one in answers), streak, known=not first)
    return screens.answer(puzzle, tile, at, why, record, request.texts)
