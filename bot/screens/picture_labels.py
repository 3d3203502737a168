"""The few words in a picture."""

from __future__ import annotations

from typing import Final

from bot.screens.phrases import left_words
from bot.tables.names import marked_name
from bot.tables.table import Table
from bot.texts import Texts
from data.ids import UserId
from game.events import Stopped
from game.state import SeatView
from render.scene_builder import Labels

NOBODY: Final = UserId(0)
"""The host of a table that is no game, at which its reader is on turn: a puzzle, or a step of the first game."""


def labels(table: Table, view: SeatView, texts: Texts) -> Labels:
    """The words of a picture of this table, in the language of its reader."""
    position = view.position
    names = tuple(texts.shown(name) for name in table.short_names)
    final = ""
    if position.ending:
        first = position.ending.standing[0]
        key = "picture.stopped" if position.ending.reason == "stopped" else "picture.won"
        if position.seats == 1:
            final = texts("picture.solo", result=min(position.pegs(0)))
        elif len(position.ending.standing) == 1:
            final = texts("picture.draw")
        else:
            final = texts(key, names=[names[seat] for seat in first])
    if position.seats == 1:
        to_move = ""
    elif table.opened.host == NOBODY:
        to_move = texts("picture.your-turn")
    else:
        to_move = texts("picture.to-move", name=names[position.seat])
    return Labels(
        names,
        marks=tuple(texts.shown(name) for name in map(marked_name, table.seats)),
        to_move=to_move,
        on_turn=position.seat,
        left="" if position.ending else left_words(position, texts),
        final=final,
        score=texts("picture.score"),
        notes=_notes(table, view, texts),
        ranks=tuple(texts("end.rank", rank=rank + 1) for rank in range(position.seats)),
    )


def _notes(table: Table, view: SeatView, texts: Texts) -> tuple[str, ...]:
    """By seat, that its player resigned, that a bot holds it until they come back, or the level of a bot."""
    last = {event.seat for event in table.events[-1:] if isinstance(event, Stopped) and event.by == "resign"}
    resigned = table.resigned | last
    held = frozenset[int]() if view.position.ending else table.taken_over
    return tuple(
        texts("picture.resigned")
        if seat in resigned
        else texts("picture.held")
        if seat in held
        else _level(table, seat, texts)
        for seat in range(view.position.seats)
    )


def _level(table: Table, seat: int, texts: Texts) -> str:
    """How well a bot plays; nothing of a person, or of a bot from the time before bots had levels."""
    who = table.seats[seat]
    if who.user is not None or who.level == "careful":
        return ""
    return texts("picture.level-beginner") if who.level == "beginner" else texts("picture.level", level=who.level)
