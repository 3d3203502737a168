"""Racks and the bag: which tiles are where, as far as the reader of a record knows (R2.1, R3.9, R5)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from game.illegal import Illegal
from game.state import Position
from game.tiles import Tile

Rack = tuple[Tile | None, ...]


def exchange(position: Position, rack: Rack, returned: tuple[Tile, ...]) -> Rack:
    """The tiles that stay on the rack when `returned` go back into the bag (R5.1, R5.2, R9.4).

    Raises:
        Illegal: they may not be exchanged, or there are more or fewer of them than must go.
    """
    if not returned:
        return rack
    exchange = position.mode.exchange
    places = exchange.tiles(position.mode.track, position.pegs(position.seat), rack)
    if not places:
        raise Illegal("no-exchange", exchange.rule)
    if len(places) != len(returned) or sorted(_known(rack[at] for at in places)) != sorted(_known(returned)):
        raise Illegal("exchange-all", exchange.rule)
    return tuple(tile for place, tile in enumerate(rack) if place not in places)


def reveal(rack: Rack, tiles: tuple[Tile, ...], unseen: Mapping[Tile, int]) -> tuple[Rack, Mapping[Tile, int]]:
    """The rack and the unseen tiles once these tiles of the rack are known to everybody.

    Raises:
        Illegal: the rack does not hold them.
    """
    known, open_places = list(rack), list(range(len(rack)))
    for tile in tiles:
        place = next((at for at in open_places if _is(known[at], tile)), None)
        if place is None:
            place = next((at for at in open_places if known[at] is None), None)
            if place is None:
                raise Illegal("not-on-rack", "R3.1", tile=tile.code)
            known[place] = tile.piece
            unseen = without(unseen, (tile,))
        open_places.remove(place)
    return tuple(known), unseen


def without(bag: Mapping[Tile, int], tiles: Rack) -> Mapping[Tile, int]:
    """The bag without these tiles; the unknown ones stay counted in it.

    Raises:
        Illegal: there are not so many of a piece.
    """
    left = dict(bag)
    for tile in tiles:
        if tile is not None:
            left[tile.piece] -= 1
            if left[tile.piece] < 0:
                raise Illegal("not-in-bag", "R1.1", tile=tile.code)
    return left


def index_of(rack: Rack, tile: Tile) -> int:
    """Where on the rack a tile is.

    Raises:
        Illegal: it is not on the rack.
    """
    for place, mine in enumerate(rack):
        if _is(mine, tile):
            return place
    raise Illegal("not-on-rack", "R3.1", tile=tile.code)


def expand(bag: Mapping[Tile, int]) -> list[Tile]:
    """Every single tile of a bag, in a fixed order, so that a draw depends on nothing but the generator."""
    return [piece for piece in sorted(bag) for _ in range(bag[piece])]


def _is(mine: Tile | None, tile: Tile) -> bool:
    return mine is not None and mine.piece == tile.piece


def _known(rack: Iterable[Tile | None]) -> list[Tile]:
    return [tile.piece for tile in rack if tile is not None]
