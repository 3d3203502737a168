"""A planned move: what was planned and on which conditions, that it comes within seconds, why it lapsed."""

from __future__ import annotations

from dataclasses import replace

from bot.screens.draft import Draft
from bot.screens.model import Button, Screen
from bot.screens.panel_context import Focus, PanelContext
from bot.screens.phrases import points_words, tile_words
from bot.screens.press import GamePress
from bot.screens.verbs import GameVerb, Placing, Planning, Step
from bot.tables.planned_moves import PlannedMove
from bot.tables.table import Table
from bot.texts import Texts
from game.board import NAMES
from game.rules import preview
from game.state import SeatView
from render.scene_builder import Ghost


def kept(table: Table, view: SeatView, move: PlannedMove, texts: Texts) -> Screen:
    """What somebody has planned, while others are on turn, with the ways to change and to drop it."""
    context = PanelContext.of_game(table, view, texts)
    other = Planning.PLAN if move.untouched else Planning.PLAN_UNTOUCHED
    buttons = (
        Button(
            texts("plan.even-if-touched" if move.untouched else "plan.only-untouched"),
            context.plan(other, _draft(move)),
        ),
        drop_button(table, texts),
        Button(texts("panel.back"), context.press(Step.TRIAL)),
    )
    how = texts("plan.how-untouched" if move.untouched else "plan.how")
    lines = [texts("plan.kept", game=table.id, what=_effect(context, move)), how]
    if preview(context.view, *move.placement).placement.bonuses:
        lines.append(texts("plan.bonus"))
    return replace(_screen(context, move, lines, buttons), keeps_picture=True)


def soon(table: Table, view: SeatView, move: PlannedMove, texts: Texts) -> Screen:
    """That a planned move comes within seconds, with the ways to make it at once and to drop it."""
    context = PanelContext.of_game(table, view, texts)
    place = Button(texts("plan.now"), context.press(Placing.PLACE, _draft(move)), "success")
    lines = [texts("plan.soon", game=table.id, what=_effect(context, move))]
    return _screen(context, move, lines, (place, drop_button(table, texts)))


def drop_button(table: Table, texts: Texts) -> Button:
    """The button that drops a planned move."""
    return Button(texts("plan.drop"), GamePress(table.id, GameVerb.DROP_PLAN), "danger")


def beside(screen: Screen, table: Table, move: PlannedMove, texts: Texts) -> Screen:
    """A screen of the rack with what was planned, and the way to drop it."""
    text = f"{screen.text}\n{line(move, texts)}"
    first, *others = screen.rows
    if move.lapsed or not isinstance(first, tuple):
        return replace(screen, text=text)
    return replace(screen, text=text, rows=((*first, drop_button(table, texts)), *others))


def line(move: PlannedMove, texts: Texts) -> str:
    """A planned move in one line, or why it lapsed."""
    if move.lapsed:
        return texts(f"plan.lapsed.{move.lapsed}")
    tile, at = move.placement
    return texts("plan.line", what=f"{tile_words(tile, texts)} {NAMES[at[0]]}-{NAMES[at[1]]}")


def _draft(move: PlannedMove) -> Draft:
    tile, at = move.placement
    return Draft(tile, None, *at)


def _effect(context: PanelContext, move: PlannedMove) -> str:
    """The placement with what it would score now."""
    tile, at = move.placement
    points = points_words(preview(context.view, tile, at).placement)
    cells = f"{NAMES[at[0]]}-{NAMES[at[1]]}"
    return context.texts("panel.effect", tile=tile_words(tile, context.texts), cells=cells, points=points)


def _screen(context: PanelContext, move: PlannedMove, lines: list[str], buttons: tuple[Button, ...]) -> Screen:
    """The lines alone, with the placement in the picture."""
    tile, at = move.placement
    shown = context.screen([], (buttons,), tile.piece, focus=Focus(ghost=Ghost(tile, at), close_to=frozenset(at)))
    return replace(shown, text="\n".join(lines))
