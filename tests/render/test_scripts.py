"""Letters of every script: which way they run, how they join, and where they may be cut and broken."""

from __future__ import annotations

from pathlib import Path

import pytest

import render
from render.bidi import END, ISOLATE, isolated, levels, visual
from render.clusters import cleaned, clusters, pieces
from render.palette import Palette
from render.shaping import Face, face_of, shaped
from render.text import ELLIPSIS, Writer
from render.theme import Theme

FONTS = Path(render.__file__).parent / "fonts"
USUAL = Face((FONTS / "Inter-ExtraBold.otf").read_bytes())
NAMES = (
    "Ann",
    "山田太郎",
    "محمد علي",
    "אנה 123",
    "क्षमा",
    "👩\u200d🚀🇩🇪👍🏽",
    "Z\u0337\u0321o",
    "김철수 뷁",
    "สมชาย ก้อน",
)


def glyphs(text: str) -> list[int]:
    return [placed.glyph for placed in shaped(text, USUAL).glyphs]


def seen(text: str) -> str:
    """A text in the order in which it is seen from the left; HarfBuzz turns brackets round."""
    turned = str.maketrans("()[]", ")(][")
    runs = [
        (level, char.translate(turned) if level % 2 else char) for level, char in zip(levels(text), text, strict=True)
    ]
    return "".join(visual(runs)).replace(ISOLATE, "").replace(END, "")


@pytest.mark.parametrize(
    ("text", "from_the_left"),
    [
        ("Ann 12", "Ann 12"),
        ("אבג", "גבא"),
        ("אבג 123", "123 גבא"),
        ("אבג 1,234.5%", "1,234.5% גבא"),
        ("محمد 12+3", "3+12 دمحم"),
        ("אבג, Ann", "גבא, Ann"),
        ("Ann (אבג) 2", "Ann (גבא) 2"),
        ("אבג (2)", "(2) גבא"),
        ("אב [Ann] (ג", "בא [Ann] (ג"),
        ("אב גד to move", "דג בא to move"),
        ("אב…", "…בא"),
        ("محمد 1…", "…1 دمحم"),
        ("אב Ann…", "בא Ann…"),
        ("אב\u05b0ג", "ג\u05b0בא"),
        ("12\u0662", "12\u0662"),
        ("-5 אב", "-5 בא"),
    ],
)
def test_a_line_runs_from_the_left_and_what_is_written_from_the_right_within_it(text: str, from_the_left: str):
    assert seen(text) == from_the_left


@pytest.mark.parametrize(
    ("names", "title", "from_the_left"),
    [
        (("אבג", "דה"), "{} and {} win", "גבא and הד win"),
        (("אבג", "דה", "Ann"), "Winners: {}, {}, {}", "Winners: גבא, הד, Ann"),
        (("محمد ١٢", "12 אב"), "{} & {} win", "١٢ دمحم & בא 12 win"),
        (("אב (2)", "גד"), "{}, {} 7", "(2) בא, דג 7"),
        (("Ann אב", "גד Ben"), "{}, {}", "Ann בא, Ben דג"),
        (("1. אב", "גד!"), "{}, {}", "בא .1, !דג"),
    ],
)
def test_names_that_run_from_the_right_keep_their_places_in_a_title(names, title, from_the_left):
    assert seen(title.format(*map(isolated, names))) == from_the_left


def test_a_name_that_is_cut_or_goes_on_in_the_next_line_keeps_its_direction():
    assert seen(f"{isolated('אב')}, {ISOLATE}גד…") == "בא, …דג"
    assert seen(f"דה{END} win") == "הד win"


def test_isolates_take_no_room_and_stand_for_no_letter(theme: Theme):
    name = isolated("אבג")
    assert glyphs(name) == glyphs("אבג")
    assert glyphs(name + isolated("דה")) == glyphs("אבג") + glyphs("דה")
    assert theme.writer.width_px(name, "extra", 34) == theme.writer.width_px("אבג", "extra", 34)
    assert theme.writer.fitted(f"{name} wins", "extra", 34, 2000) == f"{name} wins"


