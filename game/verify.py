"""Whether the deal and the draws of a record are those of the seed that it reveals."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import Final, cast

from game.bag import SEED_BYTES, Bag, commitment, seeded
from game.events import Dealt, Drawn, TurnEnded
from game.record import UNKNOWN
from game.replay import HEAD, Record, RecordError, Replay
from game.tiles import Tile

SCHEME: Final = "ingenious-bag/1"
"""The way from a seed to tiles, which docs/record.md describes."""

_SEED: Final = re.compile(rf"[0-9a-fA-F]{{{2 * SEED_BYTES}}}")


def bag_meta(seed: bytes, *, revealed: bool) -> dict[str, str]:
    """What the meta of a record says of the bag: the SHA-256 of its seed, and once `revealed` the seed itself."""
    published = {"scheme": SCHEME, "sha256": commitment(seed)}
    return published | {"seed": seed.hex()} if revealed else published


def verify(record: Record, played: Replay) -> str:
    """The SHA-256 of the seed of a record, once every deal and draw of the game is found to follow from that seed.

    Raises:
        RecordError: a tile is another one, or the record reveals no seed.
    """
    seed = _seed(record)
    bag, turns = seeded(seed), 0
    for event in played.events:
        match event:
            case Dealt(_, racks):
                _check_deal(bag, racks)
            case TurnEnded(seat, _, drawn):
                _compare(turns, f"seat {seat} drew", drawn, bag.order[: len(drawn)])
                turns += 1
            case _:
                pass
        bag = bag.after(event)
    return commitment(seed)


def _check_deal(bag: Bag, racks: Sequence[Drawn]) -> None:
    count = sum(map(len, racks))
    for seat, rack in enumerate(racks):
        _compare(HEAD, f"seat {seat} was dealt", rack, bag.order[seat : count : len(racks)])


def _compare(turn: int, what: str, found: Drawn, wanted: Sequence[Tile]) -> None:
    """Refuse other tiles than those of the seed; in what order they are named does not matter."""
    pieces = sorted(tile.piece for tile in found if tile is not None)
    if len(pieces) < len(found):
        raise RecordError(turn, None, f"{what} tiles that the record does not name ({UNKNOWN})")
    if pieces != sorted(wanted):
        raise RecordError(turn, None, f"{what} {_named(pieces)}, but by the seed it is {_named(sorted(wanted))}")


def _named(tiles: Iterable[Tile]) -> str:
    return " ".join(tile.code for tile in tiles)


def _seed(record: Record) -> bytes:
    """The seed that a record reveals.

    Raises:
        RecordError: there is none, or it is not the one of the SHA-256 beside it.
    """
    published = _object(_object(record.meta).get("bag"))
    if not published:
        raise _refused("meta.bag is missing: the bag of this game has no seed")
    if published.get("scheme") != SCHEME:
        raise _refused(f"meta.bag.scheme: not {SCHEME}")
    if "seed" not in published:
        raise _refused("meta.bag.seed is missing: it is revealed when the game is over")
    seed, sha256 = published["seed"], published.get("sha256")
    if not isinstance(seed, str) or not _SEED.fullmatch(seed):
        raise _refused(f"meta.bag.seed: not {2 * SEED_BYTES} hexadecimal digits")
    found = bytes.fromhex(seed)
    if not isinstance(sha256, str) or sha256.lower() != commitment(found):
        raise _refused("meta.bag.sha256: not the SHA-256 of the seed")
    return found


def _object(value: object) -> dict[str, object]:
    return cast("dict[str, object]", value) if isinstance(value, dict) else {}


def _refused(why: str) -> RecordError:
    return RecordError(HEAD, None, why)
