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
    slots = exchange.tiles(position.mode.track, position.pegs(position.seat), rack)
    if not slots:
        raise Illegal("no-exchange", exchange.rule)
    if len(slots) != len(returned) or sorted(_known(rack[at] for at in slots)) != sorted(_known(returned)):
        raise Illegal("exchange-all", exchange.rule)
    return tuple(tile for slot, tile in enumerate(rack) if slot not in slots)


def reveal(rack: Rack, tiles: tuple[Tile, ...], unseen: Mapping[Tile, int]) -> tuple[Rack, Mapping[Tile, int]]:
    """The rack and the unseen tiles once these tiles of the rack are known to everybody.

    Raises:
        Illegal: the rack does not hold them.
    """
    known, open_slots = list(rack), list(range(len(rack)))
    for tile in tiles:
        slot = next((at for at in open_slots if _is(known[at], tile)), None)
        if slot is None:
            slot = next((at for at in open_slots if known[at] is None), None)
            if slot is None:
                raise Illegal("not-on-rack", "R3.1", tile=tile.code)
            known[slot] = tile.piece
            unseen = without(unseen, (tile,))
        open_slots.remove(slot)
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


def slot_of(rack: Rack, tile: Tile) -> int:
    """The slot of the rack, from 0, that a tile is in.

    Raises:
        Illegal: it is not on the rack.
    """
    for slot, mine in enumerate(rack):
        if _is(mine, tile):
            return slot
    raise Illegal("not-on-rack", "R3.1", tile=tile.code)


def expand(bag: Mapping[Tile, int]) -> list[Tile]:
    """Every single tile of a bag, in a fixed order, so that a draw depends on nothing but the generator."""
    return [piece for piece in sorted(bag) for _ in range(bag[piece])]


def _is(mine: Tile | None, tile: Tile) -> bool:
    return mine is not None and mine.piece == tile.piece


def _known(rack: Iterable[Tile | None]) -> list[Tile]:
    return [tile.piece for tile in rack if tile is not None]
