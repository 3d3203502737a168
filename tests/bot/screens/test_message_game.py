"""Which game a message of the bot is about."""

from __future__ import annotations

import pytest

from bot.screens import board, replay
from bot.screens.custom_ids import custom_id
from bot.screens.message_game import game_of_message
from bot.screens.model import Button, Screen
from bot.screens.press import PersonPress, PuzzlePress
from bot.screens.verbs import PersonVerb
from bot.texts import LANGUAGES, texts
from tests.bot.sample_tables import ANN, BEN, played, running

TABLE = running(ANN, BEN)
OVER = played(TABLE, 200)


def ids(screen: Screen) -> list[str]:
    rows = [row for row in screen.rows if isinstance(row, tuple)]
    return [custom_id(one.press) for row in rows for one in row if isinstance(one, Button)]


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("table", [TABLE, OVER], ids=["running", "over"])
def test_a_board_is_of_its_game_with_its_buttons_and_folded_to_a_line(language, table):
    words = texts(language)
    shown = board.board(table, words, 0)
    assert game_of_message("", ids(shown)) == table.id
    assert game_of_message(board.folded(shown.text, table, words), ()) == table.id


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_replay_that_was_posted_and_the_end_are_of_their_game_without_buttons(language):
    words = texts(language)
    assert game_of_message(replay.film(OVER, words, public=True).text, ()) == OVER.id
    assert game_of_message(board.board(OVER, words, 0).text, ()) == OVER.id


def test_other_messages_are_of_no_game():
    for text in ("", "Hello!", "Game 7 was great", "-# Bag `0123`", "**7** · Standard", "-# Game x"):
        assert game_of_message(text, ["", "ig1:0:0:settings:", "other"]) is None
    for press in (PersonPress(PersonVerb.NEXT_TURN), PuzzlePress("solo")):
        assert game_of_message("", [custom_id(press)]) is None
