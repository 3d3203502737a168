"""Score boards: six tracks with pegs, and whose they are. Must not know modes or rules."""

from __future__ import annotations

from dataclasses import dataclass

from PIL import Image

from render.layout import HEADER_PX, SCALE_PX, TRACK_PX, Box
from render.scene import Panel, Peg, Rail, Seat
from render.text import cleaned
from render.theme import Theme

_NUMBER_PX = 70
"""The column right of one-sided tracks for the numbers."""
_TOKEN_PX = 52
"""The columns left and right of two-sided tracks for the tokens."""
_RESULT_PX = 52
"""Distance of the items of a result, where there is room."""
_PAD_PX = 12


@dataclass(frozen=True, slots=True)
class _Lines:
    """Where the tracks of a panel run, from its own left edge."""

    rail: Rail
    width_px: int

    @property
    def two_sided(self) -> bool:
        return self.rail.low < 0

    @property
    def start_px(self) -> int:
        return _PAD_PX + 20 + (_TOKEN_PX if self.two_sided else 0)

    @property
    def end_px(self) -> int:
        return self.width_px - _PAD_PX - 20 - (_TOKEN_PX if self.two_sided else _NUMBER_PX)

    def at_px(self, value: int) -> int:
        """Where a peg is; on a two-sided track the positive side is the left one."""
        rail = self.rail
        share = rail.high - value if self.two_sided else value - rail.low
        return self.start_px + share * (self.end_px - self.start_px) // (rail.high - rail.low)

    def token_px(self, seat: int) -> int:
        """Where a seat's tokens lie on a two-sided score board, whose even seat has the left side."""
        left = _PAD_PX + _TOKEN_PX // 2 - 2
        return self.width_px - left if seat % 2 else left

    def row_px(self, row: int) -> int:
        """The middle of a track, from the panel's upper edge."""
        return HEADER_PX + SCALE_PX + TRACK_PX * row + TRACK_PX // 2


def draw_panel(canvas: Image.Image, panel: Panel, box: Box, theme: Theme) -> None:
    """Draw a score board into its box."""
    lines = _Lines(panel.rail, box[2] - box[0])
    height = box[3] - box[1]
    chips = tuple(_chip(seat) for seat in panel.seats)
    canvas.paste(theme.kept((lines, height, chips), lambda: _empty(lines, height, chips, theme)), box[:2])
    width = (lines.width_px - 2 * _CHIP_PX) // len(panel.seats)
    for number, seat in enumerate(panel.seats):
        left = box[0] + _CHIP_PX + number * width
        _draw_name(canvas, seat, (left, box[1], left + width, box[1] + HEADER_PX), theme)
    for row, peg in enumerate(panel.pegs):
        _draw_track(canvas, lines, peg, box[0], box[1] + lines.row_px(row), theme)
    for number, seat in enumerate(panel.seats[: 2 if lines.two_sided else 1]):
        left = box[0] + _CHIP_PX + number * width
        right = left + width if lines.two_sided else box[2] - _CHIP_PX
        _draw_result(canvas, seat, (left, right), box[1] + lines.row_px(6) + 2, theme)


def seat_label(seat: Seat) -> str:
    """The mark of a seat whose name cannot be drawn."""
    return f"P{seat.number + 1}"


# --- the empty score board -----------------------------------------------------------------------------------------

_CHIP_PX = 8


def _chip(seat: Seat) -> str:
    if seat.on_turn or seat.place == 1:
        return "accent"
    return "plain"


def _empty(lines: _Lines, height: int, chips: tuple[str, ...], theme: Theme) -> Image.Image:
    """A score board without names and pegs."""
    c, inks, pieces = theme.colours, theme.inks, theme.pieces
    width = lines.width_px
    canvas = Image.new("L", (width, height), inks.ink(c.table))
    lit = "accent" in chips
    edge, rim = (c.accent, 4) if lit else (c.panel_light, 2)
    pieces.box(canvas, (0, 0, width, height), 18, inks.ramp(c.table, edge))
    # The header of one player's board is lit by leaving the edge's colour; of several players one chip each is.
    top = HEADER_PX - 4 if lit and len(chips) == 1 else rim
    pieces.box(canvas, (rim, top, width - rim, height - rim), 14, inks.ramp(edge, c.panel))
    chip = (width - 2 * _CHIP_PX) // len(chips)
    for number, look in enumerate(chips):
        if look == "accent" and len(chips) > 1:
            left, gap = _CHIP_PX + number * chip, 3
            right = left + chip - (gap if number < len(chips) - 1 else 0)
            pieces.box(
                canvas,
                (left + (gap if number else 0), _CHIP_PX, right, HEADER_PX - 4),
                12,
                inks.ramp(c.panel, c.accent),
            )
    _draw_scale(canvas, lines, theme)
    for row in range(6):
        _draw_groove(canvas, lines, lines.row_px(row), theme)
    return canvas


