"""English sentences of what is wrong, for the command line; players read those of the bot."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Final, cast

from game.board import NAMES
from game.illegal import Illegal
from game.tiles import Tile

_SENTENCES: Final[Mapping[str, str]] = {
    "bonus-open": "an earned bonus placement was not made",
    "dealt-twice": "the tiles are dealt only once",
    "drawn-after-end": "nothing is exchanged or drawn in a turn that ends the game",
    "exchange-all": "all the tiles that may be exchanged go, or none",
    "exchange-undecided": "{tiles} may be exchanged: say yes or no",
    "game-over": "the game is over",
    "no-exchange": "this exchange is not allowed",
    "no-placement-left": "no bonus placement was earned",
    "no-such-seat": "there is no seat {seat}",
    "not-adjacent": "{cells} are not two adjacent spaces",
    "not-an-opening": "a first tile must lie beside a printed symbol that no other tile lies beside; {cells} do not",
    "not-dealt": "no tiles have been dealt",
    "not-empty": "the space {cell} is taken",
    "not-in-bag": "the bag holds no {tile} any more",
    "not-on-rack": "there is no {tile} on the rack",
    "not-your-turn": "it is the turn of seat {seat}",
    "nothing-placed": "a turn must place a tile",
    "off-board": "{names} are not both on the board",
    "outside": "the space {cell} is outside the boundary",
    "unknown-mode": "there is no mode {mode}",
    "wrong-deal": "a rack is dealt {size} tiles, not {count}",
    "wrong-draw": "the rack is filled with {need} tiles, not {count}",
    "wrong-seats": "{mode} is not played by {seats}",
}


def explain(illegal: Illegal) -> str:
    """One line of what is wrong, without the number of the rule."""
    words = {name: _word(name, value) for name, value in illegal.values.items()}
    return _SENTENCES[illegal.code].format_map(words)


def _word(name: str, value: object) -> str:
    match name:
        case "cell":
            return NAMES.get(cast("int", value), "off the board")
        case "cells":
            return " ".join(NAMES[cell] for cell in cast("tuple[int, ...]", value))
        case "names":
            return " ".join(cast("tuple[str, ...]", value))
        case "tiles":
            return " ".join(tile.code for tile in cast("tuple[Tile, ...]", value))
        case "mode":
            return repr(value)
        case _:
            return str(value)
