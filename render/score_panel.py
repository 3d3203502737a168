"""Score boards: six tracks with pegs, and whose they are. Must not know modes or rules."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal

from PIL import Image

from render.layout import HEADER_PX, SCALE_PX, TRACK_PX, Box
from render.palette import lay
from render.scene import Badge, Panel, Peg, Rail, Seat
from render.text import Writer
from render.theme import Theme

_NUMBER_PX = 84
"""The column right of one-sided tracks for the numbers."""
_TOKEN_PX = 52
"""The columns left and right of two-sided tracks for the tokens."""
_RESULT_PX = 52
"""Distance of the items of a result, where there is room."""
_PAD_PX = 12
_BESIDE_PX = 38
"""From a peg of a two-sided track to its number."""
_WORD_SIZE = 26
_PLAIN_SIZE = 46
_NARROW_PX = 300
"""Below this width tracks would be stubs, and score boards have numbers alone."""


@dataclass(frozen=True, slots=True)
class _Lines:
    """Where the tracks of a panel run, from its own left edge."""

    rail: Rail
    width_px: int

    @property
    def two_sided(self) -> bool:
        return self.rail.low < 0

    @property
    def has_tracks(self) -> bool:
        return self.width_px >= _NARROW_PX

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
    _draw_scores(canvas, panel, lines, box, theme)
    if lines.has_tracks:
        _draw_scale(canvas, lines, box, theme)
    for row, peg in enumerate(panel.pegs):
        draw_row = _draw_track if lines.has_tracks else _draw_plain
        draw_row(canvas, lines, peg, box[0], box[1] + lines.row_px(row), theme)
    for number, seat in enumerate(panel.seats[: 2 if lines.two_sided else 1]):
        left = box[0] + _CHIP_PX + number * width
        right = left + width if lines.two_sided else box[2] - _CHIP_PX
        _draw_result(canvas, seat, (left, right), box[1] + lines.row_px(6) + 2, theme)


def seat_label(number: int) -> str:
    """The mark of a seat whose name cannot be drawn."""
    return f"P{number + 1}"


def badge_text(badge: Badge, writer: Writer) -> str:
    """The letters of a seat, or its mark where they cannot be drawn."""
    return badge.letters if writer.drawable(badge.letters) else seat_label(badge.number)


def draw_badge(canvas: Image.Image, badge: Badge, at: tuple[int, int], theme: Theme) -> None:
    """The letters of a seat on their disc, in the size of a peg, with its middle here."""
    disc, mask = theme.pieces.seat
    lay(canvas, disc, (at[0] - disc.width // 2, at[1] - disc.height // 2), mask)
    letters = badge_text(badge, theme.writer)
    size = theme.writer.largest(letters, "extra", (26,) if len(letters) == 1 else (21, 18, 16), 34)
    theme.writer.write(canvas, at, letters, "extra", size, theme.text.on_badge, anchor="m")


# --- the empty score board -----------------------------------------------------------------------------------------

_CHIP_PX = 8


def _chip(seat: Seat) -> str:
    if seat.on_turn or seat.rank == 1:
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
    for row in range(6 if lines.has_tracks else 0):
        _draw_groove(canvas, lines, lines.row_px(row), theme)
    return canvas


def _draw_groove(canvas: Image.Image, lines: _Lines, y: int, theme: Theme) -> None:
    c, inks, rail = theme.colours, theme.inks, lines.rail
    box = (lines.start_px - 18, y - 15, lines.end_px + 19, y + 15)
    theme.pieces.box(canvas, box, 15, inks.ramp(c.panel, c.groove))
    # Where steps are too narrow to count, dots would say nothing.
    dotted = (lines.end_px - lines.start_px) / (rail.high - rail.low) >= 10
    for value in range(rail.low, rail.high + 1):
        x = lines.at_px(value)
        if value == 0 or value in rail.stops:
            canvas.paste(inks.ink(c.tick), (x - 1, y - 11, x + 2, y + 11))
        elif dotted:
            canvas.paste(inks.ink(c.tick), (x, y - 2, x + 2, y + 2))
    if lines.two_sided:
        for x in (lines.token_px(0), lines.token_px(1)):
            theme.pieces.box(canvas, (x - 17, y - 17, x + 17, y + 17), 17, inks.ramp(c.panel, c.groove))


# --- names and scores ----------------------------------------------------------------------------------------------


def _draw_name(canvas: Image.Image, seat: Seat, box: Box, theme: Theme) -> None:
    writer, text = theme.writer, theme.text
    ink = text.on_accent if _chip(seat) == "accent" else text.on_panel
    left, right, y = box[0] + 12, box[2] - 12, (box[1] + box[3]) // 2
    if seat.badge:
        draw_badge(canvas, seat.badge, (left + 20, y), theme)
        left += 50
    name = writer.name(seat.name) or seat_label(seat.number)
    size = next((size for size in (34, 30) if writer.width_px(name, "extra", size) <= right - left), 28)
    writer.write(canvas, (left, y), writer.fitted(name, "extra", size, right - left), "extra", size, ink)


def _draw_scores(canvas: Image.Image, panel: Panel, lines: _Lines, box: Box, theme: Theme) -> None:
    """The line below the names: ranks and notes on the left, and the score, large."""
    top, width = box[1] + HEADER_PX, (lines.width_px - 2 * _CHIP_PX) // len(panel.seats)
    if lines.two_sided:
        middle = box[0] + lines.at_px(0)
        theme.writer.write(canvas, (middle, top + 16), ":", "extra", 50, theme.text.on_panel, anchor="m")
        for seat in panel.seats:
            side = -1 if seat.number % 2 == 0 else 1
            _draw_score(canvas, seat, (middle + 26 * side, top + 18), "r" if side < 0 else "l", theme)
            edge = box[0] + _CHIP_PX + 12 if side < 0 else box[2] - _CHIP_PX - 12
            _draw_note(canvas, seat, (edge, top + 20), theme, width - 120, mirrored=side > 0)
        return
    right = box[2] - _PAD_PX - 4
    right -= _draw_score(canvas, panel.seats[0], (right, top + 22), "r", theme) + 14
    word_px = theme.writer.width_px(panel.word, "semi", _WORD_SIZE)
    for number, seat in enumerate(panel.seats):
        left = box[0] + _CHIP_PX + 12 + number * width
        used = _draw_note(canvas, seat, (left, top + 18), theme, min(width - 24, right - left), ranked=number == 0)
        if number == len(panel.seats) - 1 and left + used + (used and 14) <= right - word_px:
            at = (right, top + 18)
            theme.writer.write(canvas, at, panel.word, "semi", _WORD_SIZE, theme.text.dim_on_panel, anchor="r")


def _draw_score(canvas: Image.Image, seat: Seat, at: tuple[int, int], anchor: Literal["l", "r"], theme: Theme) -> int:
    """The score, or what it would be with the ghost; gives its width in pixels."""
    ink = theme.text.on_panel if seat.after == seat.score else theme.text.choice_on_panel
    return theme.writer.write(canvas, at, str(seat.after), "extra", 50, ink, anchor=anchor)


def _draw_note(
    canvas: Image.Image,
    seat: Seat,
    at: tuple[int, int],
    theme: Theme,
    width_px: int,
    *,
    ranked: bool = True,
    mirrored: bool = False,
) -> int:
    """The rank of a seat and what is said of it, from the left or, mirrored, the right; gives the width."""
    writer, text = theme.writer, theme.text
    used, way = 0, -1 if mirrored else 1
    anchor: Literal["l", "r"] = "r" if mirrored else "l"
    if seat.rank_words and ranked:
        rank = f"★ {seat.rank_words}" if seat.rank == 1 else seat.rank_words
        ink = text.accent_on_panel if seat.rank == 1 else text.on_panel
        used = writer.write(canvas, at, rank, "extra", 32, ink, anchor=anchor) + 14
    fits = (size for size in (_WORD_SIZE, 22) if used + writer.width_px(seat.note, "semi", size) <= width_px)
    size = next(fits, 20)
    note = writer.fitted(seat.note, "semi", size, width_px - used)
    if note:
        at = (at[0] + way * used, at[1])
        used += writer.write(canvas, at, note, "semi", size, text.dim_on_panel, anchor=anchor) + 14
    return max(0, used - 14)


def _draw_scale(canvas: Image.Image, lines: _Lines, box: Box, theme: Theme) -> None:
    rail = lines.rail
    for value in sorted({rail.low, 0, *rail.stops}):
        at = (box[0] + lines.at_px(value), box[1] + HEADER_PX + SCALE_PX - 10)
        theme.writer.write(canvas, at, str(abs(value)), "semi", 20, theme.text.dim_on_panel, anchor="m")


# --- pegs ----------------------------------------------------------------------------------------------------------


def _draw_track(canvas: Image.Image, lines: _Lines, peg: Peg, left: int, y: int, theme: Theme) -> None:
    c, inks = theme.colours, theme.inks
    zero, before, at, after = (left + lines.at_px(value) for value in (0, peg.before, peg.at, peg.after))
    _draw_bar(canvas, zero, at, y, inks.ink(c.bar(peg.colour)))
    _draw_bar(canvas, before, at, y, inks.ink(c.fresh_bar(peg.colour)))
    _draw_bar(canvas, at, after, y, inks.ink(c.choice))
    sprite, mask = theme.pieces.pegs[peg.colour]
    lay(canvas, sprite, (at - sprite.width // 2, y - sprite.height // 2), mask)
    if lines.two_sided:
        _draw_sides(canvas, lines, peg, left, y, theme)
    else:
        _draw_number(canvas, lines, peg, left, y, theme)


def _draw_plain(canvas: Image.Image, lines: _Lines, peg: Peg, left: int, y: int, theme: Theme) -> None:
    """A peg without a track: where it is, large, how far it came or would go, and an arrow at the lowest ones."""
    writer, text = theme.writer, theme.text
    sprite, mask = theme.pieces.pegs[peg.colour]
    lay(canvas, sprite, (left + _PAD_PX, y - sprite.height // 2), mask)
    trying, right = peg.after != peg.at, left + lines.width_px - _PAD_PX - 2
    ink = text.choice_on_panel if trying else text.accent_on_panel if peg.at == lines.rail.high else text.on_panel
    writer.write(canvas, (left + 128, y), str(peg.after), "extra", _PLAIN_SIZE, ink, anchor="r")
    moved = peg.after - peg.at if trying else peg.at - peg.before
    if moved:
        ink = text.choice_on_panel if trying else text.accent_on_panel
        writer.write(canvas, (left + 144, y), f"+{moved}", "extra", 34, ink)
    if peg.lowest:
        writer.write(canvas, (right, y), "◀", "extra", 30, text.on_panel, anchor="r")


def _draw_bar(canvas: Image.Image, start: int, end: int, y: int, ink: int) -> None:
    if start != end:
        canvas.paste(ink, (min(start, end), y - 9, max(start, end), y + 9))


def _draw_number(canvas: Image.Image, lines: _Lines, peg: Peg, left: int, y: int, theme: Theme) -> None:
    """Where a peg is, with an arrow at the lowest ones, which are the score."""
    right, text = left + lines.width_px - _PAD_PX - 2, theme.text
    ink = text.on_panel
    if peg.after != peg.at:
        ink = text.choice_on_panel
    elif peg.at == lines.rail.high:
        ink = text.accent_on_panel
    if peg.lowest:
        theme.writer.write(canvas, (right, y), "◀", "extra", 24, text.on_panel, anchor="r")
    theme.writer.write(canvas, (right - 50, y), str(peg.after), "extra", 34, ink, anchor="m")


def _draw_sides(canvas: Image.Image, lines: _Lines, peg: Peg, left: int, y: int, theme: Theme) -> None:
    """What a two-sided track has beside its peg: the number, and the token where it lies."""
    text = theme.text
    if peg.after or peg.at:
        ink = text.choice_on_groove if peg.after != peg.at else text.on_groove
        x = left + _beside_px(lines, peg)
        # Where the last turn brought the peg towards 0, its bar lies here too.
        canvas.paste(theme.inks.ink(theme.colours.groove), (x - 17, y - 11, x + 17, y + 11))
        theme.writer.write(canvas, (x, y), str(abs(peg.after)), "extra", 32, ink, anchor="m")
    if peg.holder is not None:
        token, mask = theme.pieces.tokens[peg.colour]
        x = left + lines.token_px(peg.holder)
        lay(canvas, token, (x - token.width // 2, y - token.height // 2), mask)


def _beside_px(lines: _Lines, peg: Peg) -> int:
    """Where the number of a peg is: beyond it, away from 0 or ahead of where it goes; before it at the very end."""
    ahead = peg.after - peg.at or peg.after
    way = -1 if ahead > 0 else 1
    if abs(peg.after) == lines.rail.high:
        return lines.at_px(peg.at) - way * _BESIDE_PX
    return lines.at_px(peg.after) + way * _BESIDE_PX


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
