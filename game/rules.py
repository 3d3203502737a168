"""The rules: `apply` gives the state after an event or refuses it, `decide` turns an intent into events.

Every refusal is an `Illegal` with a code and the number of the rule; `explain` and the bot turn it into sentences.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeVar, assert_never

from game.bag import Draws
from game.board import START
from game.events import At, Dealt, Event, Intent, Place, Placed, Resign, Stopped, TurnEnded
from game.illegal import Illegal
from game.modes import MODES, Mode
from game.racks import exchange, expand, reveal, slot_of, without
from game.scoring import place_tile, standing
from game.state import Ending, GameState, Placement, Position, Scores, SeatView
from game.tiles import FULL_BAG, TILES, Tile

_T = TypeVar("_T")


# --- events --------------------------------------------------------------------------------------------------------


def apply(state: GameState | None, event: Event) -> GameState:
    """The state after an event; `None` is the state before the deal.

    Raises:
        Illegal: the event cannot happen in this state.
    """
    if state is None:
        if not isinstance(event, Dealt):
            raise Illegal("not-dealt", None)
        return _dealt(event)
    position = state.position
    _check_running(position)
    match event:
        case Dealt():
            raise Illegal("dealt-twice", "R2.1")
        case Placed():
            _check_turn(position, event.seat)
            return _placed(state, event)
        case TurnEnded():
            _check_turn(position, event.seat)
            return _turn_ended(state, event)
        case Stopped():
            if event.seat is not None and not 0 <= event.seat < position.seats:
                raise Illegal("no-such-seat", None, seat=event.seat)
            resigned = event.seat if event.by == "resign" else None
            ending = Ending(event.by, standing(position, last=resigned), _with_partners(position, resigned))
            return replace(state, position=replace(position, ending=ending, version=position.version + 1))
    assert_never(event)


def _with_partners(position: Position, seat: int | None) -> frozenset[int]:
    """The seats of the side that a seat plays for; none for `None`."""
    if seat is None:
        return frozenset()
    side = position.mode.side_of(seat, position.seats)
    return frozenset(at for at in range(position.seats) if position.mode.side_of(at, position.seats) == side)


def fold(events: Iterable[Event]) -> GameState:
    """The state after these events, the deal first.

    Raises:
        Illegal: one of them cannot happen, or there is none.
    """
    state: GameState | None = None
    for event in events:
        state = apply(state, event)
    if state is None:
        raise Illegal("not-dealt", None)
    return state


def _dealt(event: Dealt) -> GameState:
    mode = MODES.get(event.mode)
    if mode is None:
        raise Illegal("unknown-mode", "R8", mode=event.mode)
    seats = len(event.racks)
    if seats not in mode.seats:
        raise Illegal("wrong-seats", "R8", mode=mode.name, seats=seats)
    unseen: Mapping[Tile, int] = FULL_BAG
    for rack in event.racks:
        if len(rack) != mode.rack_size:
            raise Illegal("wrong-deal", "R2.1", count=len(rack), size=mode.rack_size)
        unseen = without(unseen, rack)
    position = Position(
        mode,
        seats,
        START,
        scores=(Scores(),) * (mode.boards or seats),
        bag=TILES - seats * mode.rack_size,
        version=1,
    )
    return GameState(position, event.racks, (0,) * seats, unseen)


def _check_running(position: Position) -> None:
    if position.ending:
        raise Illegal("game-over", {"board-full": "R7.1", "instant-win": "R7.3"}.get(position.ending.reason))


def _check_turn(position: Position, seat: int) -> None:
    if seat != position.seat:
        raise Illegal("not-your-turn", "R3.9", seat=position.seat)


def _placed(state: GameState, event: Placed) -> GameState:
    seat = event.seat
    rack, unseen = reveal(state.racks[seat], (event.tile,), state.unseen)
    slot = slot_of(rack, event.tile)
    position, _ = place_tile(state.position, event.tile, event.at)
    left = rack[:slot] + rack[slot + 1 :]
    if not left:
        # R4.3: with an empty rack the open bonuses lapse and the turn goes on to the refill.
        position = replace(position, owed=0)
    fresh = state.fresh[seat] - (slot >= len(rack) - state.fresh[seat])
    return replace(
        state,
        position=replace(position, version=position.version + 1),
        racks=_with(state.racks, seat, left),
        fresh=_with(state.fresh, seat, fresh),
        unseen=unseen,
    )


def _turn_ended(state: GameState, event: TurnEnded) -> GameState:
    position, seat = state.position, event.seat
    if not position.in_turn:
        raise Illegal("nothing-placed", "R3.4")
    if position.owed:
        raise Illegal("bonus-open", "R4.2", owed=position.owed)
    rack, unseen = reveal(state.racks[seat], event.returned, state.unseen)
    kept = exchange(position, rack, event.returned)
    need = position.mode.rack_size - len(kept)
    if len(event.drawn) != need:
        raise Illegal("wrong-draw", "R3.9", count=len(event.drawn), need=need)
    unseen = dict(without(unseen, event.drawn))
    for tile in event.returned:
        unseen[tile.piece] += 1
    turn = replace(position.turns[-1], exchanged=event.returned, complete=True)
    after = replace(
        position,
        turns=(*position.turns[:-1], turn),
        seat=(seat + 1) % position.seats,
        owed=1,
        bag=position.bag - need + len(event.returned),
        version=position.version + 1,
    )
    racks = _with(state.racks, seat, (*kept, *event.drawn))
    return GameState(after, racks, _with(state.fresh, seat, need), unseen)


# --- questions -----------------------------------------------------------------------------------------------------


def exchangeable(position: Position, rack: Sequence[Tile]) -> tuple[Tile, ...]:
    """The tiles the seat on turn may exchange now, all or none, with this rack after its placements (R5, R9.4)."""
    return tuple(
        rack[at] for at in position.mode.exchange.tiles(position.mode.track, position.pegs(position.seat), rack)
    )


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a placement would do, before it is made."""

    position: Position
    placement: Placement
    rack: tuple[Tile, ...]
    """What is left of the rack."""
    ends_turn: bool
    """Whether the turn would be over, with the refill still to come; false when the game would be."""
    exchange: tuple[Tile, ...]
    """The tiles that could then be exchanged; only where it ends the turn."""


