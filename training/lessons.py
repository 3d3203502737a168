"""`python -m training.lessons`: finds the positions of the guided first game and writes them.

They are turns of games between a careful player and the beginner in which the goal of a step is clear: few placements
reach it, and the one with the most points does not.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from pathlib import Path
from random import Random
from typing import Final

from game.events import Event, Place, TurnEnded
from game.lessons import SEAT, Goal, Lesson
from game.modes import DEFAULT_MODE, MODES
from game.placements import placements
from game.record import to_json
from game.rules import preview
from game.simulate import simulate

OUT: Final = Path(__file__).parents[1] / "game" / "lesson_data" / "lessons.json"
_WANTED: Final[tuple[tuple[Goal, int, int, int], ...]] = (
    ("first", 0, 0, 0),
    ("line", 5, 4, 10),
    ("lowest", 3, 10, 16),
    ("exchange", 0, 10, 20),
    ("bonus", 1, 24, 60),
    ("block", 2, 10, 30),
)
"""The goal, its amount, and between which turns of a game the position lies."""
_BONUS_AT: Final = 18
_NEAR: Final = 14
"""From where a peg that reaches 18 in one placement surprises nobody."""


def main() -> None:
    """Find one position a goal and write them."""
    parser = argparse.ArgumentParser(prog="python -m training.lessons")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=OUT)
    given = parser.parse_args()
    found = [_first(goal, amount, given.seed, range(low, high + 1, 2)) for goal, amount, low, high in _WANTED]
    rows = [
        {"goal": one.goal, "amount": one.amount, "events": [json.loads(to_json(event)) for event in one.events]}
        for one in found
    ]
    given.out.parent.mkdir(parents=True, exist_ok=True)
    lines = ",\n".join(json.dumps(row, separators=(",", ":")) for row in rows)
    given.out.write_text(f"[{lines}]\n", encoding="ascii")


def _first(goal: Goal, amount: int, seed: int, turns: range) -> Lesson:
    """The first position that suits."""
    for number in range(seed, seed + 5_000):
        events = simulate(MODES[DEFAULT_MODE], ["careful", "beginner"], Random(number))
        for part in _positions(events, turns):
            lesson = Lesson(goal, amount, part)
            if _suits(lesson):
                print(goal, number, len(part))
                return lesson
    raise SystemExit(f"no position for {goal}")


def _positions(events: list[Event], turns: range) -> Iterator[tuple[Event, ...]]:
    ends = [0, *(at for at, event in enumerate(events) if isinstance(event, TurnEnded))]
    for turn in turns:
        if turn < len(ends) - 1:
            yield tuple(events[: ends[turn] + 1])


def _suits(lesson: Lesson) -> bool:  # noqa: PLR0911 - one return a goal
    seen = lesson.view
    if not seen.on_turn or seen.position.in_turn:
        return False
    every = [Place(tile, (a, b)) for tile, a, b, _, _ in placements(seen)]
    if lesson.goal != "exchange" and _distracts(lesson, every):
        return False
    totals = [preview(seen, one.tile, one.at).placement.total for one in every]
    best = every[totals.index(max(totals))]
    mine, theirs = seen.position.pegs(SEAT), seen.position.pegs(1)
    match lesson.goal:
        case "first":
            return len({tile.piece for tile in seen.rack}) == len(seen.rack)
        case "line":
            return 3 <= sum(lesson.reached(one) for one in every) <= 20 and min(mine) > 0
        case "lowest":
            return (
                mine.count(min(mine)) == 1
                and not lesson.reached(best)
                and 2 <= sum(lesson.reached(one) for one in every) <= 12
            )
        case "exchange":
            return (
                mine.count(min(mine)) == 1
                and all(lesson.lowest not in tile for tile in seen.rack)
                and bool(preview(seen, best.tile, best.at).exchange)
            )
        case "bonus":
            second, first = sorted(mine)[-2:]
            return (
                second < _NEAR <= first < _BONUS_AT
                and 2 <= sum(lesson.reached(one) for one in every) <= 12
                and not lesson.reached(best)
            )
        case "block":
            return (
                theirs.count(min(theirs)) == 1
                and not lesson.reached(best)
                and any(lesson.reached(one) for one in every)
            )


def _distracts(lesson: Lesson, every: Iterable[Place]) -> bool:
    """Whether an exchange, which is a step of its own, is offered with a placement that reaches the goal."""
    return any(preview(lesson.view, one.tile, one.at).exchange for one in every if lesson.reached(one))


if __name__ == "__main__":
    main()
