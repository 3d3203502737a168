"""The panel a player plays from: choose a tile, a space, the direction, see what it does, confirm.

Pure. The choice made so far is the draft of the custom ids (`RB.E7.E8`: the tile as it lies, its first space, its
second), so the panel is a function of the view and the draft. Buttons wherever they fit, since a button is one tap
and an option of a select two. Every placement is within five presses: tile, row, space, direction, place.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace

from bot.screens.model import Button, Option, Row, Screen, Select, rows_of
from bot.screens.phrases import pegs_words, points_words, rack_words, sign, since_last_turn, tile_words
from bot.screens.picture_labels import labels
from bot.screens.press import Press, Verb
from bot.tables.errors import Refused
from bot.tables.table import Table
from bot.texts import Texts
from game.board import NAMES, parse_cell, row
from game.events import At
from game.placements import Choice, placements
from game.rules import Outcome, preview
from game.state import SeatView, Turn
from game.tiles import Tile, parse_tile
from render.scene_builder import Ghost, board_scene

_ARROWS = {1: "→", 17: "↘", 16: "↙", -1: "←", -17: "↖", -16: "↗"}
_AS_TEXT = "\ufe0e"
"""Asks for the plain sign where there is an emoji of it as well, so that all arrows look alike."""
_KEYPAD = 20
"""How many spaces are offered at once; more go by rows first."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A half-made choice: the tile as it lies, where its first symbol lies, where its second."""

    tile: Tile | None = None
    row: int | None = None
    at: int | None = None
    to: int | None = None
    second_first: bool = False
    """For a double whose order matters: the second cell is scored first (R6.3)."""

    @property
    def text(self) -> str:
        """The draft as it stands in a custom id."""
        parts = [self.tile.code if self.tile else ""]
        if self.row is not None:
            parts.append(str(self.row))
        if self.at is not None:
            parts.append(NAMES[self.at])
        if self.to is not None:
            parts.append(NAMES[self.to])
        if self.second_first:
            parts.append("x")
        return ".".join(parts)


def parse_draft(text: str) -> Draft:
    """The draft of a custom id or of an option.

    Raises:
        Refused: `bad-press`, when it is none.
    """
    if not text:
        return Draft()
    code, *rest = text.split(".")
    try:
        if len(rest) == 1 and rest[0].isdigit():
            draft = Draft(parse_tile(code), row=int(rest[0]))
        else:
            cells = [parse_cell(name) for name in rest[:2]]
            draft = Draft(parse_tile(code), None, *cells, second_first=len(rest) == 3)
    except ValueError as error:
        raise Refused("bad-press") from error
    if draft.text != text:
        raise Refused("bad-press")
    return draft


@dataclass(frozen=True, slots=True)
class _Desk:
    """What every step needs: the table, what the player sees, their language, a line on top."""

    table: Table
    view: SeatView
    texts: Texts
    note: str

    def press(self, verb: Verb, draft: Draft | None = None) -> Press:
        return Press(self.table.id, self.view.position.version, verb, draft.text if draft else "")

    def head(self, tile: Tile | None) -> list[str]:
        """The lines on top: whose turn it is always, the rack and what binds the turn until a tile is chosen."""
        head = [self.note] if self.note else []
        head.append(self.texts("panel.head", game=self.table.id))
        if self.view.position.in_turn:
            head.append(self.texts("panel.bonus", owed=self.view.position.owed))
        if tile is None or len(self.view.rack) == 1:
            head.append(self.texts("rack.tiles", tiles=rack_words(self.view.rack, self.texts)))
            if self.view.position.opening:
                head.append(self.texts("panel.opening"))
        return head

    def screen(
        self,
        lines: list[str],
        rows: tuple[Row, ...],
        tile: Tile | None = None,
        *,
        marks: Iterable[int] = (),
        ghost: Ghost | None = None,
    ) -> Screen:
        """A step: its lines and controls under the head, and the picture of board and rack."""
        words = labels(self.table, self.view, self.texts)
        chosen = view_number(self.view, tile) - 1 if tile else None
        since = len(self.view.position.turns) - len(self.recent_turns)
        scene = board_scene(
            self.view, words, since=since, rack=True, chosen=chosen, marks=frozenset(marks), ghost=ghost
        )
        pegs = pegs_words(self.view.position.pegs(self.view.position.seat), lowest=False)
        alt = self.texts("panel.alt", game=self.table.id, rack=rack_words(self.view.rack, self.texts), pegs=pegs)
        return Screen("\n".join([*self.head(tile), *lines]), scene, alt, rows)

    @property
    def recent_turns(self) -> Sequence[Turn]:
        """The turns to highlight: those since the player's last one, in a bonus turn only the one that goes on.

        The panel of the turn's first tile has shown the others.
        """
        turns = since_last_turn(self.view)
        return turns[-1:] if self.view.position.in_turn else turns

    def back_to_tiles(self) -> list[Button]:
        several = len({mine.piece for mine in self.view.rack}) > 1
        return [Button(self.texts("panel.other-tile"), self.press(Verb.OTHER_TILE))] if several else []


