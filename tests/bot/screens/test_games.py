"""The games of a person as a list: in which order, and what opens each of them."""

from __future__ import annotations

from dataclasses import replace

from bot.screens import games
from bot.screens.games import FINISHED, Listed
from bot.screens.location import Whereabouts
from bot.screens.model import Button, Screen
from bot.screens.press import GamePress, GamesPress, OpenTurnPress, Press
from bot.screens.verbs import GameVerb
from bot.tables.table import Table
from bot.texts import texts
from tests.bot.sample_tables import ANN, BEN, lobby_table, played, running, turn_of

FAR = Whereabouts("<#999999999999999999>", f"[→ board](https://discord.com/channels/{'/'.join(['9' * 19] * 3)})")
WAITING = running(ANN, BEN)
READER = turn_of(WAITING) or 0
THEIRS = played(WAITING, 1)
OVER = played(WAITING, 200)


def shown(*tables: Table, page: int = 0) -> Screen:
    return games.games(
        [Listed(replace(one, id=at), FAR) for at, one in enumerate(tables, 1)], READER, page, texts("en")
    )


def presses(screen: Screen) -> list[Press]:
    return [one.press for row in screen.rows if isinstance(row, tuple) for one in row if isinstance(one, Button)]


def numbers(screen: Screen) -> list[int]:
    return [int(line.split("**")[1]) for line in screen.text.splitlines() if line[2:3].isdecimal()]


def test_the_games_in_which_it_is_ones_turn_come_first_and_open_there():
    assert turn_of(THEIRS) != READER
    screen = shown(THEIRS, WAITING, THEIRS)
    assert numbers(screen) == [2, 1, 3]
    assert presses(screen) == [OpenTurnPress(2), GamePress(1, GameVerb.RACK), GamePress(3, GameVerb.RACK)]


def test_a_lobby_has_no_turn_to_open_and_a_finished_game_has_its_replay():
    assert OVER.status == "over"
    screen = shown(lobby_table(ANN, seats=2), OVER)
    assert numbers(screen) == [1, 2]
    assert presses(screen) == [GamePress(2, GameVerb.FILM)]


def test_many_games_are_in_pages_that_have_each_of_them_once():
    found: list[int] = []
    tables = (*[WAITING] * 23, *[THEIRS] * 7, *[OVER] * 7)
    first, page = shown(*tables), 0
    while True:
        screen = shown(*tables, page=page)
        games_of_page = numbers(screen)
        ways = [press for press in presses(screen) if isinstance(press, GamesPress)]
        assert len(screen.text) <= 2000
        assert len(screen.rows) <= 5
        assert len(presses(screen)) - len(ways) == len(games_of_page)
        found += games_of_page
        if GamesPress(page + 1) not in ways:
            break
        page += 1
    assert page
    assert GamesPress(page - 1) in ways
    assert found == [*range(1, 31), *range(31, 31 + FINISHED)]
    assert shown(*tables, page=99) == screen
    assert shown(*tables, page=0) == first
