"""The way with the fewest taps from an open panel to a placement made."""

from __future__ import annotations

import heapq
from collections.abc import Collection, Iterator
from dataclasses import dataclass, field
from itertools import count

from bot.interactions import play
from bot.interactions.request import Request
from bot.screens.custom_ids import custom_id, parse
from bot.screens.draft import Draft, placed
from bot.screens.model import Screen, Select
from bot.screens.press import Press, TurnPress
from bot.screens.verbs import Placing
from bot.services.loaded import Loaded
from game.board import row
from game.events import Place
from game.rules import preview
from game.state import SeatView
from game.tiles import Tile

_ENDS = (Placing.PLACE, Placing.PLACE_AND_EXCHANGE)


@dataclass(order=True)
class _Way:
    """A way through the panel so far; each step is a custom id and, of a select, the option."""

    taps: int
    number: int
    steps: tuple[tuple[str, str | None], ...] = field(compare=False)
    screen: Screen = field(compare=False)


def shortest(
    loaded: Loaded, request: Request, place: Place, shown: Collection[str]
) -> tuple[tuple[str, str | None], ...]:
    """The steps with the fewest taps from the panel just opened to this placement made.

    `shown` are the custom ids of its buttons: below many words there are fewer than the panel alone would have.
    """
    view = loaded.table.view_for(request.user)
    numbers = count()
    first = play.open_panel(request, loaded, version=view.position.version)
    ways, seen = [_Way(0, next(numbers), (), first)], set[str]()
    while ways:
        way = heapq.heappop(ways)
        if way.steps and way.steps[-1][0].split(":")[3] in _ENDS:
            return way.steps
        for step, press, taps in _presses(way.screen):
            if not isinstance(press, TurnPress) or not (way.steps or step[0] in shown):
                continue
            if press.verb in _ENDS:
                wanted = Placing.PLACE_AND_EXCHANGE if place.exchange else Placing.PLACE
                if press.verb == wanted and same(view, press.draft, place):
                    heapq.heappush(ways, _Way(way.taps + taps, next(numbers), (*way.steps, step), way.screen))
            elif _leads_to(press, place) and (key := f"{press.verb}:{press.draft.text}") not in seen:
                seen.add(key)
                screen = play.open_panel(request, loaded, press.verb, press.draft, version=press.version)
                heapq.heappush(ways, _Way(way.taps + taps, next(numbers), (*way.steps, step), screen))
    raise AssertionError(f"nothing leads to {place}")


def _presses(screen: Screen) -> Iterator[tuple[tuple[str, str | None], Press, int]]:
    """All that a screen offers: the step, the press that the bot gets, its taps."""
    for line in screen.rows:
        if isinstance(line, Select):
            for option in line.options:
                chosen = parse(custom_id(line.press), option.value)
                assert chosen
                yield (custom_id(line.press), option.value), chosen, 2
        else:
            yield from (((custom_id(one.press), None), one.press, 1) for one in line)


def _leads_to(press: TurnPress, place: Place) -> bool:
    """Whether the draft of a press is a part of this placement."""
    if press.verb not in _LOOKING:
        return False
    draft = press.draft
    return (
        (draft.tile is None or draft.tile.piece == place.tile.piece)
        and (draft.row is None or draft.row in {row(cell) for cell in place.at})
        and {cell for cell in (draft.at, draft.to) if cell is not None} <= set(place.at)
    )


_LOOKING = frozenset({"tile", "row", "space", "way", "try", "turn"})


def same(view: SeatView, draft: Draft, place: Place) -> bool:
    """Whether a whole draft does what the placement does."""
    tile, at = placed(draft)
    lies = _lying(tile, at) == _lying(place.tile, place.at)
    return lies and preview(view, tile, at).position.scores == preview(view, place.tile, place.at).position.scores


def _lying(tile: Tile, at: tuple[int, int]) -> frozenset[tuple[int, int]]:
    return frozenset(zip(at, tile, strict=True))
