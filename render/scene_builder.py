"""From what somebody may see of a game to the scene of a picture.

Must not know pixels, colours as seen, modes by name, or words: those come ready in `Labels`.
"""

from __future__ import annotations

from game.rules import preview
from game.state import SeatView
from render.scene import (
    Ghost,
    Labels,
    Scene,
)
from render.scene_board import board_part
from render.scene_seats import is_won, named, panels_of, rack_part, seats_of

__all__ = ["Ghost", "Labels", "Scene", "board_scene", "rack_scene"]


def board_scene(
    view: SeatView,
    labels: Labels,
    *,
    since: int | None = None,
    rack: bool = False,
    chosen: int | None = None,
    marks: frozenset[int] = frozenset(),
    ghost: Ghost | None = None,
) -> Scene:
    """The position as this seat may see it.

    Args:
        view: what to show; its rack is shown only with `rack`.
        labels: the words.
        since: the first turn to highlight, an index of the position's turns; the last turn if absent.
        rack: whether to show the seat's own rack below the board.
        chosen: the slot of the rack, from 0, with a tile to highlight.
        marks: cells to mark as open to a choice.
        ghost: a tile about to be placed, drawn with the lines and points it would score.

    Raises:
        Illegal: the ghost's placement would be refused.
    """
    position = view.position
    first = max(0, len(position.turns) - 1 if since is None else since)
    outcome = None if ghost is None else preview(view, ghost.tile, ghost.at)
    after = outcome.position if outcome else position
    seats = seats_of(position, labels, after)
    return Scene(
        title=labels.final if position.ending else labels.to_move,
        named=named(seats),
        board=board_part(view, labels, first, marks, outcome, ghost.better_than if ghost else None),
        rack=rack_part(view, chosen) if rack else None,
        panels=panels_of(position, seats, first, after, labels.score),
        over=position.ending is not None,
        won=is_won(position),
    )


def rack_scene(view: SeatView, labels: Labels) -> Scene:
    """The seat's rack alone, with the title of the board."""
    position = view.position
    return Scene(
        title=labels.final if position.ending else labels.to_move,
        named=named(seats_of(position, labels, position)),
        board=None,
        rack=rack_part(view, None),
        panels=(),
        over=position.ending is not None,
    )
