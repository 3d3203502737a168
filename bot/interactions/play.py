"""A turn: the panel, a placement, and the own rack."""

from __future__ import annotations

from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from typing import Final, assert_never

from bot.interactions.request import Request
from bot.screens import board, info, settings
from bot.screens import panel as panel_screens
from bot.screens import planned as planned_screens
from bot.screens.draft import NOTHING, Draft, placed
from bot.screens.hint import first_step, with_hint
from bot.screens.location import whereabouts
from bot.screens.model import Button, Screen
from bot.screens.next_turn import with_next
from bot.screens.panel import panel
from bot.screens.panel_context import PanelContext
from bot.screens.phrases import done_words, rack_words, since_last_turn, turns_words
from bot.screens.press import TurnPress
from bot.screens.refusals import refusal_text
from bot.screens.verbs import Placing, Step
from bot.services import alone, lookup, planned, preferences, writes
from bot.services.context import Services
from bot.services.loaded import Loaded
from bot.tables import planned_moves, play
from bot.tables.errors import Refused
from bot.tables.table import Table
from bot.texts.typed import parsed_tile
from data.ids import GameId
from data.store import StoreError
from game.board import adjacent, parse_cell
from game.events import Place
from game.illegal import Illegal
from game.state import SeatView
from game.tiles import Tile

_HASTE: Final = timedelta(seconds=2)
"""A placement sooner after the panel than this may be one that nobody meant."""
ENDED: Final = ("over", "game-over")
"""The codes of what is refused because the game is over."""

# --- a turn --------------------------------------------------------------------------------------------------------


async def turn(services: Services, request: Request, loaded: Loaded, press: TurnPress) -> Screen:
    """What a press in the panel leads to.

    Raises:
        Refused: `bad-press`, `moved-on`, or see `open_panel` and `tables.play.place`.
        Illegal: the rules forbid the placement.
    """
    match press.verb:
        case Step() as step:
            return open_panel(request, loaded, step, press.draft, version=press.version)
        case Placing() as placing if request.preferences.confirm_placing and not placing.is_confirmed:
            return _ask_before_placing(request, loaded, press, placing)
        case Placing() as placing:
            shown = await _place(services, request, loaded, press.version, intent_of(placing, press.draft))
            return await _with_confirming(services, request, shown) if _is_hasty(request) else shown
    assert_never(press.verb)


def _is_hasty(request: Request) -> bool:
    """Whether a placement was made right after its panel came up, as by a slip of the thumb."""
    asked = request.preferences.confirm_placing or request.preferences.confirm_offered
    return not asked and timedelta() < request.shown_for < _HASTE


async def _with_confirming(services: Services, request: Request, shown: Screen) -> Screen:
    """What came of a placement, with the offer to be asked before the next ones; it is made once to a person."""
    with suppress(StoreError):  # The placement is made, so its answer comes whatever becomes of the offer.
        if await preferences.offer_confirming(services, request.user):
            return settings.offering_confirming(shown, request.texts)
    return shown


def intent_of(placing: Placing, draft: Draft) -> Place:
    """The placement that a panel has put together; raises `Refused`: `bad-press`, when something is missing."""
    tile, at = placed(draft)
    return Place(tile, at, exchange=placing.exchanges)


def open_panel(
    request: Request, loaded: Loaded, step: Step = Step.PLAY, draft: Draft = NOTHING, *, version: int = 0
) -> Screen:
    """The panel at the step of the draft, for the present position; `version` is that of the one it was made for.

    While others are on turn it is a trial for who asked for that at this position, else the rack.

    Raises:
        Refused: `moved-on`, or see `rack`.
    """
    if loaded.table.status == "over":
        return over(request, loaded)
    view = loaded.table.view_for(request.user)
    begun = draft != NOTHING
    present = version == view.position.version
    if view.on_turn:
        if begun and not present:
            raise Refused("moved-on")
        if not begun and not view.position.in_turn and step == Step.PLAY:
            return _beginning(request, loaded, view)
        shown = panel(loaded.table, view, draft, request.texts, step=step)
        return shown if begun else with_hint(shown, loaded.table, view, request.texts)
    asked = begun or step == Step.WHOLE_BOARD
    if view.rack and view.position.ending is None and (step == Step.TRIAL or (asked and present)):
        return panel(loaded.table, view, draft, request.texts, step=step)
    return rack(request, loaded)


