"""A scene to a palette image, and that to PNG bytes. Must not know where a scene comes from."""

from __future__ import annotations

from PIL import Image

from render.board import draw_board
from render.close_up import paint_close_up, paint_strip
from render.cross_table import CrossTable, cross_table
from render.curve import Curve, curve
from render.empty_board import empty_board
from render.encode import png
from render.layout import WIDTH_PX, Box, Frame, frame
from render.leaderboard import Leaderboard, leaderboard
from render.profile import Profile, profile
from render.rack import draw_rack
from render.scene import Panel, Scene
from render.score_panel import draw_panel
from render.theme import Theme
from render.title import draw_title

__all__ = ["Drawable", "draw", "height_px", "paint", "png", "warm_up"]


Panels = dict[Box, tuple[Panel, Image.Image]]
"""The score boards of a picture by where they are."""


Drawable = Scene | Curve | Profile | Leaderboard | CrossTable
"""What a picture is made of."""


def draw(scene: Drawable, theme: Theme) -> Image.Image:
    """The picture of a scene, as a palette image; the same for the same scene and theme."""
    if isinstance(scene, Curve):
        canvas = curve(scene, theme)
    elif isinstance(scene, Profile):
        canvas = profile(scene, theme)
    elif isinstance(scene, CrossTable):
        canvas = cross_table(scene, theme)
    elif isinstance(scene, Leaderboard):
        canvas = leaderboard(scene, theme)
    elif scene.board and scene.close_to:
        canvas = paint_close_up(scene.board, scene.close_to, theme)
    elif scene.rack and scene.strip:
        canvas = paint_strip(scene.rack, theme)
    else:
        canvas = paint(scene, theme)
    canvas.putpalette(theme.inks.palette)
    return canvas


def warm_up(theme: Theme) -> None:
    """Make what every board picture needs, so that the first one is as fast as all others."""
    for radius in theme.boards:
        empty_board(radius, theme)


def height_px(scene: Scene) -> int:
    """The height of a scene's picture."""
    return _boxes(scene).height_px


def paint(scene: Scene, theme: Theme, panels: Panels | None = None) -> Image.Image:
    """The picture of a scene, as an image of mode L that holds indices of the theme's palette.

    Who draws many pictures of one game passes in `panels`, where the score boards of the last one are kept.
    """
    boxes = _boxes(scene)
    canvas = Image.new("L", (WIDTH_PX, boxes.height_px), theme.inks.ink(theme.colours.table))
    if scene.board:
        draw_board(canvas, scene.board, theme)
    draw_title(canvas, scene, theme)
    for panel, box in zip(scene.panels, boxes.panels, strict=True):
        kept = panels.get(box) if panels is not None else None
        if kept and kept[0] == panel:
            canvas.paste(kept[1], box)
        else:
            draw_panel(canvas, panel, box, theme)
            if panels is not None:
                panels[box] = panel, canvas.crop(box)
    if scene.rack and boxes.rack:
        draw_rack(canvas, scene.rack, boxes.rack, theme, large=scene.board is None)
    return canvas


def _boxes(scene: Scene) -> Frame:
    board, rack = scene.board is not None, scene.rack is not None
    return frame(board=board, rack=rack, panels=len(scene.panels), over=scene.over)
