"""The few words that stand in a picture."""

from __future__ import annotations

from bot.tables.table import Table
from bot.texts import Texts
from game.matching import max_tiles_left
from game.state import SeatView
from render.scene_builder import Labels


def labels(table: Table, view: SeatView, texts: Texts) -> Labels:
    """The words of a picture of this table, in the language of its reader."""
    position = view.position
    names = tuple(texts.shown(name) for name in table.names)
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
    to_move = "" if position.seats == 1 else texts("picture.to-move", name=names[position.seat])
    fits = "" if position.ending else texts("picture.room", tiles=max_tiles_left(position.symbols, position.area))
    return Labels(
        names,
        to_move=to_move,
        bag="" if position.ending else texts("picture.bag", tiles=position.bag),
        room=fits,
        final=final,
    )
