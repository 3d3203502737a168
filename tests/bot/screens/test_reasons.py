"""The words for why one placement is better than another."""

from __future__ import annotations

import pytest

from bot.screens.reasons import reasons_words
from bot.texts import texts
from game.ai.reasons import Reason
from game.tiles import Colour
from tests.game.build import position

EN, DE = texts("en"), texts("de")
NAMES = ("Ann", "Ben")


def words(*reasons: Reason, language: str = "en", compared: bool = True, mode: str = "standard") -> str:
    return reasons_words(reasons, position(mode), NAMES, texts(language), compared=compared)


def test_points_in_several_colours_are_told_in_one_phrase():
    found = words(Reason("lifts-lowest", Colour.GREEN, 3), Reason("raises", Colour.RED, 1))
    assert found == "scores 3 more in the lowest colour (🟢 green) and 1 more in 🔴 red"


@pytest.mark.parametrize(("language", "name"), [("en", "leaves Ben"), ("de", "lässt Ben")])
def test_a_player_is_named_once_however_much_they_lose(language: str, name: str):
    blocks = [Reason("blocks", colour, 1, seat=1) for colour in (Colour.RED, Colour.BLUE, Colour.GREEN)]
    assert words(*blocks, language=language).count("Ben") == 1
    assert words(*blocks, language=language).startswith(name)


def test_alike_reasons_come_together_where_the_first_of_them_stands():
    found = words(Reason("raises", Colour.RED, 4), Reason("builds", Colour.BLUE, 2), Reason("raises", Colour.PURPLE, 3))
    assert found == "scores 4 more in 🔴 red and 3 more in 🟣 purple and sets up 2 more in 🔵 blue for the next turn"


def test_the_points_of_a_placement_alone_are_not_called_more():
    reasons = Reason("earns-bonus", amount=1), Reason("raises", Colour.RED, 4)
    assert words(*reasons, compared=False) == "earns a bonus placement and scores 4 in 🔴 red"
    assert words(*reasons) == "earns 1 more bonus placement and scores 4 more in 🔴 red"
    assert words(Reason("closes", amount=2), compared=False).startswith("takes up room for 2 tiles")


def test_a_bonus_names_its_colour():
    assert words(Reason("earns-bonus", Colour.RED, 1)) == "earns a bonus placement in 🔴 red"
    assert words(Reason("readies", Colour.RED), language="de").startswith(
        "bereitet für den nächsten Zug einen Bonuszug in 🔴"
    )


def test_an_exchange_that_is_advised_is_not_told_again_beside_others():
    reasons = Reason("exchanges"), Reason("raises", Colour.RED, 4)
    assert words(*reasons) == "allows an exchange of tiles and scores 4 more in 🔴 red"
    assert words(*reasons, compared=False) == "scores 4 in 🔴 red"
    assert words(reasons[0], compared=False) == "brings new tiles"


def test_colours_that_change_sides_in_the_duel_are_told_together():
    reasons = Reason("crosses", Colour.RED, 2), Reason("crosses", Colour.BLUE, 1)
    assert words(*reasons, mode="duel", compared=False) == "brings 🔴 red and 🔵 blue onto your side"
    found = words(*reasons, mode="duel")
    assert found == "pulls 🔴 red and 🔵 blue across the middle"