def _beginning(request: Request, loaded: Loaded, view: SeatView) -> Screen:
    """The first step of a turn, or the planned move that comes within seconds."""
    move = planned.own(loaded, request.user)
    if move is not None and planned_moves.lapse(loaded.table, request.user, move) is None:
        return planned_screens.soon(loaded.table, view, move, request.texts)
    return first_step(loaded.table, view, request.texts, _lapsed(request, loaded))


def _lapsed(request: Request, loaded: Loaded) -> str:
    """Why the plan for the turn that is going on lapsed; empty where none did."""
    move = planned.own(loaded, request.user)
    return planned_screens.line(move, request.texts) if move is not None and move.lapsed else ""


def _ask_before_placing(request: Request, loaded: Loaded, press: TurnPress, placing: Placing) -> Screen:
    """The question before the placement that the panel has put together.

    Raises:
        Refused: `moved-on`, or `bad-press`.
    """
    view = loaded.table.view_for(request.user)
    if not view.on_turn or press.version != view.position.version:
        raise Refused("moved-on")
    context = PanelContext.of_game(loaded.table, view, request.texts)
    return panel_screens.ask_before_placing(context, press.draft, exchange=placing.exchanges)


async def place_typed(
    services: Services, request: Request, loaded: Loaded, *, tile: str, at: str, to: str, exchange: bool | None
) -> Screen:
    """Make a placement of which somebody typed the tile and its two spaces."""
    try:
        intent = _typed(tile, at, to, exchange)
        return await _place(services, request, loaded, None, intent)
    except (Refused, Illegal) as error:
        view = loaded.table.view_for(request.user)
        if not view.on_turn or loaded.table.status == "over":
            return await refused(services, request, loaded.table.id, error)
        press = TurnPress(loaded.table.id, view.position.version, Step.PLAY)
        button = Button(request.texts("button.open-panel"), press, "success")
        return Screen(refusal_text(error, request.texts), rows=((button,),))


def check_typed(tile: str, at: str, to: str) -> None:
    """Refuse a typed placement that no game allows.

    Raises:
        Refused: `bad-tile`, `bad-cell`.
        Illegal: `not-adjacent`.
    """
    cells = _typed(tile, at, to, None).at
    if not adjacent(*cells):
        raise Illegal("not-adjacent", "R3.1", cells=cells)


def _typed(tile: str, at: str, to: str, exchange: bool | None) -> Place:
    return Place(_tile(tile), (_cell(at), _cell(to)), exchange)


async def _place(services: Services, request: Request, loaded: Loaded, version: int | None, intent: Place) -> Screen:
    """Make a placement and show what came of it, also at a second press that asks for the same placement.

    Raises:
        Refused: see `tables.play.place`.
        Illegal: see `tables.play.place`.
    """
    shuffle = services.tables.chance.shuffle(loaded.table.id)
    made = await services.tables.change_once(
        loaded,
        lambda table: play.place(table, request.user, version, intent, shuffle),
        lambda table: play.is_made(table, request.user, intent),
    )
    writes.record(move=True)
    if alone.awaits_board(services, made):
        return Screen(_placed_words(made.table, request, intent), panel_below=made.table.id)
    made = await alone.after_bots(services, made)
    shown = _after_placement(request, made, intent)
    if lookup.is_on_turn(made.table, request.user):
        return shown
    waiting = await lookup.waiting_for(services.tables, request.user, besides=made.table.id)
    return with_next(shown, len(waiting), request.texts)


def made(request: Request, loaded: Loaded, intent: Place) -> Screen | None:
    """What came of this placement in the person's last turn; `None` where it was not made."""
    return _after_placement(request, loaded, intent) if play.is_made(loaded.table, request.user, intent) else None


