"""The texts of both languages: complete, used, and within what Discord allows."""

import re
from string import Formatter

import pytest
from discord import Permissions

from bot.discord.client import PERMISSIONS
from bot.texts import LANGUAGES, known, language_of, texts
from game.modes import MODES
from tests.bot.source import calls, strings, strings_of

EN, DE = texts("en"), texts("de")
KEYS = sorted(EN.keys)
SECTIONS = {key.split(".")[0] for key in KEYS if "." in key}
FAMILIES = {string[:-1] for string in strings("bot") if re.fullmatch(r"[a-z-]+\.[a-z.-]*\*", string)}
"""The beginnings of keys whose end is filled in by the code."""


def all_of(language, keys: str) -> dict[str, str]:
    """The raw texts of the keys that are like this, by key."""
    found = {key: texts(language).get(key) for key in KEYS if re.fullmatch(keys, key)}
    return {key: text for key, text in found.items() if text is not None}


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def test_both_languages_have_the_same_keys():
    assert EN.keys == DE.keys


def test_both_languages_fill_in_the_same_facts():
    assert KEYS
    different = [key for key in KEYS if placeholders(EN.get(key)) != placeholders(DE.get(key))]
    assert not different, different


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty(language):
    assert [key for key in KEYS if not texts(language).get(key)] == []


def test_every_text_is_used():
    used = strings("bot")
    unused = [key for key in KEYS if key not in used and not any(key.startswith(family) for family in FAMILIES)]
    assert unused == []


def test_every_text_that_the_code_names_is_there():
    named = {string for string in strings("bot") if re.fullmatch(r"[a-z]+(\.[a-z-]*[a-z])+", string)}
    assert {string for string in named if string.split(".")[0] in SECTIONS} <= EN.keys


def test_every_call_fills_in_what_its_text_needs():
    missing = []
    for call in calls("bot"):
        given = {word.arg for word in call.keywords}
        for key in strings_of(call.args[0]) if call.args else ():
            if key in EN.keys and takes_facts(call):
                missing += [(key, name) for name in placeholders(EN.get(key)) - given]
    assert missing == []


def takes_facts(call) -> bool:
    """Whether it is a call of `Texts` and not of something that passes a key on."""
    return getattr(call.func, "attr", getattr(call.func, "id", "")) in ("texts", "words")


FAMILY_MEMBERS = {
    "mode.": set(MODES),
    "rules.": {*MODES, "example", "alt"},
    "scores.aim.": set(MODES),
    "end.reason.": {"board-full", "instant-win", "resign", "stopped"},
    "lobby.talk-": {"open", "closed"},
}


@pytest.mark.parametrize(("family", "members"), FAMILY_MEMBERS.items())
def test_every_member_of_a_family_has_its_text_and_nothing_else_has(family, members):
    assert {key.removeprefix(family) for key in KEYS if key.startswith(family)} == members


def test_the_permissions_that_have_a_name_are_those_of_the_invite_link():
    named = [key.removeprefix("permission.") for key in KEYS if key.startswith("permission.")]
    assert Permissions(**dict.fromkeys(named, True)) == PERMISSIONS


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize(
    ("keys", "limit"),
    [
        (r"button\.|panel\.(place|place-exchange|other-.*)|rack\.button", 80),
        (r"command\.about\.|option\.about\.|choice\.|panel\.order$", 100),
        (r"lobby\.whom|panel\.direction", 150),
        (r"help|rules\.(standard|solo|team|duel)", 1900),
        (r"refused\.|illegal\.|error\.", 400),
    ],
)
def test_texts_fit_into_where_they_stand(language, keys, limit):
    long = [key for key in KEYS if re.match(keys, key) and len(texts(language).get(key)) > limit]
    assert long == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_names_of_commands_and_options_are_what_discord_takes(language):
    names = all_of(language, r"(command|option)\.[a-z]+")
    wrong = {key for key, name in names.items() if not re.fullmatch(r"[-_\w]{1,32}", name) or name != name.lower()}
    assert wrong == set()


@pytest.mark.parametrize("language", LANGUAGES)
@pytest.mark.parametrize("family", ["command", "option"])
def test_no_two_commands_or_options_have_the_same_name(language, family):
    names = list(all_of(language, rf"{family}\.[a-z]+").values())
    assert len(names) == len(set(names))


@pytest.mark.parametrize("language", LANGUAGES)
def test_commands_in_texts_are_called_as_they_are_called(language):
    call = rf"`/{texts(language).get('command.ingenious')} (\w+)"
    named = {name for text in all_of(language, ".*").values() for name in re.findall(call, text)}
    assert named
    assert named <= set(all_of(language, r"command\.[a-z]+").values())


@pytest.mark.parametrize("language", LANGUAGES)
def test_options_in_texts_are_called_as_they_are_called(language):
    named = {name for text in all_of(language, ".*").values() for name in re.findall(r"`(\w+):", text)}
    assert named
    assert named <= set(all_of(language, r"option\.[a-z]+").values())


@pytest.mark.parametrize(
    ("locale", "language"),
    [
        ("de", "de"),
        ("de-CH", "de"),
        ("en-US", "en"),
        ("en-GB", "en"),
        ("fr", "en"),
        ("dev", "en"),
        ("", "en"),
        (None, "en"),
    ],
)
def test_a_person_reads_german_where_discord_is_german_and_english_elsewhere(locale, language):
    assert language_of(locale) == language


@pytest.mark.parametrize(("stored", "language"), [("de", "de"), ("en", "en"), ("fr", "de"), ("", "de"), (None, "de")])
def test_a_stored_language_that_is_none_of_ours_is_the_default(stored, language):
    assert known(stored, "de") == language


def test_a_fact_with_braces_in_it_is_shown_as_it_is():
    assert "{game}" in EN("refused.unknown-choice", text="{game}")