def panel(table: Table, view: SeatView, draft: Draft, texts: Texts, note: str = "") -> Screen:
    """The panel at the step that the draft has reached; a draft that no longer fits goes back to where it does.

    `note` is a line on top, such as what the last placement did. The view must be that of the seat on turn.
    """
    desk = _Desk(table, view, texts, note)
    tiles = list(dict.fromkeys(tile.piece for tile in view.rack))
    tile = draft.tile.piece if draft.tile else tiles[0] if len(tiles) == 1 else None
    if tile is None or tile not in tiles:
        return _choose_tile(desk, tiles)
    fitting = [choice for choice in placements(view) if choice[0] == tile]
    starts = sorted({cell for choice in fitting for cell in choice[1:3]})
    if draft.at is not None and draft.at in starts:
        ways = _ways(view, fitting, draft.at)
        return _confirm(desk, ways, next((way for way in ways if way.draft == draft), ways[0]))
    in_row = [cell for cell in starts if row(cell) == draft.row]
    if in_row or len(starts) <= _KEYPAD:
        return _choose_space(desk, tile, in_row or starts, by_row=bool(in_row) and len(starts) > _KEYPAD)
    return _choose_row(desk, tile, starts)


def view_number(view: SeatView, tile: Tile) -> int:
    """The number of a piece on the rack, from 1, as the picture shows it."""
    return next(at for at, mine in enumerate(view.rack, 1) if mine.piece == tile.piece)


def _choose_tile(desk: _Desk, tiles: Sequence[Tile]) -> Screen:
    numbered = [(tile, f"{view_number(desk.view, tile)} {tile_words(tile, desk.texts)}") for tile in tiles]
    buttons = [Button(label, desk.press(Verb.TILE, Draft(tile))) for tile, label in numbered]
    return desk.screen([desk.texts("panel.which-tile")], rows_of(buttons, 3))


def _choose_row(desk: _Desk, tile: Tile, starts: list[int]) -> Screen:
    rows = sorted({row(cell) for cell in starts})
    buttons = [Button("ABCDEFGHIJKLMNO"[at - 1], desk.press(Verb.ROW, Draft(tile, row=at))) for at in rows]
    lines = [desk.texts("panel.which-row", tile=tile_words(tile, desk.texts))]
    return desk.screen(lines, rows_of(buttons) + rows_of(desk.back_to_tiles()), tile, marks=starts)


def _choose_space(desk: _Desk, tile: Tile, cells: list[int], *, by_row: bool) -> Screen:
    buttons = [Button(NAMES[cell], desk.press(Verb.SPACE, Draft(tile, at=cell))) for cell in cells]
    back = [Button(desk.texts("panel.other-row"), desk.press(Verb.TILE, Draft(tile)))] if by_row else []
    lines = [desk.texts("panel.which-space", tile=tile_words(tile, desk.texts))]
    return desk.screen(lines, rows_of(buttons) + rows_of(back + desk.back_to_tiles()), tile, marks=cells)


# --- direction and confirmation ------------------------------------------------------------------------------------


@dataclass(frozen=True, slots=True)
class _Way:
    """One way to lay the chosen tile with a symbol on the chosen space."""

    draft: Draft
    other: int
    """The space of the tile's other half."""
    outcome: Outcome
    order: bool = False
    """Whether it is a double that moves the peg differently in the other order of scoring (R6.3)."""


