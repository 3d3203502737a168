"""Score boards: six tracks with pegs, and whose they are. Must not know modes or rules."""

from __future__ import annotations

from PIL import Image

from render.layout import HEADER_PX, TRACK_PX, Box
from render.scene import Panel, Peg, Rail, Seat
from render.theme import Theme

_NUMBER_PX = 62
"""The column right of the tracks where the numbers stand."""


def draw_panel(canvas: Image.Image, panel: Panel, box: Box, theme: Theme) -> None:
    """Draw a score board into its box."""
    inks, colours = theme.inks, theme.colours
    active = any(seat.on_turn for seat in panel.seats)
    if active:
        canvas.paste(inks.ink(colours.accent), box)
    canvas.paste(inks.ink(colours.panel), (box[0] + 4, box[1] + (HEADER_PX if active else 4), box[2] - 4, box[3] - 4))
    _draw_header(canvas, panel.seats, box, theme)
    for row, peg in enumerate(panel.pegs):
        _draw_track(canvas, panel.rail, peg, (box[0] + 16, box[2] - 16, box[1] + HEADER_PX + 8 + TRACK_PX * row), theme)


def _draw_header(canvas: Image.Image, seats: tuple[Seat, ...], box: Box, theme: Theme) -> None:
    ink = theme.text.on_accent if any(seat.on_turn for seat in seats) else theme.text.on_panel
    name = " & ".join(display_name(seat, theme) for seat in seats)
    name = theme.writer.fitted(name, "extra", 34, box[2] - box[0] - 40)
    theme.writer.write(canvas, (box[0] + 20, box[1] + HEADER_PX // 2), name, "extra", 34, ink)


def display_name(seat: Seat, theme: Theme) -> str:
    """A seat's name, or its mark where the name cannot be drawn."""
    return seat.name if theme.writer.drawable(seat.name) else f"P{seat.number + 1}"


def _draw_track(canvas: Image.Image, rail: Rail, peg: Peg, line: tuple[int, int, int], theme: Theme) -> None:
    left, right, top = line
    inks, colours = theme.inks, theme.colours
    y = top + TRACK_PX // 2
    start, end = left + 16, right - _NUMBER_PX - 18

    def at_px(value: int) -> int:
        return start + (value - rail.low) * (end - start) // (rail.high - rail.low)

    canvas.paste(inks.ink(colours.groove), (start - 14, y - 13, end + 15, y + 14))
    bar = sorted((at_px(0), at_px(peg.at)))
    canvas.paste(inks.ink(colours.symbols[peg.colour]), (bar[0], y - 13, bar[1], y + 14))
    sprite, mask = theme.sprites.pegs[peg.colour]
    canvas.paste(sprite, (at_px(peg.at) - sprite.width // 2, y - sprite.height // 2), mask)
    ink = theme.text.accent_on_panel if peg.lowest else theme.text.on_panel
    theme.writer.write(canvas, (right, y), str(peg.at), "extra", 36, ink, anchor="r")
