"""Whatever a player is called, the picture keeps its shape."""

from __future__ import annotations

from dataclasses import replace

import pytest
from PIL import Image, ImageChops

from game.state import GameState
from render.bidi import isolated
from render.clusters import LONGEST, cleaned
from render.layout import BOARD_PX, HEADER_PX, WIDTH_PX, Box, frame, slab_edge_px
from render.paint import draw
from render.scene_builder import Labels, Scene, board_scene
from render.text import Writer
from render.theme import Theme
from render.title import _lines
from tests.render.games import at, public

UNDRAWABLE = {
    "hieroglyphs": "\U00013000\U00013001",
    "more of them than letters": "\U00013000\U00013001\U00013002 Jo",
    "private": "\ue000\ue001",
    "surrogate": "\ud83d",
    "unassigned": "\U000e0fff",
    "marks on nothing": "\u0301\u0301",
}
PARTLY = {
    "Zoë \U00013000": "Zoë",
    "\U0001d11e Bo": "Bo",
    "Z\ua66fo": "Zo",
    "👍\U0001f3fd": "👍",
    "Ann\u200d": "Ann",
}
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
    "wide": "W" * 32,
    "wide Cyrillic": "Щ" * 32,
    "wide Japanese": "鬱" * 32,
    "wide Arabic": "ﷺ" * 32,
    "Arabic with numbers": "محمد 12 (3)",
    "wide emoji": "👩\u200d🚀" * 10,
    "heaps of marks": "Z\u0337\u0321\u031b\u0348e\u0352\u0328" * 8,
    "long": "x" * 5000,
    "markdown": "**_`~|>#@everyone<@1>",
    "newline within": "Ann\nBen",
    "controls within": "A\x00n\x1bn",
    "right to left marks": "\u202eAnn\u202c",
}
SCRIPTS = {
    "Cyrillic": "Дмитрий",
    "Chinese": "王小明 鑫珺",
    "Japanese": "髙﨑さくら・ヶー",
    "Korean": "김철수 뷁똠",
    "Arabic": "محمد علي",
    "Hebrew": "אנה בן־דוד",
    "Hebrew between marks": "\u202eאנה\u202c",
    "Hebrew with a number": "אנה 123",
    "Devanagari": "क्षमा द्विवेदी",
    "Bengali": "অনন্যা",
    "Gurmukhi": "ਪੰਜਾਬੀ",
    "Gujarati": "ગુજરાતી",
    "Tamil": "தமிழ்",
    "Telugu": "తెలుగు",
    "Kannada": "ಕನ್ನಡ",
    "Malayalam": "മലയാളം",
    "Thai": "สมชาย ก้อน",
    "Lao": "ລາວ",
    "Khmer": "ភាសាខ្មែរ",
    "Georgian": "ქეთი",
    "Armenian": "Հայկ",
    "Sinhala": "සිංහල ක්‍ෂ",
    "Burmese": "မြန်မာ ကျော်",
    "Ethiopic": "አበበ በቀለ",
    "Tibetan": "ཚེ་རིང རྒྱལ",
    "Oriya": "ଓଡ଼ିଆ",
    "Thaana": "އަހްމަދު",
    "NKo": "ߒߞߏ",
    "Tifinagh": "ⵉⴷⵉⵔ",
    "Cherokee": "ᏣᎳᎩ",
    "Canadian syllabics": "ᐃᓄᒃ ᗩᑎᑎ",
    "Lisu": "\ua4e1\ua4f2 \ua4e2\ua4f4",
    "Runes": "ᚨᚾᚾ",
    "Coptic letters": "ⲁⲛⲛ",
    "circled": "Ⓐⓝⓝ 🅰🅽🅝 🄰",
    "emoji": "🎲🎲🎲",
    "flags": "🇩🇪 Ann 🏳️\u200d🌈",
    "signs": "☆彡★♡♪①",
    "mixed": "🎲 山田太郎 Jo",
    "mathematical": "\U0001d56c\U0001d593\U0001d593 \U0001d4d1\U0001d4ee",
    "full width": "\uff21\uff2e\uff2e",
    "small capitals": "ᴀɴɴ",
    "marks": "Z͑ͫ̓oͪͫ",
}
EVERY = {**DRAWABLE, **SCRIPTS}


