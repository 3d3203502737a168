"""Events as stored text, as the record that is handed out (`ingenious-record/1`), and as a summary of a game.

Knows the shape of these documents and no files; `replay` reads a record back. The format is in docs/record.md.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from typing import Final, assert_never, cast

from game.board import NAMES, parse_cell
from game.events import At, Dealt, Drawn, Event, Placed, Stopped, TurnEnded
from game.rules import fold
from game.state import Position, Turn
from game.tiles import COLOURS, Tile, parse_tile

FORMAT: Final = "ingenious-record/1"
UNKNOWN: Final = "??"
"""A tile that the reader of a record may not know."""

Json = dict[str, object]

# --- stored events -------------------------------------------------------------------------------------------------


def to_json(event: Event) -> str:
    """The event as one line of JSON, which `from_json` reads.

    Raises:
        ValueError: the event is not of its type, so that it could not be read again as it is.
    """
    try:
        text = _written(event)
        if from_json(text) == event:
            return text
    except (ValueError, TypeError, AttributeError, LookupError):
        pass
    raise ValueError(f"a {type(event).__name__} that could not be read again")


def _written(event: Event) -> str:
    match event:
        case Dealt(mode, racks):
            body: Json = {"type": "dealt", "mode": mode, "racks": [_codes(rack) for rack in racks]}
        case Placed(seat, tile, at):
            body = {"type": "placed", "seat": seat, "tile": tile.code, "at": [NAMES[cell] for cell in at]}
        case TurnEnded(seat, returned, drawn):
            body = {"type": "turn-ended", "seat": seat, "returned": _codes(returned), "drawn": _codes(drawn)}
        case Stopped(by, seat):
            body = {"type": "stopped", "by": by, "seat": seat}
        case _:
            assert_never(event)
    return json.dumps(body, separators=(",", ":"))


def from_json(text: str) -> Event:
    """The event that `to_json` wrote.

    Raises:
        ValueError: the text is not exactly such an event.
    """
    try:
        body: object = json.loads(text)
        if not isinstance(body, dict):
            raise ValueError("not an object")
        event = _event(cast("Json", body))
    except (ValueError, TypeError, KeyError, RecursionError) as error:
        # Neither the text nor what was wrong with it: this may go to a log, and there are racks in it.
        raise ValueError(f"not a stored event ({type(error).__name__}), {len(str(text))} characters") from None
    return event


def _event(body: Json) -> Event:
    match body:
        case {"type": "placed", "seat": seat, "tile": tile, "at": at, **rest} if not rest:
            return Placed(_seat(seat), _tile(tile), _at(at))
        case {"type": "turn-ended", "seat": seat, "returned": returned, "drawn": drawn, **rest} if not rest:
            return TurnEnded(_seat(seat), tuple(_tile(code) for code in _list(returned)), _drawn(drawn))
        case {"type": "dealt", "mode": str(mode), "racks": racks, **rest} if not rest:
            return Dealt(mode, tuple(_drawn(rack) for rack in _list(racks)))
        case {"type": "stopped", "by": by, "seat": seat, **rest} if not rest and by in ("resign", "stopped"):
            return Stopped(by, None if seat is None else _seat(seat))
        case _:
            raise ValueError("unknown type, or keys missing or unknown")


def _seat(value: object) -> int:
    if type(value) is not int or value < 0:
        raise ValueError("not a seat")
    return value


def _list(value: object) -> list[object]:
    if not isinstance(value, list):
        raise TypeError("not a list")
    return cast("list[object]", value)


def _text(value: object) -> str:
    if not isinstance(value, str):
        raise TypeError("not a string")
    return value


def _tile(value: object) -> Tile:
    return parse_tile(_text(value))


def _at(value: object) -> At:
    first, second = _list(value)
    return parse_cell(_text(first)), parse_cell(_text(second))


def _drawn(value: object) -> Drawn:
    return tuple(None if code == UNKNOWN else _tile(code) for code in _list(value))


def _codes(tiles: Drawn) -> list[str]:
    return [UNKNOWN if tile is None else tile.code for tile in tiles]


# --- the record ----------------------------------------------------------------------------------------------------


def export(
    events: Sequence[Event], names: Sequence[str], *, public: bool, meta: Mapping[str, object] | None = None
) -> Json:
    """The record of a game, made of its events from the deal on; `names` in seat order.

    Of a running game only the complete turns, and with `public` every dealt or drawn tile unknown. After the end
    everything is public.

    Raises:
        Illegal: the events do not make up a game.
    """
    over = fold(events).position.ending is not None
    record: Json = {"format": FORMAT}
    turns: list[Json] = []
    open_turn: Json | None = None
    for event in events:
        match event:
            case Dealt(mode, racks):
                deal = [_shown(rack, hidden=public and not over) for rack in racks]
                record |= {"mode": mode, "players": list(names), "deal": deal, "turns": turns}
            case Placed(seat, tile, at):
                if open_turn is None:
                    open_turn = {"seat": seat, "place": []}
                cast("list[Json]", open_turn["place"]).append({"tile": tile.code, "at": _names(at)})
            case TurnEnded(_, returned, drawn):
                exchange = {"exchange": _codes(returned)} if returned else {}
                turns.append({**(open_turn or {}), **exchange, "draw": _shown(drawn, hidden=public and not over)})
                open_turn = None
            case Stopped(by, seat):
                record["ended"] = {"by": by} if seat is None else {"by": by, "seat": seat}
            case _:
                assert_never(event)
    if open_turn is not None and over:
        turns.append(open_turn)
    if meta is not None:
        record["meta"] = dict(meta)
    return record


def _shown(tiles: Drawn, *, hidden: bool) -> list[str]:
    return [UNKNOWN] * len(tiles) if hidden else _codes(tiles)


def _names(at: At) -> list[str]:
    return [NAMES[cell] for cell in at]


# --- the summary ---------------------------------------------------------------------------------------------------


def summary(position: Position) -> Json:
    """What `replay --json` prints of a game: whether it is over and why, the scores, the standing, and each turn."""
    ending = position.ending
    return {
        "over": ending is not None,
        "reason": ending.reason if ending else None,
        "scores": [{colour.letter: board.pegs[colour] for colour in COLOURS} for board in position.scores],
        "standing": [list(equal) for equal in ending.standing] if ending else None,
        "turns": [_turn(turn) for turn in position.turns],
    }


def _turn(turn: Turn) -> Json:
    placements = [
        {"gained": {colour.letter: points for colour, points in laid.gained.items()}, "bonus": laid.bonuses}
        for laid in turn.placements
    ]
    return {"seat": turn.seat, "placements": placements}
