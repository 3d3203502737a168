"""A result of the daily challenge, in words without spoilers and as a board. Pure."""

from __future__ import annotations

from dataclasses import replace
from datetime import date
from typing import Final

from bot.screens.board import board_alt, record_file
from bot.screens.model import Button, Screen
from bot.screens.phrases import JOINER, sign
from bot.screens.picture_labels import labels
from bot.screens.press import DailyBoardPress, DailyPress, DailyTurnPress
from bot.screens.verbs import Step
from bot.tables.daily import Attempt
from bot.texts import Texts, plain
from data.daily import DailyResult
from game.solo_results import BEST, better_than, stars
from game.tiles import COLOURS
from render.scene_builder import Scene, board_scene

_SQUARES: Final = "🟥🟧🟨🟩🟦🟪"
"""A square for each colour, in the order of `COLOURS`."""
_EMPTY: Final = "▫️"
_POINTS_A_SQUARE: Final = 4


def result_text(row: DailyResult, texts: Texts, name: str = "") -> str:
    """A result without spoilers: the lowest colour, the six colours as levels, how good that is."""
    pegs = row.result
    lowest = [sign(colour) for colour in COLOURS if pegs[colour] == min(pegs)]
    of = JOINER + JOINER.join(lowest) if len(lowest) <= 2 else ""
    day = texts.day(date.fromisoformat(row.day))
    head = texts("daily.result-of", name=plain(name), day=day) if name else texts("daily.result", day=day)
    rated = "★" * stars(pegs) + "☆" * (5 - stars(pegs))
    squares = (_squares(colour, pegs[colour]) for colour in COLOURS)
    percent = better_than(pegs)
    better = f" · {texts('daily.better', percent=percent, level=BEST)}" if percent else ""
    return "\n".join([f"{head} **{min(pegs)}**{of}", *squares, f"{rated}{better}"])


def _squares(colour: int, peg: int) -> str:
    return _SQUARES[colour] * ((peg + _POINTS_A_SQUARE // 2) // _POINTS_A_SQUARE) or _EMPTY


def picture(attempt: Attempt, texts: Texts) -> Scene:
    """The board of a try as it is seen from outside."""
    table = attempt.table
    view = table.view_for(None)
    return board_scene(view, labels(table, view, texts))


def alt(attempt: Attempt, texts: Texts) -> str:
    """The same in words."""
    table = attempt.table
    return board_alt(table, table.view_for(None), texts)


def board(attempt: Attempt, number: int, boards: int, texts: Texts, *, seed: bytes = b"") -> Screen:
    """The board of one person of a day that is over; with its `seed`, for that person, the record as a file."""
    key = "daily.board" if boards > 1 else "daily.board-only"
    head = texts(key, day=texts.day(attempt.day), number=number + 1, boards=boards, name=plain(attempt.row.name))
    lines = [head, result_text(attempt.row, texts).split("\n")[-1]]
    buttons = [Button(texts("daily.back"), DailyPress(attempt.day))]
    if boards > 1:
        buttons.insert(
            0, Button(texts("daily.next-board"), DailyBoardPress(attempt.day, (number + 1) % boards), "primary")
        )
    file = (f"ingenious-{attempt.row.day}.json", record_file(attempt.table_with(seed))) if seed else None
    found = Screen("\n".join(lines), picture(attempt, texts), alt(attempt, texts), (tuple(buttons),))
    return replace(found, file=file)


def shared(attempt: Attempt, texts: Texts, *, over: bool) -> Screen:
    """The result that somebody shows to all; the board only when the day is over."""
    screen = Screen(result_text(attempt.row, texts, attempt.row.name))
    play = Button(texts("daily.play"), DailyTurnPress(attempt.day, 0, Step.PLAY), "success")
    if not over:
        return replace(screen, rows=((play,),))
    return replace(screen, picture=picture(attempt, texts), alt=alt(attempt, texts))


def withdrawn(texts: Texts) -> Screen:
    """What a message says that showed the result of somebody whose data were deleted."""
    return Screen(texts("daily.withdrawn"))


def back_button(day: date, texts: Texts) -> Button:
    """The way back to the overview."""
    return Button(texts("daily.back"), DailyPress(day))