def _draw_scale(canvas: Image.Image, lines: _Lines, theme: Theme) -> None:
    rail = lines.rail
    for value in sorted({rail.low, 0, *rail.stops}):
        at = (lines.at_px(value), HEADER_PX + SCALE_PX // 2)
        theme.writer.write(canvas, at, str(abs(value)), "semi", 20, theme.text.dim_on_panel, anchor="m")


def _draw_groove(canvas: Image.Image, lines: _Lines, y: int, theme: Theme) -> None:
    c, inks, rail = theme.colours, theme.inks, lines.rail
    box = (lines.start_px - 18, y - 15, lines.end_px + 19, y + 15)
    theme.pieces.box(canvas, box, 15, inks.ramp(c.panel, c.groove))
    every = 1 if (lines.end_px - lines.start_px) / (rail.high - rail.low) >= 10 else 6
    for value in range(rail.low, rail.high + 1):
        x = lines.at_px(value)
        if value == 0 or value in rail.stops:
            canvas.paste(inks.ink(c.tick), (x - 1, y - 11, x + 2, y + 11))
        elif value % every == 0:
            canvas.paste(inks.ink(c.tick), (x, y - 2, x + 2, y + 2))
    if lines.two_sided:
        for x in (lines.token_px(0), lines.token_px(1)):
            theme.pieces.box(canvas, (x - 17, y - 17, x + 17, y + 17), 17, inks.ramp(c.panel, c.groove))


# --- names and pegs ------------------------------------------------------------------------------------------------


def _draw_name(canvas: Image.Image, seat: Seat, box: Box, theme: Theme) -> None:
    writer, text = theme.writer, theme.text
    ink = text.on_accent if _chip(seat) == "accent" else text.on_panel
    left, right, y = box[0] + 14, box[2] - 14, (box[1] + box[3]) // 2
    if seat.on_turn:
        left += writer.write(canvas, (left, y), "▶", "extra", 30, ink) + 8
    if seat.place == 1:
        left += writer.write(canvas, (left, y), "★", "extra", 34, ink) + 8
    if seat.place is not None:
        right -= writer.write(canvas, (right, y), f"{seat.place}.", "extra", 34, ink, anchor="r") + 10
    name = cleaned(seat.name)
    if not writer.drawable(name):
        name = seat_label(seat)
    size = next((size for size in (34, 30) if writer.width_px(name, "extra", size) <= right - left), 26)
    writer.write(canvas, (left, y), writer.fitted(name, "extra", size, right - left), "extra", size, ink)


def _draw_track(canvas: Image.Image, lines: _Lines, peg: Peg, left: int, y: int, theme: Theme) -> None:
    c, inks = theme.colours, theme.inks
    zero, before, at, after = (left + lines.at_px(value) for value in (0, peg.before, peg.at, peg.after))
    _draw_bar(canvas, zero, at, y, inks.ink(c.bar(peg.colour)))
    _draw_bar(canvas, before, at, y, inks.ink(c.fresh_bar(peg.colour)))
    _draw_bar(canvas, at, after, y, inks.ink(c.choice))
    sprite, mask = theme.pieces.pegs[peg.colour]
    canvas.paste(sprite, (at - sprite.width // 2, y - sprite.height // 2), mask)
    if lines.two_sided:
        _draw_sides(canvas, lines, peg, left, y, theme)
    else:
        _draw_number(canvas, lines, peg, left, y, theme)


def _draw_bar(canvas: Image.Image, start: int, end: int, y: int, ink: int) -> None:
    if start != end:
        canvas.paste(ink, (min(start, end), y - 9, max(start, end), y + 9))


def _draw_number(canvas: Image.Image, lines: _Lines, peg: Peg, left: int, y: int, theme: Theme) -> None:
    x = left + lines.width_px - _PAD_PX - _NUMBER_PX // 2
    c, text = theme.colours, theme.text
    ink = text.on_panel
    if peg.after != peg.at:
        ink = text.choice_on_panel
    elif peg.at == lines.rail.high:
        ink = text.accent_on_panel
    elif peg.lowest:
        theme.pieces.box(canvas, (x - 30, y - 18, x + 30, y + 18), 15, theme.inks.ramp(c.panel, c.text))
        ink = text.on_light
    theme.writer.write(canvas, (x, y), str(peg.after), "extra", 34, ink, anchor="m")


def _draw_sides(canvas: Image.Image, lines: _Lines, peg: Peg, left: int, y: int, theme: Theme) -> None:
    """What a two-sided track has beside its peg: the number on the far side of 0, and the token where it lies."""
    text = theme.text
    ink = text.choice_on_groove if peg.after != peg.at else text.on_groove
    side = 1 if peg.after > 0 else -1
    x = left + lines.at_px(0) + side * 34
    if peg.after:
        # Where the last turn brought the peg across 0, its bar lies here too.
        canvas.paste(theme.inks.ink(theme.colours.groove), (x - 22, y - 9, x + 22, y + 9))
        theme.writer.write(canvas, (x, y), str(abs(peg.after)), "extra", 30, ink, anchor="m")
    if peg.holder is not None:
        token, mask = theme.pieces.tokens[peg.colour]
        x = left + lines.token_px(peg.holder)
        canvas.paste(token, (x - token.width // 2, y - token.height // 2), mask)


def _draw_result(canvas: Image.Image, seat: Seat, span: tuple[int, int], y: int, theme: Theme) -> None:
    """What is compared at the end, with the item that decided."""
    text, c = theme.text, theme.colours
    pitch = min(_RESULT_PX, (span[1] - span[0] - 8) // max(1, len(seat.result)))
    for at, value in enumerate(seat.result):
        x = span[0] + 4 + pitch // 2 + pitch * at
        ink = text.dim_on_panel if seat.decided is not None else text.on_panel
        if at == seat.decided:
            theme.pieces.box(canvas, (x - 21, y - 17, x + 21, y + 17), 15, theme.inks.ramp(c.panel, c.accent))
            ink = text.on_accent
        theme.writer.write(canvas, (x, y), str(value), "extra", 28, ink, anchor="m")
