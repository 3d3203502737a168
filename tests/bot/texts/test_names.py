"""Names that people give themselves: kept as one readable line, shown as they are, and never more than a name."""

import re
import unicodedata

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.texts import clean_name, drawn, isolated, plain, unmarked

UNSEEN = "\u200b\u200c\u200e\u2060\ufeff\u00ad\u034f\u115f\u1160\u17b4\u17b5\u180e\u2800\u3164\uffa0\ufe0f\ufe00"
names = st.text(max_size=80) | st.text(alphabet="a1 *_~`|>#[]()<:@/-.\\\n\u200b\u200d\u202e\u0301\ufe0f", max_size=40)


@given(names)
def test_a_kept_name_is_one_to_32_characters(name):
    assert 1 <= len(clean_name(name)) <= 32


@given(names)
def test_a_kept_name_is_one_line_without_control_or_direction_marks(name):
    kinds = {unicodedata.category(char) for char in clean_name(name) if char != "\u200d"}
    assert not kinds & {"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"}


@given(names)
def test_a_kept_name_has_something_to_see(name):
    kept = clean_name(name)
    kinds = [unicodedata.category(char) for char in kept if char not in UNSEEN]
    assert any(kind[0] in "LNPS" or kind == "Mc" for kind in kinds)


@given(names)
def test_keeping_a_name_twice_changes_nothing(name):
    assert clean_name(clean_name(name)) == clean_name(name)


@given(names)
def test_a_kept_name_has_no_space_at_its_ends_and_no_two_in_a_row(name):
    kept = clean_name(name)
    assert kept == " ".join(kept.split(" "))
    assert kept.strip() == kept


@given(names)
def test_no_more_than_three_marks_stand_on_a_letter(name):
    marks = "".join("m" if unicodedata.category(char) in ("Mn", "Me") else "-" for char in clean_name(name))
    assert "mmmm" not in marks


@pytest.mark.parametrize(
    ("given_name", "kept"),
    [
        ("Ann", "Ann"),
        ("  Ann \t Lee\n", "Ann Lee"),
        ("", "?"),
        ("   ", "?"),
        ("\u200b\u200d\u2060", "?"),
        ("\u3164", "?"),
        ("\u3164\uffa0\u115f", "?"),
        ("\u2800\u2800", "?"),
        ("\u0301\u0301", "?"),
        ("\ufe0f", "?"),
        ("\u202eRTL", "RTL"),
        ("A\u0000B", "AB"),
        ("\ud800Ann", "Ann"),
        ("\ue000Ann\U000f0000", "Ann"),
        ("e\u0301", "\u00e9"),
        ("Ann\u00a0\u3000Lee", "Ann Lee"),
        ("\u05e9\u05dc\u05d5\u05dd", "\u05e9\u05dc\u05d5\u05dd"),
        ("👩\u200d🚀", "👩\u200d🚀"),
        ("❤\ufe0f", "❤\ufe0f"),
        ("ﷺ" * 40, "ﷺ" * 32),
        ("W" * 33, "W" * 32),
        ("x" * 31 + "\u200dy", "x" * 31),
        ("Z" + "\u0337" * 40, "Z" + "\u0337" * 3),
        ("Z\u0337\u0337\u0337\u200d\u0337", "Z\u0337\u0337\u0337"),
        ("Vie\u0323\u0302t", "Vi\u1ec7t"),
        ("*_~", "*_~"),
    ],
)
def test_names_are_kept_like_this(given_name, kept):
    assert clean_name(given_name) == kept


# --- shown ---------------------------------------------------------------------------------------------------------

LIVE = re.compile(r"(?<!\\)(?:\\\\)*[*_~`|>#\[\]()<]")
"""A character that Discord's markdown takes for more than itself: not escaped."""


@given(names)
def test_no_markdown_in_a_shown_name_works(name):
    assert not LIVE.search(plain(clean_name(name)))


@given(names)
def test_no_mention_emoji_code_or_address_in_a_shown_name_works(name):
    shown = plain(clean_name(name))
    assert not re.search("[@:](?!\u2060)", shown)
    assert "//" not in shown


@given(names)
def test_a_shown_name_opens_no_list_or_quote_at_the_start_of_a_line(name):
    assert not re.match(r"[-*#>]|\d+[.)]", plain(clean_name(name)))


@given(names)
def test_nothing_but_the_name_is_seen(name):
    seen = re.sub(r"\\([^0-9A-Za-z\s])", r"\1", plain(clean_name(name)))
    seen = re.sub("[\u2060\u2068\u2069]", "", seen)
    assert seen == clean_name(name)


@given(names)
def test_an_alt_text_has_the_name_as_it_is(name):
    kept = clean_name(name)
    assert unmarked(f"**{plain(kept)}** to move") == f"{isolated(kept)} to move"


@given(names)
def test_a_picture_has_the_name_as_it_is(name):
    kept = clean_name(name)
    assert drawn(f"**{plain(kept)}** to move") == f"{kept} to move"


@pytest.mark.parametrize("name", ["שרה", "مريم", "Ann שרה", "٣", "שרה 7"])
def test_a_name_from_right_to_left_keeps_its_place_beside_numbers(name):
    assert plain(name) == isolated(name) == f"\u2068{name}\u2069"


@pytest.mark.parametrize("name", ["Ann", "Жук", "漢字", "7", "🔥", "Zoë Ω"])
def test_a_name_from_left_to_right_is_as_it_was(name):
    assert plain(name) == isolated(name) == name


@given(names)
def test_a_name_at_the_end_of_bold_text_leaves_it_bold(name):
    text = f"**{plain(clean_name(name))}** laid a tile"
    assert len(re.findall(r"(?<!\\)(?:\\\\)*\*\*", text)) == 2


NASTY = [
    "**Ann**",
    "__Ann__",
    "~~Ann~~",
    "||Ann||",
    "`Ann`",
    "```Ann",
    "# Ann",
    "> Ann",
    "- Ann",
    "-# Ann",
    "1. Ann",
    "[Ann](https://a.example)",
    "https://a.example",
    "discord.gg/abc",
    "<https://a.example>",
    "@everyone",
    "@here",
    "<@123456789012345678>",
    "<@&123456789012345678>",
    "<#123456789012345678>",
    "</ingenious start:1>",
    "<:dice:123456789012345678>",
    "<t:0:R>",
    "<id:customize>",
    ":dice:",
    "\\*Ann\\*",
    "\\\\@everyone",
    "Ann\\",
    "a\\:b",
]


@pytest.mark.parametrize("name", NASTY)
def test_a_nasty_name_is_nothing_but_a_name(name):
    shown = plain(clean_name(name))
    assert not LIVE.search(shown)
    assert not re.search("[@:](?!\u2060)|//|<[@#:/ti]|discord.gg/", re.sub(r"\\\\", "", shown).replace("\\<", "\\"))
    assert not re.match(r"[-*#>]|\d+[.)]", shown)