def scene(state: GameState, name: str) -> Scene:
    names = (name,) * state.position.seats
    label = f"{name} to move" if name else ""
    return board_scene(public(state), Labels(names, to_move=label, left="about 5 turns left", final=f"{name} wins"))


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
    marked = board_scene(public(state), Labels(("P1", "P2"), left="about 5 turns left"))
    assert draw(drawn, theme).tobytes() == draw(marked, theme).tobytes()


@pytest.mark.parametrize(("name", "drawn"), PARTLY.items())
def test_of_a_name_with_a_letter_that_no_font_has_the_rest_is_drawn(name: str, drawn: str, theme: Theme):
    state = at("standard", 2, 3, 0.5)
    assert draw(scene(state, name), theme).tobytes() == draw(scene(state, drawn), theme).tobytes()


def test_a_mark_stands_in_the_title_too(theme: Theme):
    state = at("standard", 2, 3, 0.5)
    number = state.position.seat + 1
    names = ("\U00013000",) * 2
    named = board_scene(public(state), Labels(names, to_move=f"{names[0]} to move"))
    marked = board_scene(public(state), Labels(names, to_move=f"P{number} to move"))
    assert draw(named, theme).tobytes() == draw(marked, theme).tobytes()


def test_marks_stand_for_the_winners_in_the_title(theme: Theme):
    state = at("team", 4, 3, 1.0)
    ending = state.position.ending
    assert ending
    one, other = ending.standing[0]
    names = ("\U00013000", "\U00013001", "\U00013002", "\U00013003")
    named = board_scene(public(state), Labels(names, final=f"Victory: {names[one]} & {names[other]}"))
    marked = board_scene(public(state), Labels(names, final=f"Victory: P{one + 1} & P{other + 1}"))
    assert draw(named, theme).tobytes() == draw(marked, theme).tobytes()


def test_winners_whose_names_run_from_the_right_stand_in_the_order_of_the_title(theme: Theme):
    state = at("team", 4, 3, 1.0)
    ending = state.position.ending
    assert ending
    one, other = ending.standing[0]
    names = ["Ann", "Ben", "Cem", "Dee"]
    names[one], names[other] = "אבג", "אב"
    scene = board_scene(public(state), Labels(tuple(names), final="Victory: אבג & אב"))
    size, lines = _lines(scene, (900,), theme.writer)
    assert lines == [f"Victory: {isolated('אבג')} & {isolated('אב')}"]
    assert size == 36


@pytest.mark.parametrize("label", ["", "0", "46", "46 in the bag", "noch 46 Steine im Beutel", "x" * 200, "9" * 90])
def test_counts_stay_right_of_the_board(label: str, theme: Theme):
    state = at("standard", 2, 3, 0.5)
    one, other = (board_scene(public(state), Labels((), left=text)) for text in (label, ""))
    changed = ImageChops.difference(draw(one, theme).convert("RGB"), draw(other, theme).convert("RGB"))
    for y in (*range(180), *range(BOARD_PX - 180, BOARD_PX)):
        changed.paste((0, 0, 0), (WIDTH_PX // 2 + round(slab_edge_px(y)), y, WIDTH_PX - 12, y + 1))
    assert changed.getbbox() is None


@pytest.mark.parametrize("name", EVERY.values(), ids=EVERY)
def test_a_name_that_can_be_drawn_is_drawn(name: str, theme: Theme):
    assert theme.writer.drawable(cleaned(name))
    assert theme.writer.name(name) == cleaned(name)[: 2 * LONGEST]


@pytest.mark.parametrize("width", [0, 10, 60, 200, 5000])
def test_a_fitted_text_is_no_wider_than_its_box(width: int, theme: Theme):
    writer: Writer = theme.writer
    for name in [*EVERY.values(), *UNDRAWABLE.values()]:
        assert writer.width_px(writer.fitted(name, "extra", 34, width), "extra", 34) <= width


def test_a_shortened_text_ends_with_an_ellipsis(theme: Theme):
    short = theme.writer.fitted("Bartholomew the Great", "extra", 34, 200)
    assert short.endswith("…")
    assert "Bartholomew".startswith(short[:-1])
