"""A planned move: what was planned and on which conditions, that it comes within seconds, why it lapsed."""

from __future__ import annotations

from dataclasses import replace

from bot.screens.desk import Desk, Focus
from bot.screens.draft import Draft
from bot.screens.model import Button, Screen
from bot.screens.phrases import points_words, tile_words
from bot.screens.press import Press, Verb
from bot.tables.ahead import PlannedMove
from bot.tables.table import Table
from bot.texts import Texts
from game.board import NAMES
from game.rules import preview
from game.state import SeatView
from render.scene_builder import Ghost


def kept(table: Table, view: SeatView, move: PlannedMove, texts: Texts) -> Screen:
    """What somebody has planned, while others are on turn, with the ways to change and to drop it."""
    desk = Desk(table, view, texts, "")
    other = Verb.PLAN if move.untouched else Verb.PLAN_UNTOUCHED
    buttons = (
        Button(
            texts("plan.even-if-touched" if move.untouched else "plan.only-untouched"), desk.press(other, _draft(move))
        ),
        drop_button(table, view, texts),
        Button(texts("panel.back"), desk.press(Verb.TRIAL)),
    )
    how = texts("plan.how-untouched" if move.untouched else "plan.how")
    lines = [texts("plan.kept", game=table.id, what=_effect(desk, move)), how]
    if preview(desk.view, *move.placement).placement.bonuses:
        lines.append(texts("plan.bonus"))
    return replace(_screen(desk, move, lines, buttons), keeps_picture=True)


def soon(table: Table, view: SeatView, move: PlannedMove, texts: Texts) -> Screen:
    """That a planned move comes within seconds, with the ways to make it at once and to drop it."""
    desk = Desk(table, view, texts, "")
    place = Button(texts("plan.now"), desk.press(Verb.PLACE, _draft(move)), "success")
    lines = [texts("plan.soon", game=table.id, what=_effect(desk, move))]
    return _screen(desk, move, lines, (place, drop_button(table, view, texts)))


def drop_button(table: Table, view: SeatView, texts: Texts) -> Button:
    """The button that drops a planned move."""
    return Button(texts("plan.drop"), Press(table.id, view.position.version, Verb.DROP_PLAN), "danger")


def beside(screen: Screen, table: Table, view: SeatView, move: PlannedMove, texts: Texts) -> Screen:
    """A screen of the rack with what was planned, and the way to drop it."""
    text = f"{screen.text}\n{line(move, texts)}"
    first, *others = screen.rows
    if move.lapsed or not isinstance(first, tuple):
        return replace(screen, text=text)
    return replace(screen, text=text, rows=((*first, drop_button(table, view, texts)), *others))


def line(move: PlannedMove, texts: Texts) -> str:
    """A planned move in one line, or why it lapsed."""
    if move.lapsed:
        return texts(f"plan.lapsed.{move.lapsed}")
    tile, at = move.placement
    return texts("plan.line", what=f"{tile_words(tile, texts)} {NAMES[at[0]]}-{NAMES[at[1]]}")


def _draft(move: PlannedMove) -> Draft:
    tile, at = move.placement
    return Draft(tile, None, *at)


def _effect(desk: Desk, move: PlannedMove) -> str:
    """The placement with what it would score now."""
    tile, at = move.placement
    points = points_words(preview(desk.view, tile, at).placement)
    cells = f"{NAMES[at[0]]}-{NAMES[at[1]]}"
    return desk.texts("panel.effect", tile=tile_words(tile, desk.texts), cells=cells, points=points)


def _screen(desk: Desk, move: PlannedMove, lines: list[str], buttons: tuple[Button, ...]) -> Screen:
    """The lines alone, with the placement in the picture."""
    tile, at = move.placement
    shown = desk.screen([], (buttons,), tile.piece, focus=Focus(ghost=Ghost(tile, at), close_to=frozenset(at)))
    return replace(shown, text="\n".join(lines))
