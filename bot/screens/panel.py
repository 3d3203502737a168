"""The panel a player plays from: choose a placement, see what it does, confirm.

Pure. The choice made so far is the draft of the custom ids (`RB.E7.E8`: the tile as it lies, its first space, its
second), so the panel is a function of the view, the draft and what was pressed. Buttons throughout, since a button is
one tap and an option of a select two. Most placements are two presses away (the placement, Place), every one is five:
tile, row, space, direction, Place. The first step has nothing laid, so that no placement is made by one press. A puzzle
asks for the best placement, so nothing in it points at one before a space is chosen.

While others are on turn it is a trial: the same steps, and instead of the last one the placement can be planned.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

from bot.screens.draft import Draft, placed
from bot.screens.model import Button, Screen, rows_of
from bot.screens.options import (
    Option,
    as_option,
    best_by,
    on_space,
    options,
    ranked,
    same_placement,
    varied,
)
from bot.screens.panel_context import Focus, PanelContext, view_number
from bot.screens.panel_parts import (
    direction_button,
    effect_lines,
    focus_on,
    option_button,
    place_buttons,
    row_letter,
    space_button,
)
from bot.screens.phrases import sign, tile_code, tile_words
from bot.screens.verbs import Placing, Step
from bot.tables.errors import Refused
from bot.tables.table import Table
from bot.texts import Texts, unmarked
from game.board import NAMES, row
from game.state import SeatView
from game.tiles import Tile

_BEST = 6
"""How many placements are offered at once, in two lines; a phone shows them in pairs above the tiles."""
_BEST_BY_LINES = {1: 6, 2: 6, 3: 4}
"""How many, by the lines to read above them; with more lines one pair: so the panel is no higher than a phone shows."""
_LINE_LENGTH = 44
"""About how many characters a phone shows in a line."""
_FEW = 4
"""How many others are offered beside one that is tried, where there is only one kind of tile to place."""
_KEYPAD = 15
"""How many spaces are offered at once; more go by rows first."""
_WHOLE = (Step.PLAY, Step.OTHER_TILE, Step.TRIAL, Step.WHOLE_BOARD)
"""After these a placement is shown on the whole board."""
_LINE = 4
"""How many buttons stand in a line: a phone shows four short ones beside each other, or two pairs of long ones."""
_TILES, _MANY = 3, 5
"""How many stand in a line of tiles with symbols, and where there are more than three lines of the usual length."""


def panel(
    table: Table, view: SeatView, draft: Draft, texts: Texts, note: str = "", *, step: Step = Step.PLAY
) -> Screen:
    """The panel of a game at the step that its draft has reached; one that no longer fits goes back to where it does.

    `note` is a line on top, such as what the last placement did; `step` is what was pressed, where the draft does not
    say all: a placement tried or turned, or the whole board asked for. The view must be that of a seat at the table;
    while another is on turn the panel is a trial.
    """
    return panel_of(PanelContext.of_game(table, view, texts, note), draft, step)


def panel_of(context: PanelContext, draft: Draft, verb: Step) -> Screen:
    """The panel of whatever the context is about, as `panel`."""
    view = context.seen
    tiles = list(dict.fromkeys(tile.piece for tile in view.rack))
    tile = draft.tile.piece if draft.tile else tiles[0] if len(tiles) == 1 else None
    mine = options(context.view, tile) if tile else []
    if tile is None or not mine:
        return _choose_tile(context, tiles, scores=verb == Step.WHOLE_BOARD)
    if draft.row is not None and any(row(cell) == draft.row for option in mine for cell in option.cells):
        return _choose_space(context, tile, mine, draft, whole=verb == Step.WHOLE_BOARD)
    if draft.at is not None and verb not in (Step.TRY, Step.WHOLE_BOARD) and (there := on_space(mine, draft.at)):
        return _turn(context, tile, there, next((option for option in there if option.draft == draft), there[0]))
    chosen = next((option for option in mine if same_placement(option, draft)), None)
    only, whole = len(tiles) == 1, verb in _WHOLE
    if chosen is None and (only or context.is_puzzle):
        asked = verb == Step.TILE or context.is_puzzle
        if asked:
            return _choose_row(context, tile, mine, only=only)
        return _suggested(context, tile, mine, scores=verb == Step.WHOLE_BOARD)
    lay = _only_tile if only else _tile
    return lay(context, tile, mine, chosen or mine[0], whole=whole)


# --- steps ---------------------------------------------------------------------------------------------------------


def _choose_tile(context: PanelContext, tiles: Sequence[Tile], *, scores: bool) -> Screen:
    """The best few placements of the whole rack, and its tiles; of a puzzle the tiles alone."""
    if context.is_puzzle:
        by_tile = [_tile_button(context, tile, named=True) for tile in tiles]
        return context.screen([context.texts("panel.choose-tile")], rows_of(by_tile, _TILES))
    best = [
        option_button(context, Step.TRY, as_option(one), number=view_number(context.seen, one.tile))
        for one in varied(ranked(context.view), _offered(context))
    ]
    by_tile = [_tile_button(context, tile, named=False) for tile in tiles]
    rows = rows_of(best, _LINE) + rows_of([*by_tile, *_score_boards(context, shown=scores)], _LINE)
    lines = [context.texts("panel.which-tile")] if context.is_first_turn else []
    return context.screen(lines, rows, focus=Focus(scores=scores))


def _tile_button(context: PanelContext, tile: Tile, *, named: bool) -> Button:
    """A tile by its number on the rack in the picture, and by its symbols where it is `named`."""
    number, press = view_number(context.seen, tile), context.press(Step.TILE, Draft(tile))
    if not named:
        return Button(str(number), press, "primary")
    signs = f"{number} {sign(tile.first)}{sign(tile.second)}"
    return Button(signs, press, "primary", spelt=f"{number} {tile_code(tile, context.texts)}")


def _suggested(context: PanelContext, tile: Tile, mine: Sequence[Option], *, scores: bool) -> Screen:
    """The first step of a rack with one kind of tile: its best few placements, and the way to all of them."""
    offered = _offered(context)
    best = [option_button(context, Step.TRY, option) for option in mine[:offered]]
    last = _score_boards(context, shown=scores)
    if len(mine) > offered:
        last.insert(0, Button(context.texts("panel.other-space"), context.press(Step.TILE, Draft(tile))))
    lines = [context.texts("panel.choose-placement")] if context.is_first_turn else []
    return context.screen(lines, rows_of(best, _LINE) + rows_of(last), tile, focus=Focus(scores=scores))


def _offered(context: PanelContext) -> int:
    """How many placements the first step offers."""
    if context.shows_all:
        return _BEST
    head = context.head(with_pegs=True)
    lines = sum(1 + len(unmarked(line)) // _LINE_LENGTH for line in head) + context.is_first_turn
    return _BEST_BY_LINES.get(lines, 2)


def _score_boards(context: PanelContext, *, shown: bool) -> list[Button]:
    """The way to the score boards of all, where the picture of the first step leaves them out."""
    return (
        [] if shown or context.shows_all else [Button(context.texts("button.scores"), context.press(Step.WHOLE_BOARD))]
    )


def _choose_row(context: PanelContext, tile: Tile, mine: Sequence[Option], *, only: bool) -> Screen:
    """The rows, or the few spaces, that a tile can be laid in, with nothing laid; `only` where there is no other."""
    keys, by_space = _keys(context, tile, mine)
    if context.is_puzzle or by_space:
        words = context.texts("panel.choose-space" if by_space else "panel.choose-row")
    else:
        words = _by_example(context, "panel.choose-row-points", mine)
    back = context.back_to_tiles()
    if only and not context.is_puzzle:
        back = [Button(context.texts("panel.back"), context.press(Step.TRIAL if context.trial else Step.OTHER_TILE))]
    marks = frozenset(cell for option in mine for cell in option.cells)
    return context.screen([words], (*keys, tuple(back)) if back else keys, tile, focus=Focus(marks))


def _keys(context: PanelContext, tile: Tile, mine: Sequence[Option]) -> tuple[tuple[tuple[Button, ...], ...], bool]:
    """The lines of buttons of the spaces on which a tile can have a half, or of their rows; whether of spaces."""
    spaces = best_by(mine, "cell")
    by_space = len(spaces) <= _KEYPAD
    if by_space:
        keys = [
            space_button(context, Step.SPACE, Draft(tile, at=cell), NAMES[cell], most) for cell, most in spaces.items()
        ]
    else:
        rows = best_by(mine, "row")
        keys = [space_button(context, Step.ROW, Draft(tile, row=at), row_letter(at), most) for at, most in rows.items()]
    return rows_of(keys, _LINE if len(keys) <= 3 * _LINE else _MANY), by_space


def _tile(context: PanelContext, tile: Tile, mine: Sequence[Option], chosen: Option, *, whole: bool) -> Screen:
    """A placement of a tile, shown as it would lie, the best others of that tile, and the way to all of them."""
    keys, by_space = _keys(context, tile, mine)
    room = min((4 - len(keys)) * _LINE, _BEST)
    best = rows_of(_others(context, mine, chosen, room), _LINE)
    controls = [*place_buttons(context, chosen), _other_view(context, chosen, whole=whole), *context.back_to_tiles()]
    lines = effect_lines(context, chosen)
    if len(mine) > 1 and not context.is_puzzle:
        lines.append(context.texts("panel.or-space") if by_space else _by_example(context, "panel.or-row", mine))
    return context.screen(lines, ((tuple(controls)), *best, *keys), tile, focus=focus_on(chosen, mine, whole=whole))


def _only_tile(context: PanelContext, tile: Tile, mine: Sequence[Option], chosen: Option, *, whole: bool) -> Screen:
    """A placement of a rack with one kind of tile, a few others, and the way to all of them."""
    controls = [*place_buttons(context, chosen), _other_view(context, chosen, whole=whole)]
    if len(mine) > (1 if context.is_puzzle else 1 + _FEW):
        controls.append(Button(context.texts("panel.other-space"), context.press(Step.TILE, Draft(tile))))
    lines = (tuple(controls), *rows_of(_others(context, mine, chosen, _FEW), _LINE))
    return context.screen(effect_lines(context, chosen), lines, tile, focus=focus_on(chosen, mine, whole=whole))


def _others(context: PanelContext, mine: Sequence[Option], chosen: Option, room: int) -> list[Button]:
    """Some other placements of a tile: turned round on the same spaces, the likeliest other, and the best of the rest.

    Of a puzzle only the former, which say nothing about other spaces.
    """
    there = [one for one in mine if one is not chosen and set(one.cells) == set(chosen.cells)]
    rest = [] if context.is_puzzle else [one for one in mine if one is not chosen and one not in there]
    return [
        _turned(context, one) if one in there and not one.order else option_button(context, Step.TRY, one)
        for one in [*there, *rest][:room]
    ]


def _turned(context: PanelContext, option: Option) -> Button:
    return Button(f"+{option.steps} · {context.texts('panel.turned')}", context.press(Step.TRY, option.draft))


def _other_view(context: PanelContext, chosen: Option, *, whole: bool) -> Button:
    """From the whole board to the close-up, or back."""
    words = context.texts("panel.close-up" if whole else "panel.whole-board")
    return Button(words, context.press(Step.TRY if whole else Step.WHOLE_BOARD, chosen.draft))


def _by_example(context: PanelContext, key: str, mine: Sequence[Option]) -> str:
    """What the buttons of rows say, by the example of the one with the most points."""
    rows = best_by(mine, "row")
    best = max(rows, key=lambda at: rows[at])
    return context.texts(key, row=row_letter(best), points=rows[best])


def _choose_space(context: PanelContext, tile: Tile, mine: Sequence[Option], draft: Draft, *, whole: bool) -> Screen:
    """The spaces of a row on which the tile can have a half."""
    spaces = {cell: most for cell, most in best_by(mine, "cell").items() if row(cell) == draft.row}
    keys = [space_button(context, Step.SPACE, Draft(tile, at=cell), NAMES[cell], most) for cell, most in spaces.items()]
    other = Button(context.texts("panel.other-row"), context.press(Step.TILE, Draft(tile)))
    view = Button(
        context.texts("panel.close-up" if whole else "panel.whole-board"),
        context.press(Step.ROW if whole else Step.WHOLE_BOARD, draft),
    )
    lines = [context.texts("panel.which-space", tile=tile_words(tile, context.texts), row=row_letter(draft.row or 1))]
    focus = Focus(marks=frozenset(spaces), close_to=None if whole else frozenset(spaces))
    return context.screen(lines, (*rows_of(keys, _LINE), (other, view, *context.back_to_tiles())), tile, focus=focus)


def _turn(context: PanelContext, tile: Tile, there: Sequence[Option], chosen: Option) -> Screen:
    """All placements with a half on one space, one of them shown as it would lie."""
    ways = [direction_button(context, option, chosen=option is chosen) for option in (there if len(there) > 1 else ())]
    controls = [
        *place_buttons(context, chosen),
        Button(context.texts("panel.whole-board"), context.press(Step.WHOLE_BOARD, chosen.draft)),
        Button(context.texts("panel.other-space"), context.press(Step.TILE, Draft(tile))),
        *context.back_to_tiles(),
    ]
    focus = focus_on(chosen, there, whole=False)
    return context.screen(effect_lines(context, chosen), (tuple(controls), *rows_of(ways, _LINE)), tile, focus=focus)


def ask_before_placing(context: PanelContext, draft: Draft, *, exchange: bool) -> Screen:
    """The question before a placement is made, for those who want it; the picture stays as it is.

    Raises:
        Refused: `bad-press`, when the draft is not a whole placement of this position.
    """
    view, texts = context.seen, context.texts
    tile, _ = placed(draft)
    chosen = next((option for option in options(view, tile.piece) if same_placement(option, draft)), None)
    if chosen is None:
        raise Refused("bad-press")
    sure = Placing.SURE_AND_EXCHANGE if exchange else Placing.SURE
    words = texts("panel.place-exchange" if exchange else "panel.place")
    buttons = (
        Button(words, context.press(sure, draft), "success"),
        Button(texts("panel.back"), context.press(Step.TRY, draft)),
    )
    lines = [*effect_lines(context, chosen), texts("panel.sure")]
    asked = context.screen(lines, (buttons,), tile.piece, focus=focus_on(chosen, (), whole=False))
    return replace(asked, keeps_picture=True)
