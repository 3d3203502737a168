"""What a machine can see of a translation: markdown, signs, lengths, letters, and English that was left in it."""

import re
import unicodedata
from collections import Counter

import pytest

from bot.texts import LANGUAGES, texts
from bot.texts.typed import folded
from game.tiles import COLOURS
from render.text import cleaned
from render.theme import load_theme

EN = texts("en")
KEYS = sorted(EN.keys)
OTHERS = [language for language in LANGUAGES if language != "en"]
every_language = pytest.mark.parametrize("language", LANGUAGES)
every_other = pytest.mark.parametrize("language", OTHERS)

SAME = {
    "de": "ingenious orange solo standard team text threads zone",
    "es": "bots casual ingenious rating",
    "fr": "action bots chances duel expert ingenious mode orange scores score solo standard",
    "it": "ingenious privacy rating replay standard",
    "nl": "beginner bots duel help hint hints host ingenious privacy rating score scores solo team threads zone",
    "pl": "ingenious solo standard",
    "pt": "bots casual chances ingenious rating replay solo",
}
"""The English words that a language writes in the same way: a text of these alone may be equal to the English one."""

ENGLISH = (
    "the and you your is are of with game games table player players former seat seats press turn turns tile tiles"
    " board not off has have this for from bot bots automatic everybody nobody place win wins won"
)
"""Words of which every English sentence has some."""
OWN = {
    "fr": "bot bots place table",
    "es": "bot bots has",
    "it": "bot",
    "nl": "bot bots is of win won",
    "pl": "bot",
    "pt": "bot bots",
}
"""Those of them that a language has, too; German says otherwise what it calls its automatic players."""
DISCORD_BOTS = {"invite.bots", "refused.quarantined"}
"""The texts in which a German reads "Bot"."""


def words_of(text: str) -> list[str]:
    """The words of a text in lower case, single letters left out, and what is filled in."""
    return re.findall(r"[^\W\d_]{2,}", re.sub(r"\{[^}]*\}|<[^>]*>", " ", text).lower())


def every_text(language: str) -> list[tuple[str, str]]:
    """Each form of each text with its key."""
    return [(key, text) for key in KEYS for text in texts(language).forms(key).values()]


def english_of(language: str) -> list[tuple[str, str, str]]:
    """Each form of each text with its key, and the English form of the same category."""
    return [
        (key, text, EN.forms(key).get(form) or EN.forms(key)["other"])
        for key in KEYS
        for form, text in texts(language).forms(key).items()
    ]


@every_other
def test_a_text_that_is_equal_to_the_english_one_has_only_words_that_the_language_shares(language):
    shared = SAME[language].split()
    left = {text for _, text, english in english_of(language) if text == english and set(words_of(text)) - {*shared}}
    assert left == set()


@every_other
def test_no_english_word_is_left_in_a_translation(language):
    wrong = set(ENGLISH.split()) - set(OWN.get(language, "").split())
    left = [
        (key, word)
        for key, text in every_text(language)
        for word in words_of(text)
        if word in wrong and not (language == "de" and word in ("bot", "bots") and key in DISCORD_BOTS)
    ]
    assert left == []


@every_other
def test_a_translation_has_the_markdown_of_the_english_text(language):
    signs = ("**", "`", "\n", "•", "###", "-#")
    wrong = [
        key for key, text, english in english_of(language) if [*map(text.count, signs)] != [*map(english.count, signs)]
    ]
    assert wrong == []


@every_other
def test_a_translation_is_a_sentence_where_the_english_text_is_one(language):
    end = re.compile(r"[.?!…:]\W*$")
    not_a_sentence = ("analysis.decimal", "end.rank", "command.about.ingenious", "profile.mean")
    wrong = [key for key, text, english in english_of(language) if bool(end.search(text)) != bool(end.search(english))]
    assert set(wrong) <= set(not_a_sentence)


@every_language
def test_every_letter_is_composed_and_no_space_is_too_many(language):
    wrong = [
        key
        for key, text in every_text(language)
        if text != unicodedata.normalize("NFC", text) or "  " in text or text != text.strip()
    ]
    assert wrong == []


def test_french_keeps_its_signs_beside_their_words():
    code = re.compile(r"`[^`]*`")
    wrong = [key for key, text in every_text("fr") if re.search(r" [:;!?»%]|« ", code.sub("", text))]
    assert wrong == []


BUTTONS = "|".join((
    r"button\.|panel\.(place|place-exchange|other-\w+|close-up|whole-board|back)$|analysis\.(share|chances)$",
    r"plan\.(plan|only-untouched|even-if-touched|drop|now)$|profile\.post$",
    r"daily\.(play|go-on|mine|month|yesterday|finish|give-up|back|share|next-board|boards)$",
    r"learn\.(next|try-again|skip|from-start)$",
))  # fmt: skip
"""The texts of buttons."""


@every_language
@pytest.mark.parametrize(
    ("keys", "limit"),
    [
        (BUTTONS, 30),
        (r"level\.(title|bot)", 25),
        (r"level\.about", 100),
        (r"lobby\.(choose|which-level|whom)", 100),
        (r"mode\.|picture\.(score|resigned|held)", 15),
    ],
)
def test_labels_fit_a_phone(language, keys, limit):
    long = [(key, text) for key, text in every_text(language) if re.match(keys, key) and len(text) > limit]
    assert long == []


@every_language
def test_the_codes_of_the_six_colours_are_short_and_no_two_are_alike(language):
    words = texts(language)
    codes = [words(f"code.{colour.name.lower()}") for colour in COLOURS]
    names = [words(f"textboard.{colour.name.lower()}") for colour in COLOURS]
    assert max(map(len, codes)) <= 2
    assert len({*map(folded, codes)}) == len({*map(folded, names)}) == 6
    assert all(
        code[0].isupper() and folded(name).startswith(folded(code[0])) for code, name in zip(codes, names, strict=True)
    )


def test_a_name_of_a_command_means_the_same_command_in_every_language():
    meant = {
        (texts(language)(key), key) for language in LANGUAGES for key in KEYS if re.fullmatch(r"command\.\w+", key)
    }
    assert [name for name, count in Counter(name for name, _ in meant).items() if count > 1] == []


@every_language
def test_the_fonts_have_every_letter_of_the_pictures(language):
    writer = load_theme("dark").writer
    drawn = re.compile(r"(picture|code|analysis\.(title|early|axis)|end\.rank|name|level\.title|mode)\b")
    shown = [(key, cleaned(re.sub(r"\{\w+\}", "", text))) for key, text in every_text(language) if drawn.match(key)]
    assert [(key, text) for key, text in shown if text and not writer.drawable(text)] == []
