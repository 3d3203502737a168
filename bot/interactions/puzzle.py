"""Puzzles: one is offered, answered with the panel of a turn, and what came of it is kept of the person."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from random import Random
from typing import Final

from bot.interactions.request import Request
from bot.screens import puzzle as screens
from bot.screens.draft import Draft, parse_draft, placed
from bot.screens.model import Screen
from bot.screens.press import Press, Verb
from bot.screens.puzzle import NO_GAME, Record
from bot.screens.refusals import refusal_text
from bot.services.context import Services
from bot.tables.errors import Refused
from data.ids import UserId
from data.store import PuzzleAnswer
from game.illegal import Illegal
from game.puzzles import Puzzle, codes, find, setups
from game.rules import preview

__all__ = ["NO_GAME", "handle", "offer"]

_STEPS: Final = frozenset(
    {Verb.PLAY, Verb.OTHER_TILE, Verb.TILE, Verb.ROW, Verb.SPACE, Verb.DIRECTION, Verb.TURN, Verb.TRY}
    | {Verb.WHOLE_BOARD, Verb.TRIAL}
)
_ANSWERS: Final = frozenset({Verb.PLACE, Verb.PLACE_AND_EXCHANGE, Verb.SURE, Verb.SURE_AND_EXCHANGE})


async def offer(services: Services, request: Request, mode: str | None) -> Screen:
    """A puzzle that the person has not answered yet; one of those that they missed once there is none left.

    Raises:
        Refused: `no-puzzles`.
    """
    every = [code for of, seats in setups() if mode in (None, of) for code in codes(of, seats)]
    if not every:
        raise Refused("no-puzzles")
    answers = await services.store.puzzle_answers(request.user)
    return screens.question(_next(every, answers, request.user), Draft(), request.texts)


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


async def handle(services: Services, request: Request, press: Press) -> Screen:
    """What a press of a puzzle leads to; one that makes no sense is answered in a sentence."""
    try:
        return await _handled(services, request, press)
    except (Refused, Illegal) as error:
        return Screen(refusal_text(error, request.texts))


async def _handled(services: Services, request: Request, press: Press) -> Screen:
    if press.verb == Verb.PUZZLE:
        return await offer(services, request, press.draft or None)
    if press.verb not in _STEPS | _ANSWERS:
        raise Refused("no-such-game", game=press.game)
    puzzle = find(press.version)
    if puzzle is None:
        raise Refused("puzzle-gone")
    draft = parse_draft(press.draft)
    if press.verb in _STEPS:
        return screens.question(puzzle, draft, request.texts, press.verb)
    return await _answer(services, request, puzzle, draft)


async def _answer(services: Services, request: Request, puzzle: Puzzle, draft: Draft) -> Screen:
    """What a placement gave; the first answer of a person to a puzzle is kept.

    Raises:
        Refused: `bad-press`.
        Illegal: the rules forbid the placement.
    """
    tile, at = placed(draft)
    preview(screens.seen(puzzle), tile, at)
    why = await asyncio.to_thread(screens.why_better, puzzle, tile, at)
    solved = puzzle.solved_by(tile, at)
    first = await services.store.save_puzzle_answer(request.user, str(puzzle.code), solved=solved)
    answers = await services.store.puzzle_answers(request.user)
    streak = next((at for at, one in enumerate(reversed(answers)) if not one.solved), len(answers))
    record = Record(len(answers), sum(one.solved for one in answers), streak, known=not first)
    return screens.answer(puzzle, tile, at, why, record, request.texts)
