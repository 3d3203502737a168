"""The modes by number of players (R8)."""

from __future__ import annotations

import ast
from pathlib import Path
from random import Random
from typing import Final

import pytest

from game.board import LIGHT_GREY, WHITE, WHOLE
from game.events import Dealt
from game.modes import MODES
from game.rules import apply, deal, fold
from game.scoring import standing
from tests.game.build import after, board, played, position, refusal, scores_of, tiles


@pytest.mark.parametrize(
    ("mode", "seats"),
    [("standard", 1), ("standard", 5), ("solo", 2), ("team", 2), ("team", 3), ("duel", 1), ("duel", 3), ("duel", 0)],
)
def test_r8_a_number_of_players_that_the_mode_forbids_is_refused(mode: str, seats: int):
    with refusal("wrong-seats", "R8"):
        deal(MODES[mode], seats, Random(1))
    with refusal("wrong-seats", "R8"):
        apply(None, Dealt(mode, tuple(tiles("RR GG BB YY OO PP") for _ in range(seats))))


def test_r8_a_mode_that_is_not_there_is_refused():
    with refusal("unknown-mode", "R8"):
        apply(None, Dealt("chess", (tiles("RR"),)))


def test_r8_1_the_board_grows_with_the_number_of_players():
    assert MODES["standard"].areas == {2: WHITE, 3: LIGHT_GREY, 4: WHOLE}


def test_r8_2_the_solo_game_has_one_tile_at_a_time_on_the_white_area():
    now = fold(played("solo", 1, 1, until=5))
    assert [len(rack) for rack in now.racks] == [1]
    assert now.position.area == WHITE


def test_r8_2_the_solo_game_has_one_place():
    assert standing(position("solo", 1, scores=["R3"])) == ((0,),)


def test_r8_3_partners_move_the_same_pegs():
    symbols = board("R G8")
    for seat, number in [(0, 0), (1, 1), (2, 0), (3, 1)]:
        then, _ = after(position("team", 4, symbols=symbols, seat=seat), "RB H8 H9")
        assert scores_of(then, number)["R"] == 1
        assert sum(scores_of(then, 1 - number).values()) == 0


def test_r8_3_the_team_with_the_better_result_wins():
    assert standing(position("team", 4, scores=["R30", "R2 O2 Y2 G2 B2 P2"])) == ((1, 3), (0, 2))


def test_r8_3_the_team_game_is_played_on_the_whole_board_with_a_rack_for_each():
    now = fold(played("team", 4, 1, until=1))
    assert now.position.area == WHOLE
    assert [len(rack) for rack in now.racks] == [6] * 4
    assert len(now.position.scores) == 2


def test_modes_tell_the_numbers_of_players_they_allow():
    assert {name: mode.seats for name, mode in MODES.items()} == {
        "standard": (2, 3, 4),
        "solo": (1,),
        "team": (4,),
        "duel": (2,),
    }


NAMED: Final = {
    "bot/discord/commands/lobby.py": {"team"},  # the option, which chooses a side
    "bot/interactions/tournament.py": {"duel"},  # the mode where none is said
    "bot/tables/daily.py": {"solo"},
    "game/ai/levels.py": {"standard", "team"},
}
"""The modes that other files name to choose them, never to ask which one it is."""


def test_nothing_but_the_table_of_modes_asks_which_mode_it_is():
    found: dict[str, set[str]] = {}
    for path in (path for package in ("bot", "data", "game", "render") for path in Path(package).rglob("*.py")):
        words = {node.value for node in ast.walk(ast.parse(path.read_text("utf-8"))) if isinstance(node, ast.Constant)}
        if path.as_posix() != "game/modes.py" and words & MODES.keys():
            found[path.as_posix()] = words & MODES.keys()
    assert found == NAMED
