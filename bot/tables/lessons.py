"""The guided first game: the numbers by which its steps are known where the ids of buttons have that of a game."""

from __future__ import annotations

from typing import Final

from data.ids import GameId

STEPS: Final = 6
_FIRST_ID: Final = 2 * 10**14
"""Above the numbers of all games and days."""


def lesson_id(step: int) -> GameId:
    """The number of a step, counted from 0."""
    return GameId(_FIRST_ID + step)


def is_lesson(game: GameId) -> bool:
    """Whether a number is that of a step."""
    return 0 <= game - _FIRST_ID <= STEPS


def step_of(game: GameId) -> int:
    """The step of such a number; `STEPS` is the end."""
    return game - _FIRST_ID
