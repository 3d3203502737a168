"""Each refusal, of the table and of the rules, is a sentence in both languages."""

from functools import cache

import pytest

from bot.screens.refusals import refusal_text
from bot.tables.errors import Refused
from bot.texts import LANGUAGES, texts
from game.board import parse_cell
from game.illegal import Illegal
from tests.bot.source import Raised, raised, strings

E7, E8 = parse_cell("E7"), parse_cell("E8")
FACTS = {
    "allowed": "2-4",
    "cell": E7,
    "cells": (E7, E8),
    "game": 5,
    "games": "1, 2",
    "lacking": ["send_messages", "attach_files"],
    "missing": 2,
    "mode": "duel",
    "most": 1,
    "name": "Ann",
    "need": 2,
    "players": 1,
    "seats": 3,
    "text": "typed",
    "tile": "RB",
}


@cache
def refused() -> list[Raised]:
    """Where the table refuses something."""
    return sorted(raised("bot", "Refused"), key=lambda place: place.code)


@cache
def illegal() -> list[Raised]:
    """Where the rules do."""
    return sorted(raised("game", "Illegal"), key=lambda place: place.code)


def said(error, language) -> str:
    return refusal_text(error, texts(language))


def good(words: str) -> bool:
    """Whether it is a sentence that was filled in."""
    begins = not words[0].islower() and (words[0].isalpha() or words[0] in '"„«「`\u2018“<0123456789')
    return words.endswith(ENDS) and begins and "{" not in words


ENDS = (".", ")", "。", "\uff09")
"""How a sentence ends; Japanese has wide signs."""


def with_values(names):
    return {name: FACTS.get(name, 1) for name in names}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_of_a_table_is_a_sentence(language):
    assert refused()
    told = {place: said(Refused(place.code, **with_values(place.values)), language) for place in refused()}
    wrong = {place: words for place, words in told.items() if not good(words)}
    assert not wrong, wrong


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_refusal_of_the_rules_is_a_sentence(language):
    assert illegal()
    told = {place: said(Illegal(place.code, "R3.1", **with_values(place.values)), language) for place in illegal()}
    wrong = {place: words for place, words in told.items() if not words.endswith((*ENDS, "!")) or "{" in words}
    assert not wrong, wrong


def test_every_sentence_of_a_refusal_has_somebody_who_says_it():
    # Some are said without being raised.
    codes = {place.code for place in refused()} | {word.removeprefix("refused.") for word in strings("bot")}
    assert {key.removeprefix("refused.") for key in texts("en").keys if key.startswith("refused.")} <= codes


def test_every_sentence_of_the_rules_has_a_rule_that_says_it():
    codes = {place.code for place in illegal()} | {"other"}
    assert {key.removeprefix("illegal.") for key in texts("en").keys if key.startswith("illegal.")} <= codes


PERSONAL = """
not-your-turn game-over outside not-empty not-adjacent not-an-opening not-on-rack no-exchange exchange-undecided
"""


@pytest.mark.parametrize("code", PERSONAL.split())
def test_what_a_person_can_do_wrong_has_a_sentence_of_its_own(code):
    assert texts("en").get(f"illegal.{code}")


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_rule_without_a_sentence_is_named_by_its_number(language):
    assert "R9.6" in said(Illegal("unheard-of", "R9.6"), language)


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_refusal_without_a_rule_is_a_sentence_too(language):
    assert said(Illegal("unheard-of", None), language)


def test_spaces_are_called_by_their_names():
    assert said(Illegal("not-adjacent", "R3.1", cells=(E7, E8)), "en").startswith("E7, E8 ")


def test_a_space_off_the_board_is_no_error():
    assert "?" in said(Illegal("outside", "R3.1", cell=9999), "en")


def test_missing_permissions_are_called_as_discord_calls_them():
    error = Refused("permissions", lacking=["send_messages", "attach_files"])
    assert "Send Messages, Attach Files" in said(error, "en")
    assert "Nachrichten senden, Dateien anhängen" in said(error, "de")


def test_a_mode_is_called_by_its_name():
    assert said(Refused("seats-clash", mode="duel", seats=3, allowed="2"), "de").startswith("Duell ")
