"""Whatever a player is called, the picture keeps its shape."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from game.state import GameState
from render.layout import BOARD_PX, HEADER_PX, WIDTH_PX, Box, frame, slab_edge_px
from render.paint import draw
from render.scene_builder import Labels, Scene, board_scene
from render.text import Writer, cleaned
from render.theme import Theme
from tests.render.games import at, public

UNDRAWABLE = {
    "emoji": "🎲🎲🎲",
    "more emoji than name": "🎲 山田太郎 Jo",
    "CJK": "山田太郎",
    "Arabic": "محمد",
    "Hebrew between marks": "\u202eאנה\u202c",
    "Thai": "สมชาย",
    "private": "\ue000\ue001",
    "surrogate": "\ud83d",
    "unassigned": "\U000e0fff",
}
PARTLY = {"Ann 🏳️‍🌈": "Ann", "🎲 Bo": "Bo", "Zoë 山": "Zoë", "Z͑ͫ̓oͪͫ": "Zo"}
EMPTY = {
    "empty": "",
    "spaces": "   ",
    "newline": "\n",
    "controls": "\x00\x07\x1b\x7f",
    "zero width": "\u200b\u200d\ufeff",
}
DRAWABLE = {
    "plain": "Ann",
    "accents": "Éowyn Čapek",
    "decomposed": "A\u0308nne",
    "Greek": "Αλέξανδρος",
    "Cyrillic": "Дмитрий",
    "wide": "W" * 32,
    "long": "x" * 5000,
    "markdown": "**_`~|>#@everyone<@1>",
    "newline within": "Ann\nBen",
    "controls within": "A\x00n\x1bn",
    "right to left marks": "\u202eAnn\u202c",
}


def scene(state: GameState, name: str) -> Scene:
    names = (name,) * state.position.seats
    label = f"{name} to move" if name else ""
    return board_scene(public(state), Labels(names, to_move=label, bag="5 in the bag", final=f"{name} wins"))


def unmarked(scene: Scene) -> Scene:
    """Without the letters on tiles, which are those of the names."""
    return replace(scene, board=scene.board and replace(scene.board, owners=()))


def name_boxes(scene: Scene) -> list[Box]:
    """Where names may stand: the headers of the score boards, and the corner left of the board."""
    boxes = frame(board=True, rack=False, panels=len(scene.panels), over=scene.over)
    return [(left + 4, top + 2, right - 4, top + HEADER_PX) for left, top, right, _ in boxes.panels]


def corners() -> Image.Image:
    """A mask of the left corners, up to the slanting edges of the board."""
    mask = Image.new("L", (WIDTH_PX, BOARD_PX))
    for y in (*range(280), *range(BOARD_PX - 280, BOARD_PX)):
        mask.paste(255, (12, y, WIDTH_PX // 2 - round(slab_edge_px(y)), y + 1))
    return mask


@pytest.mark.parametrize("mode", [("standard", 2), ("standard", 4), ("team", 4), ("duel", 2)])
@pytest.mark.parametrize("share", [0.5, 1.0])
def test_a_name_changes_nothing_outside_its_boxes(mode: tuple[str, int], share: float, theme: Theme):
    state = at(*mode, 3, share)
    nameless, allowed = draw(unmarked(scene(state, "")), theme).convert("RGB"), corners()

    def changed_outside(name: str) -> Box | None:
        named = unmarked(scene(state, name))
        changed = ImageChops.difference(draw(named, theme).convert("RGB"), nameless)
        for box in name_boxes(named):
            changed.paste((0, 0, 0), box)
        changed.paste((0, 0, 0), (0, 0), allowed)
        return changed.getbbox()

    names = [*UNDRAWABLE.values(), *PARTLY, *EMPTY.values(), *DRAWABLE.values()]
    found = {ascii(name): changed_outside(name) for name in names}
    wrong = {name: box for name, box in found.items() if box}
    assert not wrong, wrong


@pytest.mark.parametrize("name", [*UNDRAWABLE.values(), *EMPTY.values()], ids=ascii)
def test_a_name_that_cannot_be_drawn_becomes_the_seats_mark(name: str, theme: Theme):
    state = at("standard", 2, 3, 0.5)
    drawn = replace(scene(state, name), title="")
    marked = board_scene(public(state), Labels(("P1", "P2"), bag="5 in the bag"))
    assert draw(drawn, theme).tobytes() == draw(marked, theme).tobytes()


@pytest.mark.parametrize(("name", "drawn"), PARTLY.items())
def test_of_a_name_with_an_emoji_the_rest_is_drawn(name: str, drawn: str, theme: Theme):
    state = at("standard", 2, 3, 0.5)
    assert draw(scene(state, name), theme).tobytes() == draw(scene(state, drawn), theme).tobytes()


def test_a_mark_stands_in_the_title_too(theme: Theme):
    state = at("standard", 2, 3, 0.5)
    number = state.position.seat + 1
    named = board_scene(public(state), Labels(("山", "山"), to_move="山 to move"))
    marked = board_scene(public(state), Labels(("山", "山"), to_move=f"P{number} to move"))
    assert draw(named, theme).tobytes() == draw(marked, theme).tobytes()


def test_marks_stand_for_the_winners_in_the_title(theme: Theme):
    state = at("team", 4, 3, 1.0)
    ending = state.position.ending
    assert ending
    one, other = ending.standing[0]
    names = ("山", "川", "田", "林")
    named = board_scene(public(state), Labels(names, final=f"Victory: {names[one]} & {names[other]}"))
    marked = board_scene(public(state), Labels(names, final=f"Victory: P{one + 1} & P{other + 1}"))
    assert draw(named, theme).tobytes() == draw(marked, theme).tobytes()


@pytest.mark.parametrize("label", ["", "0", "46", "46 in the bag", "noch 46 Steine im Beutel", "x" * 200, "9" * 90])
def test_counts_stay_right_of_the_board(label: str, theme: Theme):
    state = at("standard", 2, 3, 0.5)
    one, other = (board_scene(public(state), Labels((), bag=text, room=text)) for text in (label, ""))
    changed = ImageChops.difference(draw(one, theme).convert("RGB"), draw(other, theme).convert("RGB"))
    for y in (*range(180), *range(BOARD_PX - 180, BOARD_PX)):
        changed.paste((0, 0, 0), (WIDTH_PX // 2 + round(slab_edge_px(y)), y, WIDTH_PX - 12, y + 1))
    assert changed.getbbox() is None


@pytest.mark.parametrize("name", DRAWABLE.values(), ids=ascii)
def test_a_name_that_can_be_drawn_is_drawn(name: str, theme: Theme):
    assert theme.writer.drawable(cleaned(name))


@pytest.mark.parametrize("width", [0, 10, 60, 200, 5000])
def test_a_fitted_text_is_no_wider_than_its_box(width: int, theme: Theme):
    writer: Writer = theme.writer
    for name in [*DRAWABLE.values(), *UNDRAWABLE.values()]:
        assert writer.width_px(writer.fitted(name, "extra", 34, width), "extra", 34) <= width


def test_a_shortened_text_ends_with_an_ellipsis(theme: Theme):
    short = theme.writer.fitted("Bartholomew the Great", "extra", 34, 200)
    assert short.endswith("…")
    assert "Bartholomew".startswith(short[:-1])
