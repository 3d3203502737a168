"""The texts of all languages: complete, used, in all plural forms, and within what Discord allows."""

import ast
import re
from datetime import date
from functools import cache
from string import Formatter

import pytest
from discord import Permissions

from bot.discord.permissions import PERMISSIONS
from bot.texts import FORMER, LANGUAGES, known, language_of, profile, texts
from bot.texts.forms import categories, category
from game.modes import MODES
from tests.bot.source import calls, strings, strings_of
from tests.bot.texts.told import KEYS, braced, keys_of, told

EN = texts("en")
OTHERS = [language for language in LANGUAGES if language != "en"]
SECTIONS = {key.split(".")[0] for key in KEYS if "." in key}
"""The beginnings of keys whose end is filled in by the code."""


def all_of(language, keys: str) -> dict[str, str]:
    """The raw texts of the keys that are like this, each plural form by its key and category."""
    return {
        f"{key} {form}".removesuffix(" other"): text
        for key in keys_of(language)
        if re.fullmatch(keys, key)
        for form, text in texts(language).forms(key).items()
    }


def placeholders(text: str) -> set[str]:
    return {name for _, name, _, _ in Formatter().parse(text) if name is not None}


def placeholders_of(language, key: str) -> set[str]:
    """All placeholders that a text fills in or counts."""
    counted = texts(language).counted(key)
    filled = set().union(*(placeholders(text) for text in texts(language).forms(key).values()))
    return filled | ({counted[0]} if counted else set())


@pytest.mark.parametrize("language", OTHERS)
def test_all_languages_have_the_same_keys(language):
    missing = [told(language, key, "expected, and is not there") for key in KEYS if key not in texts(language).keys]
    unknown = [told(language, key, "not in en.toml") for key in texts(language).keys - EN.keys]
    assert missing + unknown == []


@pytest.mark.parametrize("language", OTHERS)
def test_all_languages_fill_in_the_same_values(language):
    wrong = []
    for key in keys_of(language):
        found, expected = placeholders_of(language, key), placeholders_of("en", key)
        if found != expected:
            wrong.append(told(language, key, f"expected {braced(expected)}, not {braced(found)}"))
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_all_plural_forms_of_a_text_fill_in_the_same_values_though_not_all_name_the_number(language):
    wrong = []
    for key in keys_of(language):
        counted = texts(language).counted(key)
        number = {counted[0]} if counted else set()
        forms = [placeholders(text) - number for text in texts(language).forms(key).values()]
        if any(form != forms[0] for form in forms):
            wrong.append(told(language, key, f"expected {braced(set().union(*forms))} in each form"))
    assert wrong == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_text_with_plural_forms_has_those_that_its_language_needs_and_no_others(language):
    cldr, wrong = profile(language).cldr, []
    for key in keys_of(language):
        counted = texts(language).counted(key)
        if not counted:
            continue
        found, expected = set(texts(language).forms(key)), needed(cldr, counted[1])
        if not expected <= found <= categories(cldr, ordinal=counted[1]):
            wrong.append(told(language, key, f"expected the forms {sorted(expected)}, not {sorted(found)}"))
    assert wrong == []


@cache
def needed(cldr: str, ordinal: bool) -> frozenset[str]:
    """The forms for whole numbers; where these have no `other`, it stands for `many`."""
    found = frozenset(category(cldr, number, ordinal=ordinal) for number in range(1000))
    return found if "other" in found else found - {"many"} | {"other"}


def test_polish_has_its_own_form_for_one_two_and_five():
    said = [texts("pl")("turn.earlier", turns=number) for number in (0, 1, 2, 4, 5, 12, 14, 21, 22, 25)]
    assert [words.split()[-1] for words in said] == [
        "tur", "tura", "tury", "tury", "tur", "tur", "tur", "tur", "tury", "tur",
    ]  # fmt: skip


NUMBERS = frozenset(("free", "tiles", "turns", "bag", "room", "games", "left", "owed", "bonuses", "seats"))
"""The placeholders that are amounts of things wherever they are numbers."""
NO_AMOUNT = frozenset((
    "lobby.bots", "refused.which-game", "replay.step", "turn.exchanged", "rack.tiles",
    "panel.exchanged", "panel.may-exchange-lowest", "panel.may-exchange-team-lowest", "panel.may-exchange-full",
    "textboard.exchanged", "textboard.rack",
))  # fmt: skip
"""The texts that list such things, or name the amount after a colon or alone, and so read well with every number."""


@pytest.mark.parametrize(
    "language", [language for language in LANGUAGES if len(categories(profile(language).cldr)) > 1]
)
def test_every_text_with_an_amount_has_plural_forms(language):
    plain = {
        key
        for key in keys_of(language)
        if placeholders_of(language, key) & NUMBERS and not texts(language).counted(key)
    }
    assert [told(language, key, "expected a plural form for each amount") for key in plain - NO_AMOUNT] == []


@pytest.mark.parametrize(
    ("key", "values", "english", "german"),
    [
        ("turn.earlier", {"turns": 1}, "… and 1 earlier turn", "… und 1 früherer Zug"),
        ("turn.earlier", {"turns": 2}, "… and 2 earlier turns", "… und 2 frühere Züge"),
        ("picture.left", {"turns": 1}, "about 1 turn left", "noch etwa 1 Zug"),
        ("picture.left-each", {"turns": 0}, "about 0 turns left each", "je noch etwa 0 Züge"),
        ("end.rank", {"rank": 2}, "2nd", "2."),
        ("end.rank", {"rank": 11}, "11th", "11."),
        ("picture.won", {"names": ["Ann"]}, "Ann wins", "Ann gewinnt"),
        ("picture.won", {"names": ("Ann", "Ben", "Cem")}, "Ann, Ben and Cem win", "Ann, Ben und Cem gewinnen"),
    ],
)
def test_numbers_and_lists_are_written_as_the_language_has_them(key, values, english, german):
    assert (EN(key, **values), texts("de")(key, **values)) == (english, german)


