"""A game as an animation: one frame a placement, as a GIF file at half size. Must not know who requests it.

A frame holds only the box that changed, and in it only the pixels that did; all others are transparent. Every frame
still decodes to exactly the picture that it shows, because all pictures of a theme share one palette.
"""

from __future__ import annotations

import struct
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace
from typing import Final

from PIL import Image, ImageChops

from game.events import Event
from game.rules import apply
from game.state import GameState, SeatView, view
from render.layout import WIDTH_PX, Box
from render.paint import Panels, height_px, paint
from render.palette import mapped
from render.scene_builder import Labels, Scene, board_scene
from render.theme import Theme

PACE_S: Final = 0.4
"""How long each frame but the last is shown, unless that would take too long in all."""
LONGEST_S: Final = 20.0
"""How long all frames but the last are shown together at most."""
HOLD_S: Final = 8.0
_CLEAR: Final = 255
"""The palette index of pixels that stay as they are; no theme has so many colours."""
_UNCHANGED: Final = b"\xff" + bytes(255)
"""A table that makes `_CLEAR` of the pixels whose difference is 0."""
_BAND_PX: Final = 132
_COLUMN_PX: Final = 300
"""The blocks that are looked at for changes."""


def replay_scenes(
    events: Iterable[Event], labels_for: Callable[[SeatView], Labels], last: SeatView | None = None
) -> list[Scene]:
    """A game move by move, from what everybody may see: the empty board, and the board after each placement.

    All pictures are equally large. The last one is the position as it is, with the result if there is one. The title
    alone says who placed, for a score board that lights up would double what changes. `last` replaces the last view
    where the table ranks differently than the rules.
    """
    shown = _moments(events)
    if shown and last is not None:
        shown[-1] = last
    over = bool(shown) and shown[-1].position.ending is not None
    scenes = [replace(board_scene(seen, labels_for(seen)), over=over) for seen in shown]
    return [_unlit(scene) for scene in scenes]


def _unlit(scene: Scene) -> Scene:
    panels = (
        replace(panel, seats=tuple(replace(seat, on_turn=False) for seat in panel.seats)) for panel in scene.panels
    )
    return replace(scene, panels=tuple(panels))


def _moments(events: Iterable[Event]) -> list[SeatView]:
    """The public views to show: after the deal and each placement, and the final position."""
    state: GameState | None = None
    moments: list[SeatView] = []
    newest: SeatView | None = None
    laid = -1
    for event in events:
        state = apply(state, event)
        newest = view(state, None)
        # What ends a turn is not shown, so that a frame names the player who placed, and not the next one.
        tiles = sum(len(turn.placements) for turn in newest.position.turns)
        if tiles != laid:
            moments.append(newest)
            laid = tiles
    return [*moments[:-1], newest] if newest is not None else []


def animation(scenes: Sequence[Scene], theme: Theme, *, pace_s: float | None = None, hold_s: float = HOLD_S) -> bytes:
    """The GIF file that shows these scenes one after the other, over and over, the last one for longer.

    Without a pace of its own it is as quick as its length needs. Below a picture that is lower than others the
    table's colour shows.

    Raises:
        ValueError: there is no scene.
    """
    if not scenes:
        raise ValueError("an animation needs a scene")
    pace_s = min(PACE_S, int(100 * LONGEST_S / len(scenes)) / 100) if pace_s is None else pace_s
    size = (WIDTH_PX, max(height_px(scene) for scene in scenes))
    shown = theme.inks.halved(Image.new("L", size, theme.inks.ink(theme.colours.table)))
    parts = [_head(shown.size, theme)]
    before: Image.Image | None = None
    panels: Panels = {}
    for number, scene in enumerate(scenes):
        picture = paint(scene, theme, panels)
        if picture.size != size:
            table = Image.new("L", size, theme.inks.ink(theme.colours.table))
            table.paste(picture)
            picture = table
        frame = _halved(before, picture, shown, theme)
        parts.append(_frame(shown if number else None, frame, hold_s if number == len(scenes) - 1 else pace_s))
        before, shown = picture, frame
    return b"".join([*parts, b";"])


def _halved(before: Image.Image | None, picture: Image.Image, shown: Image.Image, theme: Theme) -> Image.Image:
    """A picture at half its size, redrawn only where it differs from the one before."""
    if before is None:
        return theme.inks.halved(picture)
    halved = shown.copy()
    difference = ImageChops.difference(before, picture)
    for box in _changed(difference):
        halved.paste(theme.inks.halved(picture.crop(box)), (box[0] // 2, box[1] // 2))
    return halved


def _changed(difference: Image.Image) -> Iterator[Box]:
    """The boxes that differ, at even pixels, so that a box halves as the whole does."""
    width, height = difference.size
    for top in range(0, height, _BAND_PX):
        band = difference.crop((0, top, width, min(top + _BAND_PX, height)))
        if not band.getbbox():
            continue
        for left in range(0, width, _COLUMN_PX):
            box = band.crop((left, 0, min(left + _COLUMN_PX, width), band.height)).getbbox()
            if box:
                x, y, right, bottom = box
                yield left + x // 2 * 2, top + y // 2 * 2, left + (right + 1) // 2 * 2, top + (bottom + 1) // 2 * 2


def _head(size: tuple[int, int], theme: Theme) -> bytes:
    """The size, a palette of 256 colours, and that the animation repeats."""
    screen = struct.pack("<HHBBB", *size, 0xF7, 0, 0)
    again = b"!\xff\x0bNETSCAPE2.0\x03\x01\x00\x00\x00"
    return b"GIF89a" + screen + theme.inks.palette.ljust(768, b"\0") + again


def _frame(before: Image.Image | None, picture: Image.Image, wait_s: float) -> bytes:
    """What is different from the picture before."""
    box = (0, 0, *picture.size)
    if before is not None:
        difference = ImageChops.difference(before, picture)
        box = difference.getbbox() or (0, 0, 1, 1)
        picture = ImageChops.lighter(picture.crop(box), mapped(difference.crop(box), _UNCHANGED))
    # Left in place for the next frame, with a transparent colour.
    control = b"!\xf9\x04" + struct.pack("<BHBB", 0x05, max(2, round(100 * wait_s)), _CLEAR, 0)
    frame = b"," + struct.pack("<HHHHB", box[0], box[1], *picture.size, 0)
    return control + frame + b"\x08" + _packed(picture) + b"\0"


def _packed(picture: Image.Image) -> bytes:
    """The blocks of a GIF image with eight bits a pixel."""
    return picture.tobytes("gif", "L", 8, 0)