def _after_placement(request: Request, loaded: Loaded, intent: Place) -> Screen:
    """What came of a placement: the next bonus placement, or the rack after the refill."""
    table = loaded.table
    view = table.view_for(request.user)
    done = _placed_words(table, request, intent)
    if view.on_turn:
        # In a bonus turn the answer to the turn's first press has shown what the others did.
        turns = () if view.position.in_turn else since_last_turn(view)
        others = turns_words(turns, table.short_names, request.texts, limit=800)
        if others.count("\n") > 1:
            others = others.replace("\n", " · ")  # a phone has no room for a line each
        return first_step(table, view, request.texts, f"{done}\n{others}" if others else done)
    if view.position.ending:
        now = board.present(table, view, request.texts)
        # Alone, the end board with its buttons is an old message further up.
        rows = board.end_rows(table, request.texts) if table.is_alone else now.rows
        return replace(now, text=f"{done}\n{now.text}", rows=rows)
    turn_over = request.texts("panel.turn-over", rack=rack_words(view.rack))
    return replace(rack(request, loaded, alone=True), text=f"{done}\n{turn_over}")


def _placed_words(table: Table, request: Request, intent: Place) -> str:
    """What a placement did, and which tiles were exchanged with it."""
    seat = table.seat_of(request.user)
    position = table.game().position
    mine = [turn for turn in position.turns if turn.seat == seat and turn.placements]
    placements = (one for turn in reversed(mine) for one in reversed(turn.placements))
    placement = next((one for one in placements if set(one.at) == set(intent.at)), None)
    words = done_words(placement, position, request.texts) if placement else ""
    if mine and mine[-1].exchanged:
        words += "\n" + request.texts("panel.exchanged", tiles=rack_words(mine[-1].exchanged))
    return words


def _tile(text: str) -> Tile:
    tile = parsed_tile(text)
    if tile is None:
        raise Refused("bad-tile", text=_quoted(text))
    return tile


def _cell(text: str) -> int:
    try:
        return parse_cell(text.strip())
    except ValueError as error:
        raise Refused("bad-cell", text=_quoted(text)) from error


def _quoted(text: str) -> str:
    """Typed text as it can be shown again: short, letters and digits only."""
    return "".join(char for char in text[:20] if char.isalnum() or char == " ")


async def refused(services: Services, request: Request, game: GameId, error: Refused | Illegal) -> Screen:
    """Why something was refused and, where the person plays in that game, its present position."""
    why = refusal_text(error, request.texts)
    try:
        loaded = await services.tables.load(game)
    except Refused:
        return Screen(why)
    table = loaded.table
    if table.status == "over" and error.code in ENDED:
        return over(request, loaded)
    if table.state is None or request.user not in table.humans:
        return Screen(why)
    view = table.view_for(request.user)
    if view.on_turn:
        lapsed = _lapsed(request, loaded) if error.code == "moved-on" else ""
        return first_step(table, view, request.texts, f"{lapsed}\n{why}" if lapsed else why)
    now = board.present(table, view, request.texts)
    return replace(now, text=f"{why}\n{now.text}")


def over(request: Request, loaded: Loaded) -> Screen:
    """The end of a finished game: who won, with the way to its board and to the rematch."""
    link = whereabouts(loaded, request.texts).link
    return board.over(loaded.table, loaded.table.view_for(request.user), request.texts, link, request.user)


# --- the rack ------------------------------------------------------------------------------------------------------


def rack(request: Request, loaded: Loaded, *, alone: bool = False) -> Screen:
    """The person's own rack below the board, or `alone`; of a finished game its end.

    Raises:
        Refused: `not-playing`, or no game has begun.
    """
    view = loaded.table.view_for(request.user)
    if loaded.table.status == "over":
        return over(request, loaded)
    if view.seat is None:
        raise Refused("not-playing")
    where = whereabouts(loaded, request.texts, request.location.channel)
    shown = info.rack(loaded.table, view, request.texts, where, notices=request.preferences.dm_rack, alone=alone)
    move = planned.own(loaded, request.user)
    return shown if move is None else planned_screens.beside(shown, loaded.table, move, request.texts)