@pytest.mark.parametrize(
    ("last", "word"), [("Isabel", "e"), ("Íñigo", "e"), ("Hilda", "e"), ("Ben", "y"), ("Iuri", "y"), ("Hielo", "y")]
)
def test_spanish_says_e_for_and_before_the_sound_of_i(last, word):
    assert texts("es").join("Y y Ian", "Cem", last) == f"Y y Ian, Cem {word} {last}"


def test_lists_of_japanese_and_korean_have_no_word_for_and():
    assert texts("ja").join("Ann", "Ben", "Cem") == "Ann、Ben、Cem"
    assert texts("ko").join("Ann", "Ben", "Cem") == "Ann, Ben, Cem"
    assert texts("ko").join("Ann") == "Ann"


def test_french_writes_the_first_of_a_month_as_an_ordinal_and_no_other_day():
    days = [texts("fr").day(date(2026, 11, day)) for day in (1, 2, 11, 21)]
    assert days == ["1er novembre", "2 novembre", "11 novembre", "21 novembre"]
    assert texts("fr").short_day(date(2026, 11, 1)) == "1er nov."


def test_zero_takes_the_plural_in_brazil_and_the_singular_in_france():
    assert texts("pt")("turn.earlier", turns=0) == "… e 0 turnos anteriores"
    assert texts("fr")("turn.earlier", turns=0) == "… et 0 tour précédent"


def test_a_text_is_refused_whose_number_is_no_number():
    with pytest.raises(KeyError):
        EN("turn.earlier", turns="3")


@pytest.mark.parametrize("language", LANGUAGES)
def test_what_is_stored_for_a_former_player_is_said_in_the_language_of_the_reader(language):
    words = texts(language)
    former = words("name.former")
    assert words("rack.waiting", name=FORMER) == words("rack.waiting", name=former)
    assert words("lobby.people", people=["Ann", FORMER]).count(former) == 1
    assert former in words("privacy.text")
    assert former in words("privacy.confirm")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_word_that_is_shown_for_off_is_one_that_may_be_typed(language):
    assert texts(language)("me.off") in profile(language).off
    assert texts(language)("choice.off") in profile(language).off
    assert texts(language)("settings.all") in profile(language).all


@pytest.mark.parametrize("language", LANGUAGES)
def test_no_text_is_empty(language):
    assert [told(language, key, "empty") for key, text in all_of(language, r".*").items() if not text] == []


def test_every_text_is_used():
    used = strings("bot")
    families = {string[:-1] for string in used if re.fullmatch(r"[a-z-]+\.[a-z.-]*\*", string)}
    unused = [key for key in KEYS if key not in used and not any(key.startswith(family) for family in families)]
    assert unused == []


def test_every_text_that_the_code_names_is_there():
    named = {string for string in strings("bot") if re.fullmatch(r"[a-z]+(\.[a-z-]*[a-z])+", string)}
    assert {string for string in named if string.split(".")[0] in SECTIONS} <= EN.keys


def test_every_call_fills_in_what_its_text_needs():
    missing = []
    for call in calls("bot"):
        given = {word.arg for word in call.keywords}
        for key in strings_of(call.args[0]) if call.args else ():
            if key in EN.keys and takes_values(call):
                missing += [(key, name) for name in placeholders_of("en", key) - given]
    assert missing == []


def takes_values(call) -> bool:
    """Whether it is a call of `Texts`, such as `words("help")` or `texts(language)("help")`, that fills in values."""
    function = call.func.func if isinstance(call.func, ast.Call) else call.func
    return getattr(function, "attr", getattr(function, "id", "")) in ("texts", "words")


def test_every_text_that_the_code_reads_is_there():
    read = {key for call in calls("bot") if takes_values(call) and call.args for key in strings_of(call.args[0])}
    assert read - EN.keys == set()
    families = {
        call.args[0].values[0].value
        for call in calls("bot")
        if takes_values(call) and call.args and isinstance(call.args[0], ast.JoinedStr)
    }
    assert [family for family in families if not any(key.startswith(family) for key in KEYS)] == []


FAMILY_MEMBERS = {
    "mode.": set(MODES),
    "rules.": {*MODES, "example", "alt"},
    "scores.aim.": set(MODES),
    "end.reason.": {"board-full", "instant-win", "instant-win-duel", "resign", "stopped"},
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
    long = {key: len(text) for key, text in all_of(language, rf"({keys}).*").items() if len(text) > limit}
    assert [told(language, key, f"{length} characters, {limit} at most") for key, length in long.items()] == []


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
        ("fr", "fr"),
        ("es-ES", "es"),
        ("es-419", "es"),
        ("it", "it"),
        ("nl", "nl"),
        ("pl", "pl"),
        ("pt-BR", "pt"),
        ("ja", "ja"),
        ("ko", "ko"),
        ("vi", "en"),
        ("dev", "en"),
        ("", "en"),
        (None, "en"),
    ],
)
def test_a_person_reads_the_language_of_their_discord_and_english_where_it_is_none_of_ours(locale, language):
    assert language_of(locale) == language


@pytest.mark.parametrize(("stored", "language"), [("de", "de"), ("en", "en"), ("vi", "de"), ("", "de"), (None, "de")])
def test_a_stored_language_that_is_none_of_ours_is_the_default(stored, language):
    assert known(stored, "de") == language


def test_a_value_with_braces_in_it_is_shown_as_it_is():
    assert "{game}" in EN("refused.unknown-choice", text="{game}")
