"""The message that calls somebody to their turn: few words, turns in the order of play, numbers beside their signs."""

from __future__ import annotations

from dataclasses import replace

import pytest

from bot.screens.board import board
from bot.screens.emoji import with_emoji
from bot.screens.model import Screen
from bot.screens.phrases import JOINER, SIGNS, rack_words, score_line, tile_words, turns_words
from bot.texts import LANGUAGES, texts
from game.board import parse_cell
from game.state import Placement, Scores, Turn
from game.tiles import COLOURS, parse_tile
from tests.bot import words
from tests.bot.games import simulated, table_of, whole

NAMES = ("Ann", "Ben", "Cem")


def laid(points: int, bonuses: int = 0) -> Placement:
    return Placement(parse_tile("RB"), (parse_cell("H8"), parse_cell("H9")), (points, 1), (0, 0), bonuses)


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("bots", [False, True])
def test_a_turn_message_of_four_has_sixty_words_at_most(language, bots):
    assert max(words.figures("standard", 4, language, bots=bots, games=2).words) <= 60


def test_turns_are_told_in_the_order_of_play_as_the_picture_marks_them():
    turns = [Turn(0, (laid(2),)), Turn(1, (laid(5),)), Turn(2, (laid(1, 1),))]
    lines = turns_words(turns, NAMES, texts("en")).splitlines()
    assert [line.split("**")[1] for line in lines] == ["Ann", "Ben", "Cem"]


def test_several_bonuses_of_a_turn_are_told_once():
    text = turns_words([Turn(0, (laid(2, 1), laid(1, 1)))], NAMES, texts("en"))
    twice = texts("en")("turn.bonus-times", times=2)
    assert text == f"**Ann** {twice} +2{JOINER}🔴 +1{JOINER}🔵 H8-H9; +1{JOINER}🔴 +1{JOINER}🔵 H8-H9"


def test_turns_that_do_not_fit_are_counted():
    text = turns_words([Turn(0, (laid(2),))] * 40, NAMES, texts("en"), limit=1000)
    first, *rest = text.splitlines()
    assert first == texts("en")("turn.earlier", turns=40 - len(rest))


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(("mode", "seats"), words.GAMES)
def test_no_sign_stands_apart_from_its_number_or_the_other_sign_of_its_tile(language, mode, seats):
    table = table_of(whole(mode, seats))
    for text in (*words.turn_messages(mode, seats, language, 1, bots=True), board(table, texts(language), 0).text):
        for at, char in enumerate(text):
            beside = text[max(0, at - 1) : at] + text[at + 1 : at + 2]
            assert char not in SIGNS or JOINER in beside


def test_no_line_parts_the_two_signs_of_a_tile():
    red, blue, double = parse_tile("RB"), parse_tile("BR"), parse_tile("GG")
    assert rack_words([red, blue, double]) == f"🔴{JOINER}🔵 🔵{JOINER}🔴 🟢{JOINER}🟢"
    assert tile_words(red, texts("de")) == f"🔴{JOINER}🔵 RB"
    shown = with_emoji(Screen(rack_words([red])), {colour: f"<:{colour.name}:1>" for colour in COLOURS})
    assert shown.text == f"<:RED:1>{JOINER}<:BLUE:1>"


def test_the_score_names_one_or_two_lowest_colours_and_no_more():
    position = table_of(simulated("standard", 2, turns=0)).public
    scores = (Scores((3, 4, 4, 4, 4, 3)), Scores((2, 2, 2, 4, 4, 4)))
    line = score_line(replace(position, scores=scores), ("Ann", "Ben"), texts("en"))
    assert line == f"Score: Ann\N{NO-BREAK SPACE}**3**{JOINER}🔴{JOINER}🟣 · Ben\N{NO-BREAK SPACE}**2**"
