"""Custom ids: what a press says comes back exactly, and nothing else comes back as a press."""

import pytest
from hypothesis import assume, given
from hypothesis import strategies as st

from bot.discord.components import GameButton, GameSelect
from bot.screens.press import Press, Verb, parse

BUTTON = GameButton.__discord_ui_compiled_template__
SELECT = GameSelect.__discord_ui_compiled_template__

presses = st.builds(
    Press,
    game=st.integers(0, 10**15 - 1),
    version=st.integers(0, 10**9 - 1),
    verb=st.sampled_from(Verb),
    draft=st.from_regex(r"[A-Za-z0-9.-]{0,40}", fullmatch=True),
)


@given(presses)
def test_a_press_comes_back_from_its_custom_id(press):
    assert parse(press.custom_id) == press


@given(presses)
def test_a_custom_id_fits_into_what_discord_allows(press):
    assert 1 <= len(press.custom_id) <= 100


@given(presses)
def test_exactly_one_of_the_two_items_takes_a_press(press):
    taken = [item for item in (BUTTON, SELECT) if item.fullmatch(press.custom_id)]
    assert len(taken) == 1


@given(presses)
def test_the_selects_are_the_direction_and_what_the_host_chooses(press):
    assert bool(SELECT.fullmatch(press.custom_id)) == (press.verb in ("way", "removed", "level", "seats", "pace"))


@given(st.text(max_size=110))
def test_any_other_text_is_no_press(text):
    assume(not text.startswith("ig1:"))
    assert parse(text) is None


@pytest.mark.parametrize("verb", ["again", "way", "swap", "agree", "decline", "automatic", "notagain", "dmon", "film"])
def test_buttons_of_old_messages_still_work(verb):
    press = parse(f"ig1:7:12:{verb}:RB.3")
    assert press is not None
    assert press.custom_id == f"ig1:7:12:{verb}:RB.3"


FORGED = [
    "ig1:1:2:unheard:",
    "",
    "ig1",
    "ig1::::",
    "ig1:1:2:play",
    "ig1:1:2::",
    "ig1:1:2:play:x:y",
    "ig2:1:2:play:",
    " ig1:1:2:play:",
    "ig1:1:2:play:\n",
    "ig1:1:2:play:RB\n",
    "ig1:-1:2:play:",
    "ig1:1:-2:play:",
    "ig1:1.0:2:play:",
    "ig1:1:2:PLAY:",
    "ig1:1:2:spiel€:",
    "ig1:1:2:play:RB E7",
    "ig1:1:2:play:RB/E7",
    "ig1:1:2:play:" + "A" * 41,
    "ig1:1:2:" + "a" * 13 + ":",
    "ig1:1234567890123456:2:play:",
    "ig1:1:1234567890:play:",
    "ig1:\u0663:2:play:",
    "ig1:1:\u0663:way:",
    "ig1:\uff11:2:play:",
    "ig1:1:2:\uff50lay:",
    "ig1:01:2:play:",
    "ig1:1:02:play:",
    "ig1:1:2:pla\u0131:",
    "ig1:1:2:pla\u017f:",
]


@pytest.mark.parametrize("forged", FORGED)
def test_a_forged_id_is_none(forged):
    assert parse(forged) is None


@pytest.mark.parametrize("forged", FORGED)
def test_no_item_takes_a_forged_id(forged):
    assert not BUTTON.fullmatch(forged)
    assert not SELECT.fullmatch(forged)


near = st.builds(
    lambda id_, at, char: id_[:at] + char + id_[at + 1 :],
    presses.map(lambda press: press.custom_id),
    st.integers(0, 60),
    st.characters(),
)


@given(near)
def test_items_and_parser_agree_on_every_id_that_looks_like_ours(id_):
    taken = sum(bool(item.fullmatch(id_)) for item in (BUTTON, SELECT))
    assert taken == (parse(id_) is not None)


@given(near)
def test_an_id_that_is_taken_is_the_one_that_its_press_makes(id_):
    press = parse(id_)
    assert press is None or press.custom_id == id_
