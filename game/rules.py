"""The rules: `apply` makes the next state of a fact or refuses it, `decide` turns an intent into facts.

Every refusal is an `Illegal` with a code and the number of the rule; sentences are made elsewhere.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import TypeVar, assert_never

from game.board import EMPTY, START, adjacent, has_room, opening_cells, points, with_symbols
from game.events import At, Dealt, Event, Intent, Place, Placed, Resign, Stopped, TurnEnded
from game.modes import MODES, Mode
from game.state import Ending, GameState, Placement, Position, Reason, Scores, SeatView, Turn
from game.tiles import FULL_BAG, TILES, Tile

Rack = tuple[Tile | None, ...]
_T = TypeVar("_T")


class Illegal(Exception):  # noqa: N818 - a refusal, not a fault; it reads as one everywhere
    """A rule forbids it.

    Attributes:
        code: what is wrong, such as `not-empty`; one for each sentence a player may need.
        rule: the number in the rules, or `None` where no rule is broken.
        facts: what the sentence needs, such as the cell.
    """

    def __init__(self, code: str, rule: str | None, **facts: object) -> None:
        super().__init__(code, rule, facts)
        self.code = code
        self.rule = rule
        self.facts: Mapping[str, object] = facts


# --- facts ---------------------------------------------------------------------------------------------------------


def apply(state: GameState | None, event: Event) -> GameState:
    """The state after a fact; `None` stands for the state before the deal.

    Raises:
        Illegal: the fact cannot have happened in this state.
    """
    if state is None:
        if not isinstance(event, Dealt):
            raise Illegal("not-dealt", None)
        return _dealt(event)
    position = state.position
    if position.ending:
        raise Illegal("game-over", "R7.3" if position.ending.reason == "instant-win" else "R7.1")
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
            ending = Ending(event.by, standing(position, last=event.seat if event.by == "resign" else None))
            return replace(state, position=replace(position, ending=ending, version=position.version + 1))
    assert_never(event)


def fold(events: Iterable[Event]) -> GameState:
    """The state after these facts, the deal first.

    Raises:
        Illegal: one of them cannot have happened, or there is none.
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
        unseen = _without(unseen, rack)
    position = Position(
        mode,
        seats,
        START,
        scores=(Scores(),) * (mode.boards or seats),
        bag=TILES - seats * mode.rack_size,
        version=1,
    )
    return GameState(position, event.racks, (0,) * seats, unseen)


def _check_turn(position: Position, seat: int) -> None:
    if seat != position.seat:
        raise Illegal("not-your-turn", "R3.9", seat=position.seat)


def _placed(state: GameState, event: Placed) -> GameState:
    seat = event.seat
    rack, unseen = _reveal(state.racks[seat], (event.tile,), state.unseen)
    at = _place_of(rack, event.tile)
    position, _ = lay(state.position, event.tile, event.at)
    left = rack[:at] + rack[at + 1 :]
    if not left:
        # R4.3: with an empty rack the open bonuses lapse and the turn goes on to the refill.
        position = replace(position, owed=0)
    fresh = state.fresh[seat] - (at >= len(rack) - state.fresh[seat])
    return replace(
        state,
        position=replace(position, version=position.version + 1),
        racks=_with(state.racks, seat, left),
        fresh=_with(state.fresh, seat, fresh),
        unseen=unseen,
    )


def lay(position: Position, tile: Tile, at: At) -> tuple[Position, Placement]:
    """The position after the seat on turn laid `tile` on `at`, from whatever rack, and what the tile did.

    Raises:
        Illegal: the board, the first-turn rule or the number of placements forbids it.
    """
    if position.owed < 1:
        raise Illegal("no-placement-left", "R4.1")
    _check_cells(position, at)
    scores, placement = _scored(position, tile, at)
    symbols = with_symbols(position.symbols, at, tile)
    turn = position.turns[-1] if position.in_turn else Turn(position.seat)
    turn = replace(turn, placements=(*turn.placements, placement))
    earlier = position.turns[:-1] if position.in_turn else position.turns
    laid = replace(
        position,
        symbols=symbols,
        scores=_with(position.scores, position.mode.board_of(position.seat, position.seats), scores),
        turns=(*earlier, turn),
        owed=position.owed - 1 + placement.bonuses,
    )
    reason = _reason(laid)
    if reason:
        laid = replace(
            laid,
            turns=(*earlier, replace(turn, complete=True)),
            ending=Ending(reason, standing(laid)),
        )
    return laid, placement


