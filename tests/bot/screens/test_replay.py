"""A game again, as an animation and turn by turn; the text board; emojis in place of signs."""

import re
from io import BytesIO

import pytest
from PIL import Image

from bot.screens import replay
from bot.screens.custom_ids import custom_id
from bot.screens.draft import Draft
from bot.screens.emoji import with_emoji
from bot.screens.model import Button, Screen, Select
from bot.screens.press import TurnPress
from bot.screens.verbs import Step
from bot.texts import texts
from game.events import Placed, TurnEnded
from game.tiles import COLOURS, parse_tile
from render.animation import animation
from tests.bot.sample_tables import ANN, BEN, played, running
from tests.themes import loaded_theme

EMOJIS = {colour: f"<:ingenious_{colour.name.lower()}:{1456074443980800000 + colour}>" for colour in COLOURS}


@pytest.fixture(scope="module")
def table():
    return played(running(ANN, BEN), 9)


def test_the_animation_ends_with_the_board_that_everybody_sees(table):
    screen = replay.film(table, texts("en"))
    with Image.open(BytesIO(animation(screen.moving, loaded_theme()))) as film:
        assert film.n_frames == len(screen.moving)


def test_a_running_game_is_shown_up_to_its_last_complete_turn(table):
    events = replay.shown_events(table)
    assert isinstance(events[-1], TurnEnded)
    assert not any(isinstance(event, Placed) for event in table.events[len(events) :]) or table.game().position.in_turn


def test_a_step_shows_the_position_after_that_many_turns(table):
    for number in range(len(table.public.turns) + 1):
        screen = replay.step(table, number, texts("en"))
        assert sum(half.look != "ghost" for half in screen.picture.board.halves) == 2 * sum(
            len(turn.placements) for turn in table.public.turns[:number]
        )


def test_a_step_out_of_range_is_the_nearest(table):
    last = len(table.public.turns)
    assert replay.step(table, 9999, texts("en")) == replay.step(table, last, texts("en"))


def test_the_buttons_of_a_step_are_all_different(table):
    for number in range(len(table.public.turns) + 1):
        (row,) = replay.step(table, number, texts("en")).rows
        assert not isinstance(row, Select)
        assert len({custom_id(button.press) for button in row}) == len(row)


def test_signs_become_emojis_where_there_are_some():
    screen = Screen("+3 🔴", rows=((Button("1 🔴🔵 RB", TurnPress(1, 2, Step.TILE, Draft(parse_tile("RB")))),),))
    dressed = with_emoji(screen, EMOJIS)
    assert dressed.text == f"+3 {EMOJIS[COLOURS[0]]}"
    (row,) = dressed.rows
    assert not isinstance(row, Select)
    (button,) = row
    assert (button.label, button.emoji) == ("1 RB", EMOJIS[COLOURS[0]])


def test_without_emojis_a_text_has_plain_signs_and_buttons_have_letters():
    press = TurnPress(1, 2, Step.TILE, Draft(parse_tile("RB")))
    screen = Screen("+3 🔴", rows=((Button("1 🔴🔵", press, spelt="1 RB"), Button("Back", press)),))
    dressed = with_emoji(screen, {})
    assert dressed.text == screen.text
    (row,) = dressed.rows
    assert not isinstance(row, Select)
    assert [button.label for button in row] == ["1 RB", "Back"]


def test_a_text_that_would_get_too_long_keeps_its_signs():
    screen = Screen("🔴" * 100)
    assert with_emoji(screen, EMOJIS).text == screen.text


def test_the_animation_says_who_placed_and_at_the_end_who_won(table):
    over = played(table, 99)
    frames = replay.film(over, texts("en")).moving
    assert [frame.title for frame in frames[:3]] == ["", "Ann placed", "Ben placed"]
    assert {frame.title for frame in frames[1:-1]} == {"Ann placed", "Ben placed"}
    assert re.fullmatch(r"(Ann|Ben) wins|A draw", frames[-1].title)
    assert replay.film(table, texts("en")).moving[-1].title in {"Ann placed", "Ben placed"}
