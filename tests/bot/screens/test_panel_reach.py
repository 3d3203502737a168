"""Every legal placement is within five presses of the open panel, and every step on the way keeps Discord's limits."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, replace
from functools import cache
from typing import Any
from unittest.mock import patch

import pytest

from bot.screens import panel as panel_module
from bot.screens import panel_context, picture_labels, verbs
from bot.screens.custom_ids import custom_id, parse
from bot.screens.draft import Draft, placed
from bot.screens.model import Screen, Select
from bot.screens.options import Option
from bot.screens.options import options as found_options
from bot.screens.panel import panel
from bot.screens.press import TurnPress
from bot.screens.verbs import Placing
from bot.tables.table import Table
from bot.texts import Texts, texts
from game.events import Event, TurnEnded
from game.placements import placements
from game.rules import preview
from game.state import SeatView
from game.tiles import Tile, parse_tile
from render.scene_builder import Labels
from tests.bot.games import simulated, table_of, whole, with_open_bonus
from tests.bot.limits import body_of, broken_in_message
from tests.bot.players import PRESSES

Laid = tuple[frozenset[tuple[int, int]], int | None]
"""A placement: which symbol lies on which space, and the space that is scored first where that matters."""


def laid(view: SeatView, tile: Tile, at: tuple[int, int]) -> Laid:
    """What a placement comes to."""
    symbols = frozenset(zip(at, tile, strict=True))
    if not tile.double:
        return symbols, None
    pegs = [preview(view, tile, cells).position.scores for cells in (at, at[::-1])]
    return symbols, at[0] if pegs[0] != pegs[1] else None


def legal(view: SeatView) -> set[Laid]:
    """Every placement that the rules allow, a double that can be scored in two ways twice."""
    found = set()
    for tile, a, b, _, _ in placements(view):
        found.add(laid(view, tile, (a, b)))
        if tile.double:
            found.add(laid(view, tile, (b, a)))
    return found


@dataclass(frozen=True)
class Step:
    """A step of the panel."""

    presses: int
    """How many lead to it."""
    ways: tuple[TurnPress, ...]
    """The buttons with which it makes a placement."""
    broken: tuple[str, ...]
    """The limits of Discord that it breaks."""


@cache
def steps(name: str) -> list[Step]:
    """Every step of the panel that can be reached, each once."""
    table, view = table_at(name), view_of(name)
    with in_one_position():
        first = panel(table, view, Draft(), texts("en"))
        seen, level, presses = {""}, [first], 0
        # A button of the whole board or the close-up leads to the same step in another picture.
        found = [step(0, first)]
        while level:
            presses += 1
            following: list[Screen] = []
            for screen in level:
                for press in inner_presses(screen):
                    verb = verbs.Step.TURN if press.verb == verbs.Step.SPACE else press.verb
                    if (key := f"{verb}:{press.draft.text}") not in seen:
                        seen.add(key)
                        following.append(panel(table, view, press.draft, texts("en"), step=press.verb))
                        found.append(step(presses, following[-1]))
            level = following
    return found


@contextmanager
def in_one_position() -> Iterator[None]:
    """Find the options and the labels of the picture once; they are the same for every step of a position."""
    known: dict[Tile | None, Any] = {}

    def options(view: SeatView, piece: Tile) -> list[Option]:
        if piece not in known:
            known[piece] = found_options(view, piece)
        return known[piece]

    def labels(table: Table, view: SeatView, words: Texts) -> Labels:
        if None not in known:
            known[None] = picture_labels.labels(table, view, words)
        return known[None]

    with patch.object(panel_module, "options", options), patch.object(panel_context, "labels", labels):
        yield


def step(presses: int, screen: Screen) -> Step:
    return Step(presses, tuple(confirmations(screen)), tuple(broken_in_message(body_of(screen))))


@cache
def table_at(name: str) -> Table:
    """The table in one of the positions."""
    return POSITIONS[name]()


def view_of(name: str) -> SeatView:
    """What the player on turn sees."""
    table = table_at(name)
    return table.view_for(table.seats[table.game().position.seat].user)


def inner_presses(screen: Screen) -> Iterator[TurnPress]:
    """The buttons of a step that lead on within the panel; those for another picture of the same step left out."""
    for row in screen.rows:
        assert not isinstance(row, Select), "an option of a select is two taps"
        for button in row:
            assert isinstance(button.press, TurnPress)
            if isinstance(button.press.verb, verbs.Step) and button.press.verb != verbs.Step.WHOLE_BOARD:
                yield button.press


def confirmations(screen: Screen) -> list[TurnPress]:
    return [
        button.press
        for row in screen.rows
        if not isinstance(row, Select)
        for button in row
        if isinstance(button.press, TurnPress) and isinstance(button.press.verb, Placing)
    ]


def with_rack(events, *codes: str) -> Table:
    """The table with this rack for the seat on turn, whatever it has drawn."""
    table = table_of(events)
    state = table.game()
    racks = list(state.racks)
    racks[state.position.seat] = tuple(parse_tile(code) for code in codes)
    state = replace(state, racks=tuple(racks))
    return replace(table, state=state, last_public_state=state)


def with_pegs(table: Table, *pegs: int) -> Table:
    """The table with these pegs on the score board of the seat on turn."""
    state = table.game()
    position = state.position
    number = position.mode.board_of(position.seat, position.seats)
    scores = [replace(board, pegs=pegs) if at == number else board for at, board in enumerate(position.scores)]
    state = replace(state, position=replace(position, scores=tuple(scores)))
    return replace(table, state=state, last_public_state=state)


def before_exchange(mode: str, seats: int) -> tuple[Event, ...]:
    """A game at the beginning of a turn that can end with an exchange."""
    events = whole(mode, seats)
    ends = [at for at, event in enumerate(events) if isinstance(event, TurnEnded)]
    last = next(number for number, at in enumerate(ends) if number > 20 and events[at].returned)
    return events[: ends[last - 1] + 1]


POSITIONS: dict[str, Callable[[], Table]] = {
    "the first tile on the white area": lambda: table_of(simulated("standard", 2, turns=0)),
    "the empty whole board": lambda: with_rack(simulated("standard", 4, turns=4), "RB", "RB", "RB", "GG", "GG", "GG"),
    "the last first turn": lambda: table_of(simulated("team", 4, turns=3)),
    "the middle of a game of three": lambda: table_of(simulated("standard", 3, turns=35)),
    "an exchange allowed": lambda: table_of(before_exchange("standard", 2)),
    "a duel near its end": lambda: table_of(simulated("duel", 2, turns=30)),
    "the whole board near its end": lambda: table_of(simulated("standard", 4, turns=50, style="greedy")),
    "a solo rack of one": lambda: table_of(simulated("solo", 1, turns=12)),
    "six equal tiles": lambda: with_rack(simulated("standard", 2, turns=20), *["RB"] * 6),
    "an open bonus": lambda: table_of(with_open_bonus("standard", 2)),
    "doubles whose order matters, alone": lambda: with_pegs(
        with_rack(simulated("solo", 1, turns=20), "RR"), 17, 17, 17, 17, 17, 17
    ),
    "doubles whose order matters, in a team": lambda: with_pegs(
        with_rack(simulated("team", 4, turns=24), "RR", "RR", "YY", "BP", "BP", "BP"), 16, 16, 16, 16, 17, 17
    ),
}

every_position = pytest.mark.parametrize("name", list(POSITIONS))


@every_position
def test_every_legal_placement_is_within_five_presses_and_nothing_else_is(name):
    view = view_of(name)
    reached: dict[Laid, int] = {}
    for one in steps(name):
        assert one.broken == ()
        for press in one.ways:
            assert parse(custom_id(press)) == press
            assert press.version == view.position.version
            reached.setdefault(laid(view, *placed(press.draft)), one.presses + 1)
    assert set(reached) == legal(view)
    assert max(reached.values()) <= PRESSES


@every_position
def test_a_second_way_to_place_is_offered_exactly_where_an_exchange_is_allowed(name):
    view = view_of(name)
    assert any(one.ways for one in steps(name))
    for one in steps(name):
        for press in one.ways:
            exchange = preview(view, *placed(press.draft)).exchange
            assert [other.verb for other in one.ways] == (["place", "swap"] if exchange else ["place"])


def test_an_exchange_is_allowed_after_some_placements_and_not_after_others():
    assert {len(one.ways) for one in steps("an exchange allowed")} == {0, 1, 2}


def test_the_positions_ask_for_the_order_of_a_double():
    for name in ("doubles whose order matters, alone", "doubles whose order matters, in a team"):
        assert any(first is not None for _, first in legal(view_of(name)))
