"""A record read back: first the structure of the whole document, then turn by turn by the rules."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Final, cast

from game.board import parse_cell
from game.events import Dealt, Drawn, Event, Placed, Stopped, TurnEnded
from game.explain import explain
from game.illegal import Illegal
from game.record import FORMAT, UNKNOWN
from game.rules import apply
from game.state import GameState
from game.tiles import Tile, parse_tile

LIMIT_BYTES: Final = 1 << 20
"""No game comes near this size; a larger file is refused."""

HEAD: Final = -1
"""The turn number of errors in the document itself, its head or the deal."""

_CELL: Final = re.compile(r"[A-Oa-o](?:[1-9]|1[0-5])")
"""A well-formed cell; whether it lies on the board is a question of its turn."""


class RecordError(ValueError):
    """A document that is not a record, or a record that breaks a rule.

    Attributes:
        turn: counted from 0, or `HEAD`.
        rule: the number in docs/rules.md, or `None` where no rule is broken.
        why: what is wrong, in one line of English.
    """

    def __init__(self, turn: int, rule: str | None, why: str) -> None:
        super().__init__(f"turn {turn}: {why}" + (f" ({rule})" if rule else ""))
        self.turn = turn
        self.rule = rule
        self.why = why


@dataclass(frozen=True, slots=True)
class RecordedTurn:
    """A turn as it is written; the names of its cells are well formed and nothing more."""

    seat: int
    place: tuple[tuple[Tile, tuple[str, str]], ...]
    exchange: tuple[Tile, ...] | None
    draw: Drawn | None


@dataclass(frozen=True, slots=True)
class Record:
    """A document whose structure is right."""

    players: tuple[str, ...]
    deal: Dealt
    turns: tuple[RecordedTurn, ...]
    ended: Stopped | None
    meta: object = None
    """What the record says of itself; it is not checked."""


@dataclass(frozen=True, slots=True)
class Replay:
    """A record that keeps the rules."""

    events: tuple[Event, ...]
    states: tuple[GameState, ...]
    """After the deal and after each turn: turn N, counted from 0, led to `states[N + 1]`."""

    def after(self, turn: int | None) -> GameState:
        """The game after a turn, counted from 0; after the last one for `None`.

        Raises:
            IndexError: there is no such turn.
        """
        if turn is None:
            return self.states[-1]
        last = len(self.states) - 2
        if not 0 <= turn <= last:
            turns = f"turns 0 to {last}" if last >= 0 else "no turn"
            raise IndexError(f"there is no turn {turn}: the record has {turns}")
        return self.states[turn + 1]


# --- by the rules --------------------------------------------------------------------------------------------------


def replay(record: Record) -> Replay:
    """The game of a record, turn by turn.

    Raises:
        RecordError: a turn breaks a rule.
    """
    try:
        states = [apply(None, record.deal)]
    except Illegal as illegal:
        raise RecordError(HEAD, illegal.rule, explain(illegal)) from illegal
    events: list[Event] = [record.deal]
    for number, turn in enumerate(record.turns):
        may_be_open = record.ended is not None and number == len(record.turns) - 1
        state = states[-1]
        try:
            for event in _events(turn):
                state = apply(state, event)
                events.append(event)
            if not (may_be_open and _is_open(state, turn)):
                state = _closed(state, turn, events)
        except Illegal as illegal:
            raise RecordError(number, illegal.rule, explain(illegal)) from illegal
        states.append(state)
    if record.ended:
        try:
            states[-1] = apply(states[-1], record.ended)
        except Illegal as illegal:
            raise RecordError(HEAD, illegal.rule, f"ended: {explain(illegal)}") from illegal
        events.append(record.ended)
    return Replay(tuple(events), tuple(states))


def _events(turn: RecordedTurn) -> Iterator[Placed]:
    """The placements of a turn.

    Raises:
        Illegal: there is none, or a cell is not on the board.
    """
    if not turn.place:
        raise Illegal("nothing-placed", "R3.4")
    for tile, names in turn.place:
        try:
            first, second = (parse_cell(name) for name in names)
        except ValueError as error:
            raise Illegal("off-board", "R3.1", names=names) from error
        yield Placed(turn.seat, tile, (first, second))


def _is_open(state: GameState, turn: RecordedTurn) -> bool:
    """Whether a turn stops at an open bonus placement, which only a game that was ended may."""
    position = state.position
    return position.ending is None and position.owed > 0 and turn.exchange is None and turn.draw is None


def _closed(state: GameState, turn: RecordedTurn, events: list[Event]) -> GameState:
    """The state after the exchange and the refill of a turn; appends its event to `events`.

    Raises:
        Illegal: the rules do not allow them.
    """
    position = state.position
    if position.ending:
        if turn.exchange is not None or turn.draw is not None:
            raise Illegal("drawn-after-end", "R7.1")
        return state
    if turn.exchange == ():
        raise Illegal("no-exchange", position.mode.exchange.rule)
    event = TurnEnded(turn.seat, turn.exchange or (), turn.draw or ())
    events.append(event)
    return apply(state, event)


# --- structure -----------------------------------------------------------------------------------------------------


def parse(data: bytes) -> Record:
    """The record in a file.

    Raises:
        RecordError: it is not a record.
    """
    if len(data) > LIMIT_BYTES:
        raise RecordError(HEAD, None, f"a record is at most {LIMIT_BYTES} bytes long")
    try:
        document: object = json.loads(
            data.decode("utf-8-sig"), object_pairs_hook=_no_key_twice, parse_constant=_no_constant
        )
    except (ValueError, RecursionError) as error:
        raise RecordError(HEAD, None, f"not JSON: {error}") from error
    try:
        return _record(document)
    except _StructureError as error:
        raise RecordError(HEAD, None, str(error)) from error


class _StructureError(Exception):
    """What is wrong with the structure, in one line."""


def _no_key_twice(pairs: list[tuple[str, object]]) -> dict[str, object]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key is twice in one object")
    return found


def _no_constant(name: str) -> object:
    raise ValueError(f"{name} is no JSON")


def _record(document: object) -> Record:
    head = _object(document, "the record", ("format", "mode", "players", "deal", "turns"), ("ended",))
    if head["format"] != FORMAT:
        raise _StructureError(f"format: not {FORMAT}")
    players = tuple(_text(name, f"players[{n}]") for n, name in enumerate(_list(head["players"], "players")))
    racks = tuple(_drawn(rack, f"deal[{n}]") for n, rack in enumerate(_list(head["deal"], "deal")))
    if len(racks) != len(players):
        raise _StructureError(f"deal: {len(racks)} racks for {len(players)} players")
    turns = tuple(_turn(turn, f"turns[{n}]") for n, turn in enumerate(_list(head["turns"], "turns")))
    ended = _ended(head["ended"]) if "ended" in head else None
    return Record(players, Dealt(_text(head["mode"], "mode"), racks), turns, ended, head.get("meta"))


def _turn(value: object, where: str) -> RecordedTurn:
    turn = _object(value, where, ("seat", "place"), ("exchange", "draw"))
    place = tuple(
        _placement(one, f"{where}.place[{n}]") for n, one in enumerate(_list(turn["place"], f"{where}.place"))
    )
    exchange = draw = None
    if "exchange" in turn:
        named = _list(turn["exchange"], f"{where}.exchange")
        exchange = tuple(_tile(code, f"{where}.exchange[{n}]") for n, code in enumerate(named))
    if "draw" in turn:
        draw = _drawn(turn["draw"], f"{where}.draw")
    return RecordedTurn(_seat(turn["seat"], f"{where}.seat"), place, exchange, draw)


def _placement(value: object, where: str) -> tuple[Tile, tuple[str, str]]:
    placement = _object(value, where, ("tile", "at"))
    cells = _list(placement["at"], f"{where}.at")
    if len(cells) != 2:
        raise _StructureError(f"{where}.at: not two spaces")
    return _tile(placement["tile"], f"{where}.tile"), (_cell(cells[0], f"{where}.at"), _cell(cells[1], f"{where}.at"))


def _ended(value: object) -> Stopped:
    ended = _object(value, "ended", ("by",), ("seat",))
    by = ended["by"]
    if by not in ("resign", "stopped"):
        raise _StructureError("ended.by: neither resign nor stopped")
    if "seat" not in ended and by == "resign":
        raise _StructureError("ended.seat is missing")
    return Stopped(by, _seat(ended["seat"], "ended.seat") if "seat" in ended else None)


def _object(value: object, where: str, required: tuple[str, ...], optional: tuple[str, ...] = ()) -> dict[str, object]:
    """An object with these keys; `meta` may be in each and is not read."""
    if not isinstance(value, dict):
        raise _StructureError(f"{where}: not an object")
    found = cast("dict[str, object]", value)
    for key in required:
        if key not in found:
            raise _StructureError(f"{where}: {key} is missing")
    for key in found:
        if key not in (*required, *optional, "meta"):
            raise _StructureError(f"{where}: unknown key {key[:40]!r}")
    return found


def _list(value: object, where: str) -> list[object]:
    if not isinstance(value, list):
        raise _StructureError(f"{where}: not a list")
    return cast("list[object]", value)


def _text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise _StructureError(f"{where}: not a string")
    return value


def _seat(value: object, where: str) -> int:
    if type(value) is not int or value < 0:
        raise _StructureError(f"{where}: not the number of a seat")
    return value


def _tile(value: object, where: str) -> Tile:
    try:
        return parse_tile(_text(value, where))
    except ValueError as error:
        raise _StructureError(f"{where}: not two colour letters") from error


def _drawn(value: object, where: str) -> Drawn:
    return tuple(
        None if code == UNKNOWN else _tile(code, f"{where}[{n}]") for n, code in enumerate(_list(value, where))
    )


def _cell(value: object, where: str) -> str:
    name = _text(value, where)
    if not _CELL.fullmatch(name):
        raise _StructureError(f"{where}: not the name of a space")
    return name
