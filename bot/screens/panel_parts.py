"""The parts of which the steps of the panel are made: buttons, what the picture shows, what a placement does."""

from __future__ import annotations

from collections.abc import Sequence

from bot.screens.draft import Draft
from bot.screens.model import Button
from bot.screens.options import (
    Option,
    direction_label,
    option_label,
)
from bot.screens.panel_context import Focus, PanelContext
from bot.screens.phrases import points_words, rack_words, tile_words
from bot.screens.verbs import Placing, Planning, Step
from game.board import NAMES
from game.rules import Outcome, preview
from render.scene_builder import Ghost


def row_letter(at: int) -> str:
    """What a row of the board is called."""
    return "ABCDEFGHIJKLMNO"[at - 1]


def space_button(context: PanelContext, verb: Step, draft: Draft, name: str, most: int) -> Button:
    """A button for a space or a row, with the most points that a placement there scores, if it scores any."""
    return Button(name if context.is_puzzle or not most else f"+{most} {name}", context.press(verb, draft))


def option_button(context: PanelContext, verb: Step, option: Option, *, number: int | None = None) -> Button:
    """A button for one placement."""
    label, spelt = (option_label(option, context.texts, number, spelt=spelt) for spelt in (False, True))
    return Button(label, context.press(verb, option.draft), spelt=spelt)


def direction_button(context: PanelContext, option: Option, *, chosen: bool) -> Button:
    """A button for one of the placements with a half on the same space."""
    label, spelt = (direction_label(option, context.texts, spelt=spelt) for spelt in (False, True))
    style = "primary" if chosen else "secondary"
    return Button(label, context.press(Step.TURN, option.draft), style, spelt=spelt)


def focus_on(chosen: Option, others: Sequence[Option], *, whole: bool) -> Focus:
    """The chosen placement, with the spaces that are open to the others marked."""
    tile, at = chosen.tile, chosen.cells
    marks = frozenset(cell for option in others for cell in option.cells) - {*at}
    return Focus(marks, Ghost(tile, at), None if whole else frozenset(at))


def place_buttons(context: PanelContext, chosen: Option) -> list[Button]:
    """The buttons that make the placement; the one that plans it while one only tries."""
    if context.trial:
        plan = Button(context.texts("plan.plan"), context.plan(Planning.PLAN, chosen.draft), "success")
        return [plan] if context.may_plan else []
    buttons = [Button(context.texts("panel.place"), context.press(Placing.PLACE, chosen.draft), "success")]
    if _outcome(context, chosen).exchange:
        press = context.press(Placing.PLACE_AND_EXCHANGE, chosen.draft)
        buttons.append(Button(context.texts("panel.place-exchange"), press, "success"))
    return buttons


def _outcome(context: PanelContext, chosen: Option) -> Outcome:
    return preview(context.view, chosen.tile, chosen.cells)


def effect_lines(context: PanelContext, chosen: Option) -> list[str]:
    """What the chosen placement does, in words."""
    texts, view, outcome = context.texts, context.view, _outcome(context, chosen)
    tile, at = chosen.tile, chosen.cells
    lines = [
        texts(
            "panel.effect",
            tile=tile_words(tile, context.texts),
            cells=f"{NAMES[at[0]]}-{NAMES[at[1]]}",
            points=points_words(outcome.placement),
        )
    ]
    if sum(outcome.placement.lost):
        lines[0] += " " + texts("turn.lost", points=sum(outcome.placement.lost))
    if chosen.order:
        peg = outcome.position.pegs(view.position.seat)[tile.first]
        lines.append(texts("panel.order-matters", cell=NAMES[at[0]], peg=peg))
    if outcome.position.ending:
        lines.append(texts("panel.ends-game"))
    elif outcome.placement.bonuses and outcome.rack:
        lines.append(texts("panel.earns-bonus", bonuses=outcome.placement.bonuses))
    if outcome.exchange and not context.trial:
        mode = view.position.mode
        tiles = rack_words(outcome.exchange)
        lines.append(texts(f"panel.may-exchange-{mode.exchange.name}", tiles=tiles, end=mode.track.end))
    if context.may_plan:
        lines.append(texts("plan.hint"))
    return lines