def preview(view: SeatView, tile: Tile, at: At) -> Outcome:
    """What a seat's placement would do.

    Raises:
        Illegal: the placement would be refused.
    """
    position = view.position
    _check_running(position)
    if not view.on_turn:
        raise Illegal("not-your-turn", "R3.9", seat=position.seat)
    slot = slot_of(view.rack, tile)
    rack = view.rack[:slot] + view.rack[slot + 1 :]
    after, placement = place_tile(position, tile, at)
    ends = after.ending is None and (after.owed == 0 or not rack)
    return Outcome(after, placement, rack, ends, exchangeable(after, rack) if ends else ())


# --- intents -------------------------------------------------------------------------------------------------------


def deal(mode: Mode, seats: int, draws: Draws) -> Dealt:
    """Shuffle all tiles and deal the racks (R2.1).

    Raises:
        Illegal: the mode does not allow this number of seats.
    """
    if seats not in mode.seats:
        raise Illegal("wrong-seats", "R8", mode=mode.name, seats=seats)
    tiles = draws.sample(expand(FULL_BAG), seats * mode.rack_size)
    racks = tuple(tuple(tiles[seat::seats]) for seat in range(seats))
    return Dealt(mode.name, racks)


def decide(state: GameState, seat: int, intent: Intent, draws: Draws) -> tuple[Event, ...]:
    """The events that an intent becomes, with the tiles drawn; they take effect only once they are stored.

    Raises:
        Illegal: the rules forbid it, or the choice of an exchange is open (`exchange-undecided`).
    """
    match intent:
        case Resign():
            event = Stopped("resign", seat)
            apply(state, event)
            return (event,)
        case Place():
            return _decide_place(state, seat, intent, draws)
    assert_never(intent)


def _decide_place(state: GameState, seat: int, intent: Place, draws: Draws) -> tuple[Event, ...]:
    placed = Placed(seat, intent.tile, intent.at)
    after = apply(state, placed)
    rack = [tile for tile in after.racks[seat] if tile is not None]
    ends = after.position.ending is None and after.position.owed == 0
    allowed = exchangeable(after.position, rack) if ends else ()
    if intent.exchange and not allowed:
        raise Illegal("no-exchange", after.position.mode.exchange.rule)
    if allowed and intent.exchange is None:
        raise Illegal("exchange-undecided", "R5.2", tiles=allowed)
    if not ends:
        return (placed,)
    returned = allowed if intent.exchange else ()
    need = after.position.mode.rack_size - len(rack) + len(returned)
    drawn = tuple(draws.sample(expand(after.unseen), need))
    return (placed, TurnEnded(seat, returned, drawn))


def _with(values: tuple[_T, ...], index: int, value: _T) -> tuple[_T, ...]:
    return (*values[:index], value, *values[index + 1 :])