def _ways(view: SeatView, fitting: Sequence[Choice], space: int) -> list[_Way]:
    """All ways, the best first: most points that are not lost, then most points, then clockwise."""
    found: list[_Way] = []
    for tile, a, b, _, _ in fitting:
        if space not in (a, b):
            continue
        other = b if a == space else a
        draft = Draft(tile if a == space else tile.turned, None, space, other)
        way = _Way(draft, other, preview(view, *placed(draft)))
        if not tile.double:
            found.append(way)
            continue
        turned = replace(draft, second_first=True)
        outcome = preview(view, *placed(turned))
        if outcome.position.scores == way.outcome.position.scores:
            found.append(way)
        else:
            found += [replace(way, order=True), _Way(turned, other, outcome, order=True)]
    return sorted(found, key=lambda way: _worth(way.outcome), reverse=True)


def _worth(outcome: Outcome) -> tuple[int, int]:
    placement = outcome.placement
    return (sum(placement.steps), placement.total)


def placed(draft: Draft) -> tuple[Tile, At]:
    """The tile and the cells of a whole draft, in the order in which they are scored.

    Raises:
        Refused: `bad-press`, when something is missing.
    """
    if draft.tile is None or draft.at is None or draft.to is None:
        raise Refused("bad-press")
    if draft.second_first:
        return draft.tile.turned, (draft.to, draft.at)
    return draft.tile, (draft.at, draft.to)


def _confirm(desk: _Desk, ways: list[_Way], chosen: _Way) -> Screen:
    tile, at = placed(chosen.draft)
    options = tuple(_option(way, desk.texts, chosen=way == chosen) for way in ways)
    # The placeholder says what is chosen, for clients that do not show the chosen option of a message edited.
    label = next(option.label for option in options if option.chosen)
    select = Select(desk.press(Verb.DIRECTION, chosen.draft), label, options)
    buttons = [Button(desk.texts("panel.place"), desk.press(Verb.PLACE, chosen.draft), "success")]
    if chosen.outcome.exchange:
        press = desk.press(Verb.PLACE_AND_EXCHANGE, chosen.draft)
        buttons.append(Button(desk.texts("panel.place-exchange"), press, "primary"))
    buttons.append(Button(desk.texts("panel.other-space"), desk.press(Verb.TILE, Draft(tile.piece))))
    rows: tuple[Row, ...] = (select, tuple(buttons + desk.back_to_tiles()))
    return desk.screen(_effect(desk.view, chosen, desk.texts), rows, tile, ghost=Ghost(tile, at))


def _option(way: _Way, texts: Texts, *, chosen: bool) -> Option:
    draft = way.draft
    tile, space = draft.tile, draft.at
    if tile is None or space is None:
        raise Refused("bad-press")
    label = f"{_ARROWS[way.other - space]}{_AS_TEXT} {NAMES[way.other]} · "
    if not tile.double:
        label += f"{sign(tile.first)}{NAMES[space]} {sign(tile.second)}{NAMES[way.other]} · "
    label += points_words(way.outcome.placement)
    first = NAMES[way.other if draft.second_first else space]
    return Option(label, draft.text, texts("panel.order", cell=first) if way.order else None, chosen=chosen)


def _effect(view: SeatView, way: _Way, texts: Texts) -> list[str]:
    """What the chosen placement does, in words."""
    draft, outcome = way.draft, way.outcome
    tile, at = placed(draft)
    seat = view.position.seat
    lines = [
        texts(
            "panel.effect",
            tile=tile_words(tile, texts),
            cells=f"{NAMES[at[0]]}-{NAMES[at[1]]}",
            points=points_words(outcome.placement),
        )
    ]
    if sum(outcome.placement.lost):
        lines[0] += " " + texts("turn.lost", points=sum(outcome.placement.lost))
    if way.order:
        lines.append(texts("panel.order-matters", cell=NAMES[at[0]], peg=outcome.position.pegs(seat)[tile.first]))
    if outcome.position.ending:
        lines.append(texts("panel.ends-game"))
    elif outcome.placement.bonuses and outcome.rack:
        lines.append(texts("panel.earns-bonus", bonuses=outcome.placement.bonuses))
    if outcome.exchange:
        key = "panel.may-exchange-duel" if view.position.mode.track.two_sided else "panel.may-exchange"
        lines.append(texts(key, tiles=rack_words(outcome.exchange, texts)))
    return lines