def _check_cells(position: Position, at: At) -> None:
    a, b = at
    for cell in at:
        if cell not in position.area.inside:
            raise Illegal("outside", "R3.1", cell=cell)
        if position.symbols[cell] != EMPTY:
            raise Illegal("not-empty", "R3.1", cell=cell)
    if not adjacent(a, b):
        raise Illegal("not-adjacent", "R3.1", cells=at)
    if position.opening:
        near = opening_cells(position.symbols)
        if a not in near and b not in near:
            raise Illegal("not-an-opening", "R3.2", cells=at)


def _scored(position: Position, tile: Tile, at: At) -> tuple[Scores, Placement]:
    gains = (points(position.symbols, at[0], tile.first), points(position.symbols, at[1], tile.second))
    scores, lost, bonuses = walk(position, tile, gains)
    return scores, Placement(tile, at, gains, lost, bonuses)


def walk(position: Position, tile: Tile, gains: tuple[int, int]) -> tuple[Scores, tuple[int, int], int]:
    """What these points of a tile's first and second symbol, scored in this order (R3.6), would do.

    Gives the score board of the seat on turn after them, the points of each that are lost, and the bonuses: one for a
    peg at a stop that is not the one last paid (R4.1, R9.3).
    """
    track, sign, board = position.mode.track, position.mode.direction(position.seat), position.board(position.seat)
    pegs, paid, lost, bonuses = list(board.pegs), list(board.paid), [0, 0], 0
    for half, (colour, gain) in enumerate(zip(tile, gains, strict=True)):
        before = sign * pegs[colour]
        after = track.walk(before, gain)
        lost[half] = gain - (after - before)
        pegs[colour] = sign * after
        if track.bonuses and after in track.stops and paid[colour] != sign * after:
            paid[colour] = sign * after
            bonuses += 1
    return Scores(tuple(pegs), tuple(paid)), (lost[0], lost[1]), bonuses


def _reason(position: Position) -> Reason | None:
    # R7.4: looked at after both symbols, and an instant win goes before a full board.
    if position.mode.instant_win(position.mode.track, position.pegs(position.seat)):
        return "instant-win"
    return None if has_room(position.symbols, position.area) else "board-full"


def _turn_ended(state: GameState, event: TurnEnded) -> GameState:
    position, seat = state.position, event.seat
    if not position.in_turn:
        raise Illegal("nothing-placed", "R3.4")
    if position.owed:
        raise Illegal("bonus-open", "R4.2", owed=position.owed)
    rack, unseen = _reveal(state.racks[seat], event.returned, state.unseen)
    kept = _set_aside(position, rack, event.returned)
    need = position.mode.rack_size - len(kept)
    if len(event.drawn) != need:
        raise Illegal("wrong-draw", "R3.9", count=len(event.drawn), need=need)
    unseen = dict(_without(unseen, event.drawn))
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


def _set_aside(position: Position, rack: Rack, returned: tuple[Tile, ...]) -> Rack:
    """The tiles that stay on the rack when `returned` go back into the bag (R5.1, R5.2, R9.4)."""
    if not returned:
        return rack
    exchange = position.mode.exchange
    places = exchange.tiles(position.mode.track, position.pegs(position.seat), rack)
    if not places:
        raise Illegal("no-exchange", exchange.rule)
    if sorted(_known(rack[place] for place in places)) != sorted(tile.piece for tile in returned):
        raise Illegal("exchange-all", exchange.rule)
    return tuple(tile for place, tile in enumerate(rack) if place not in places)


def _reveal(rack: Rack, tiles: tuple[Tile, ...], unseen: Mapping[Tile, int]) -> tuple[Rack, Mapping[Tile, int]]:
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
            unseen = _without(unseen, (tile,))
        open_places.remove(place)
    return tuple(known), unseen