def test_isolates_about_nothing_are_left_out_and_plain_names_have_none():
    assert cleaned(f"Ann {ISOLATE}{END} Ben{END} {ISOLATE}Cem") == "Ann Ben Cem"
    assert isolated("Łucja 12") == "Łucja 12"


def test_hebrew_letters_stand_from_right_to_left():
    assert glyphs("אב") == glyphs("ב") + glyphs("א")


def test_arabic_letters_join():
    assert not {*glyphs("محم")} & {*glyphs("م"), *glyphs("ح")}


def test_signs_of_devanagari_take_their_places():
    assert len(glyphs("क्ष")) < len("क्ष")
    assert glyphs("कि")[-1] == glyphs("क")[0]


@pytest.mark.parametrize("emoji", ["👩\u200d🚀", "🇩🇪", "👍🏽", "❤\ufe0f", "🏳\ufe0f\u200d🌈"], ids=ascii)
def test_an_emoji_of_several_characters_is_one_picture(emoji: str):
    assert len(glyphs(emoji)) == 1


def test_a_rare_syllable_of_korean_is_put_together_and_as_wide_as_any_other():
    assert len(glyphs("한")) == 1 < len(glyphs("뷁"))
    assert shaped("뷁", USUAL).width == shaped("한", USUAL).width


def test_marks_stand_on_their_letters_and_take_no_room():
    assert shaped("Z\u0337\u0321\u031b", USUAL).width == pytest.approx(shaped("Z\u0337", USUAL).width)


@pytest.mark.parametrize("name", NAMES, ids=ascii)
@pytest.mark.parametrize("width_px", [40, 80, 120])
def test_a_text_is_shortened_by_what_is_seen_as_one(name: str, width_px: int, theme: Theme):
    text = theme.writer.fitted(name * 3, "extra", 34, width_px)
    whole = clusters(name * 3)
    starts = {"".join(whole[:count]).rstrip() for count in range(1, len(whole))}
    assert text == "" or text.removesuffix(ELLIPSIS) in starts


@pytest.mark.parametrize("name", [*NAMES[1:], "Z" + "\u0304" * 4 + "\u0331" * 4], ids=ascii)
def test_a_letter_leaves_its_line_upwards_and_downwards_by_no_more_than_its_size(name: str, theme: Theme):
    writer: Writer = theme.writer
    ink = Palette()
    ink.reserve((0, 0, 0), (252, 252, 252), 3)
    ink.close()
    _, mask = writer._in_ink(name, "extra", 34, ink.ramp((0, 0, 0), (252, 252, 252)))
    top, bottom = mask.getbbox()[1] - mask.height // 2, mask.getbbox()[3] - mask.height // 2
    assert -29 <= top < 0 < bottom <= 29


@pytest.mark.parametrize(
    ("text", "parts"),
    [
        ("Ann to move", ["Ann", "to", "move"]),
        ("袋に46枚", ["袋", "に", "46枚"]),
        ("まだ、わかりません。", ["ま", "だ、", "わ", "か", "り", "ま", "せ", "ん。"]),
        ("「あ」とAnn", ["「あ」", "と", "Ann"]),
        ("김철수 님", ["김철수", "님"]),
        ("Ann、ローラ", ["Ann、", "ロー", "ラ"]),
    ],
)
def test_a_line_may_break_at_spaces_and_between_letters_of_japanese_but_not_before_a_sign(text: str, parts: list[str]):
    assert [part for _, part in pieces(text)] == parts
    assert "".join(map("".join, pieces(text))).lstrip() == text


def test_the_usual_fonts_come_first():
    assert face_of("A", USUAL) is USUAL
    assert face_of("山", USUAL) is not USUAL


def test_the_fonts_of_names_are_small():
    assert sum(path.stat().st_size for path in FONTS.glob("*.xz")) < 3_050_000
