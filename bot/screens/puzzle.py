"""A puzzle: a position in which one placement is clearly the best, answered with the panel of a turn.

Its table is no game of the log.
"""

from __future__ import annotations

from dataclasses import dataclass

from bot.screens.draft import Draft
from bot.screens.model import Button, Screen
from bot.screens.panel import panel_of
from bot.screens.panel_context import PanelContext
from bot.screens.phrases import points_words, tile_words
from bot.screens.picture_labels import NOBODY, labels
from bot.screens.press import PuzzlePress, PuzzleTurnPress
from bot.screens.reasons import reasons_words
from bot.screens.verbs import Step
from bot.tables.events import Opened, Seat
from bot.tables.table import NO_GAME, Table
from bot.texts import Texts
from game.ai.light import LightPosition
from game.ai.reasons import Reason, reasons
from game.analysis import move_of
from game.board import NAMES
from game.events import At
from game.puzzles import Puzzle
from game.rules import preview
from game.state import SeatView
from game.tiles import Tile
from render.scene_builder import Ghost, board_scene

_SOLO_RANGE = 20
"""Alone, how much more as a score a value of 1 is than one of 0."""


@dataclass(frozen=True, slots=True)
class Record:
    """What a person has done with puzzles."""

    answered: int
    solved: int
    streak: int
    """How many of the last ones were solved without a miss."""
    known: bool = False
    """Whether this puzzle was answered before."""


def question(puzzle: Puzzle, draft: Draft, texts: Texts, step: Step = Step.PLAY) -> Screen:
    """The puzzle at the step that the draft has reached."""
    pattern = PuzzleTurnPress(puzzle.code, Step.PLAY)
    return panel_of(PanelContext(_table(puzzle, texts), puzzle.view, texts, "", pattern), draft, step)


def why_better(puzzle: Puzzle, tile: Tile, at: At) -> tuple[Reason, ...]:
    """What speaks for the best placement against another one; takes some milliseconds."""
    position = LightPosition.of(puzzle.view)
    return reasons(position, move_of(position, puzzle.tile, puzzle.at), move_of(position, tile, at))


def answer(puzzle: Puzzle, tile: Tile, at: At, why: tuple[Reason, ...], record: Record, texts: Texts) -> Screen:
    """What an answer gave and why the best is better, the best one in the picture; how the person stands."""
    table, view = _table(puzzle, texts), puzzle.view
    position = view.position
    best, mine = _what(puzzle.tile, puzzle.at, texts), _what(tile, at, texts)
    alone = position.seats == 1
    solved = puzzle.solved_by(tile, at)
    lines: list[str] = []
    if solved:
        lines.append(texts("puzzle.solved", what=f"{mine} ({_points(view, tile, at)})"))
    else:
        words = reasons_words(why, position, table.names, texts)
        lines.append(texts("puzzle.missed", what=f"{mine} ({_points(view, tile, at)})"))
        lines.append(texts("puzzle.best", what=best, points=_points(view, puzzle.tile, puzzle.at), why=words))
    worth = f"{(_SOLO_RANGE if alone else 100) * puzzle.gap:.1f}".replace(".", texts("analysis.decimal"))
    lines.append(texts("puzzle.gap-solo" if alone else "puzzle.gap", points=worth))
    if record.known:
        lines.append(texts("puzzle.known"))
    key = "puzzle.score-run" if record.streak > 1 else "puzzle.score"
    lines.append(texts(key, solved=record.solved, answered=record.answered, streak=record.streak))
    if not solved:
        lines.append(texts("puzzle.legend"))
    scene = board_scene(
        view,
        labels(table, view, texts),
        since=len(position.turns),
        rack=True,
        ghost=Ghost(puzzle.tile, puzzle.at, None if solved else at),
    )
    following = Button(texts("puzzle.next"), PuzzlePress(position.mode.name), "primary")
    return Screen("\n".join(lines), scene, texts("puzzle.answer-alt", what=best), ((following,),))


def _table(puzzle: Puzzle, texts: Texts) -> Table:
    """A table of nobody for the words of panel and picture."""
    mode, seats = puzzle.view.position.mode.name, puzzle.view.position.seats
    others = (texts("puzzle.other", number=at + 1) for at in range(seats))
    names = [texts("puzzle.you") if at == puzzle.seat else name for at, name in enumerate(others)]
    return Table(NO_GAME, Opened(NOBODY, mode, seats), seats=tuple(Seat(None, name) for name in names))


def _what(tile: Tile, at: At, texts: Texts) -> str:
    return f"{tile_words(tile, texts)} {NAMES[at[0]]}-{NAMES[at[1]]}"


def _points(view: SeatView, tile: Tile, at: At) -> str:
    return points_words(preview(view, tile, at).placement)