def _is(mine: Tile | None, tile: Tile) -> bool:
    return mine is not None and mine.piece == tile.piece


def _known(rack: Iterable[Tile | None]) -> list[Tile]:
    return [tile.piece for tile in rack if tile is not None]


def _without(bag: Mapping[Tile, int], tiles: Rack) -> Mapping[Tile, int]:
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


def _place_of(rack: Rack, tile: Tile) -> int:
    """Where on the rack a tile is.

    Raises:
        Illegal: it is not on the rack.
    """
    for place, mine in enumerate(rack):
        if _is(mine, tile):
            return place
    raise Illegal("not-on-rack", "R3.1", tile=tile.code)


def _with(values: tuple[_T, ...], index: int, value: _T) -> tuple[_T, ...]:
    return (*values[:index], value, *values[index + 1 :])


# --- questions -----------------------------------------------------------------------------------------------------


def exchangeable(position: Position, rack: Sequence[Tile]) -> tuple[Tile, ...]:
    """The tiles the seat on turn may exchange now, all or none, with this rack after its placements (R5, R9.4)."""
    return tuple(
        rack[at] for at in position.mode.exchange.tiles(position.mode.track, position.pegs(position.seat), rack)
    )


def standing(position: Position, *, last: int | None = None) -> tuple[tuple[int, ...], ...]:
    """The seats by place, equal results together (R7.2, R8.3, R9.5); the side of seat `last` comes after all others."""
    mode, seats = position.mode, position.seats

    def key(seat: int) -> tuple[bool, tuple[int, ...]]:
        resigned = last is not None and mode.side_of(seat, seats) == mode.side_of(last, seats)
        return (not resigned, mode.result(position.pegs(seat)))

    keys = sorted({key(seat) for seat in range(seats)}, reverse=True)
    return tuple(tuple(seat for seat in range(seats) if key(seat) == place) for place in keys)


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
    if position.ending:
        raise Illegal("game-over", "R7.1")
    if not view.on_turn:
        raise Illegal("not-your-turn", "R3.9", seat=position.seat)
    place = _place_of(view.rack, tile)
    rack = view.rack[:place] + view.rack[place + 1 :]
    after, placement = lay(position, tile, at)
    ends = after.ending is None and (after.owed == 0 or not rack)
    return Outcome(after, placement, rack, ends, exchangeable(after, rack) if ends else ())


# --- intents -------------------------------------------------------------------------------------------------------


def deal(mode: Mode, seats: int, rng: Random) -> Dealt:
    """Shuffle all tiles and deal the racks (R2.1).

    Raises:
        Illegal: the mode does not allow this number of seats.
    """
    if seats not in mode.seats:
        raise Illegal("wrong-seats", "R8", mode=mode.name, seats=seats)
    tiles = rng.sample(_spread(FULL_BAG), seats * mode.rack_size)
    racks = tuple(tuple(tiles[seat::seats]) for seat in range(seats))
    return Dealt(mode.name, racks)


def decide(state: GameState, seat: int, intent: Intent, rng: Random) -> tuple[Event, ...]:
    """The facts that an intent becomes, with the tiles it draws; nothing has happened until they are stored.

    Raises:
        Illegal: the rules forbid it, or the choice of an exchange is open (`exchange-undecided`).
    """
    match intent:
        case Resign():
            event = Stopped("resign", seat)
            apply(state, event)
            return (event,)
        case Place():
            return _decide_place(state, seat, intent, rng)
    assert_never(intent)


def _decide_place(state: GameState, seat: int, intent: Place, rng: Random) -> tuple[Event, ...]:
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
    drawn = tuple(rng.sample(_spread(after.unseen), need))
    return (placed, TurnEnded(seat, returned, drawn))


def _spread(bag: Mapping[Tile, int]) -> list[Tile]:
    """Every single tile of a bag, in a fixed order, so that a draw depends on nothing but the generator."""
    return [piece for piece in sorted(bag) for _ in range(bag[piece])]
