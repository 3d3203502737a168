"""Planned moves: a placement that a person wants to be made as soon as their turn comes, if it is still what they saw.

Pure. Whether it is, is decided with the change that gives them the turn. It is made a few seconds later by a timer.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from typing import Final, Literal

from bot.tables.codec import decode, encode
from bot.tables.errors import Refused
from bot.tables.events import TableEvent
from bot.tables.messages import PlanNotice
from bot.tables.outbox_rows import Scheduled
from bot.tables.table import Table
from bot.tables.timers import PlannedMoveTimer
from data.ids import UserId
from data.store import Settled
from game.board import EMPTY, NAMES, adjacent, parse_cell
from game.events import At, Place, Placed
from game.illegal import Illegal
from game.rules import preview
from game.state import Placement
from game.tiles import Tile, parse_tile

EARLIEST_S: Final = 4.0
LATEST_S: Final = 20.0
"""How long after the turn has come a planned move is made, evenly spread: people need as long."""

Lapse = Literal["taken", "rules", "fewer", "touched", "exchange"]
"""Why a planned move is not made: a space is taken; the rules forbid it there now; it scores less; a tile was placed
next to it; it lets the person choose whether to exchange.
"""


@dataclass(frozen=True, slots=True)
class PlannedMove:
    """A placement with its conditions."""

    tile: str = field(repr=False)
    at: tuple[str, ...] = field(repr=False)
    points: tuple[int, ...] = field(repr=False)
    """What each of its symbols counted when it was planned."""
    turn: int
    """How many turns were over then."""
    untouched: bool = False
    """Whether it is made only if no tile was placed next to it meanwhile."""
    lapsed: Lapse | None = None
    """Why it is not made, in the turn for which it was planned."""

    @property
    def placement(self) -> tuple[Tile, At]:
        """The tile and its spaces."""
        first, second = (parse_cell(name) for name in self.at)
        return parse_tile(self.tile), (first, second)

    @property
    def text(self) -> str:
        """The text in which it is stored."""
        return json.dumps(encode(self), separators=(",", ":"))


def from_text(text: str) -> PlannedMove | None:
    """The planned move of a stored text; `None` where it cannot be read."""
    try:
        found = decode(PlannedMove, json.loads(text))
        _ = found.placement
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return found


def planned(table: Table, user: UserId, laid: Placement, *, untouched: bool) -> PlannedMove:
    """A move that a person plans while others are on turn.

    Raises:
        Refused: `not-playing`, `come-back` where a bot holds the seat, `your-turn`, or the game is not running.
    """
    seat = table.check_playing(user)
    if seat in table.taken_over:
        raise Refused("come-back")
    if seat == table.game().position.seat:
        raise Refused("your-turn")
    cells = tuple(NAMES[cell] for cell in laid.at)
    return PlannedMove(laid.tile.code, cells, laid.points, len(table.public.turns), untouched)


def lapse(table: Table, user: UserId, move: PlannedMove) -> Lapse | None:
    """Why a planned move is not made in the turn of its person that is going on; `None` where it is.

    That is the first placement of a turn: who has placed something in it decides the rest themselves.
    """
    view = table.view_for(user)
    tile, at = move.placement
    if any(view.position.symbols[cell] != EMPTY for cell in at):
        return "taken"
    try:
        outcome = preview(view, tile, at)
    except Illegal:
        return "rules"
    if any(now < then for now, then in zip(outcome.placement.points, move.points, strict=True)):
        return "fewer"
    laid = (cell for turn in view.position.turns[move.turn :] for one in turn.placements for cell in one.at)
    if move.untouched and any(adjacent(cell, half) for cell in laid for half in at):
        return "touched"
    return "exchange" if outcome.exchange else None


def intent(move: PlannedMove) -> Place:
    """The placement of a planned move; it leaves no exchange to be chosen."""
    tile, at = move.placement
    return Place(tile, at)


def settle(
    before: Table, after: Table, events: Sequence[TableEvent], plans: Mapping[UserId, str], due: datetime
) -> Settled:
    """What a change of a table makes of its planned moves: the one of the person whose turn comes is made or lapses.

    Those of people who placed something, or whose seats a bot holds from now on, are gone.
    """
    if after.status != "running":
        return Settled()
    acted = {after.seats[event.seat].user for event in events if isinstance(event, Placed)}
    kept = {user: body for user, body in plans.items() if user in after.active and user not in acted}
    seat = after.game().position.seat
    user = after.seats[seat].user
    passed = before.state is None or after.turn > before.turn
    if not passed or user is None or user not in kept or after.is_bot(seat):
        return Settled(kept)
    move = from_text(kept.pop(user))
    if move is None:
        return Settled(kept)
    why = lapse(after, user, move)
    if why is None:
        return Settled(kept | {user: move.text}, [Scheduled(PlannedMoveTimer(user, after.turn), due).row])
    lapsed = replace(move, lapsed=why).text
    return Settled(kept | {user: lapsed}, [Scheduled(PlanNotice(user, after.turn, why)).row])
