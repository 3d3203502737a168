"""What a machine can see of a translation: markdown, signs, lengths, letters, and English that was left in it."""

import re
import unicodedata
from collections import Counter
from datetime import date
from typing import NamedTuple

import pytest

from bot.settings.typed import is_all, is_off
from bot.texts import LANGUAGES, profile, texts
from bot.texts.forms import locale
from bot.texts.typed import folded
from game.tiles import COLOURS
from render.text import cleaned
from tests.bot.texts.told import keys_of, told
from tests.themes import loaded_theme

EN = texts("en")
OTHERS = [language for language in LANGUAGES if language != "en"]
every_language = pytest.mark.parametrize("language", LANGUAGES)
every_other = pytest.mark.parametrize("language", OTHERS)


class Habits(NamedTuple):
    """What a machine has to know of a language beside its file."""

    same: str
    """The English words that it writes in the same way: a text of these alone may be equal to the English one."""
    formal: str
    """How strangers are addressed; in Polish the past tense that knows the reader's sex, in Portuguese that of
    Portugal.
    """
    second: str
    """Second words for what has one in the table of `docs/translating.md`."""
    own: str = ""
    """The words of `ENGLISH` that it has, too."""


HABITS = {
    "de": Habits(
        same="bots ingenious orange server solo standard system team text thread threads zone",
        formal=r"(?<=[^\W\d_]) Sie\b|\bIhnen\b|\bIhre[mnrs]?\b",
        second=r"Computer|\bniedrigst|Wertung von|\bFilme?\b|Spielleitung|\bTabelle|ehemalige|Zeit pro Zug|\bstarten\b"
        r"|\bBretts?\b|\bSpielart|\bKacheln?\b|\bLücken?\b|\b(Mein|Ganzer|Nächster) Plan\b",
        own="bot bots",
    ),
    "es": Habits(
        same="bots casual ingenious rating",
        formal=r"\busted(es)?\b|\bvosotr[ao]s\b|\bvuestr[ao]s?\b|\bos\b",
        second=r"\bpuzles?\b|\btablas\b|\b[Pp]lanea|antiguo jugador|\bCasual\b|Este jugador"
        r"|\blosetas?\b|\bcasilleros?\b|\bhuecos?\b|\bsoportes?\b|\bclasificatori",
        own="bot bots has",
    ),
    "fr": Habits(
        same="action bots chances duel expert ingenious minute minutes mode orange points replay scores score solo "
        "standard",
        formal=r"\bvotre\b|\bvos\b|\bveuillez\b|vous pla[îi]t",
        second=r"\b[Ff]ilms?\b|horloge|[Rr]elanc|ancien joueur|Ce joueur"
        r"|\bpions?\b|\btrous?\b|\btableaux?\b|\bprocès-verbal|\bpupitres?\b",
        own="bot bots place table",
    ),
    "it": Habits(
        same="ingenious privacy rating replay server standard",
        formal=r"\bLei\b|\b[Vv]ostr[aeio]\b|\bprego\b",
        second=r"ex giocatore|[Ii]n programma|risultato (finale|atteso)|\bMigliore e media|Questo giocatore"
        r"|\bpedin[ae]\b|\bcaselle? vuot[oi]\b|\bun vuoto\b|\bverbal[ei]\b|\btavolier",
        own="bot",
    ),
    "ja": Habits(
        same="ingenious",
        formal=r"ございます|いたします|いただ(き|け)ます|くださいませ|お客様|あなた様|貴方",
        second=r"牌|駒|桝|枡|ポイント(?!高)|シンボル|ラック|ターン|順位表|リーダーボード|通知|称号|手札|盤面?|AI|コンピュー",
    ),
    "ko": Habits(
        same="ingenious",
        formal=r"니다(?![가-힣])|십시오|십니까|귀하|당신|고객님",
        second=r"보드|턴|랭킹|리더보드|무늬|문양|패(?![가-힣])|받침대|컴퓨터|호스트|매일 도전|데일리",
    ),
    "nl": Habits(
        same="beginner bots duel help hint hints host ingenious privacy rating score scores server solo team thread"
        " threads zone",
        formal=r"\b[Uu]w?\b",
        second=r"\b[Ss]pel(len)?\b|\b[Ss]olospel|[Uu]itslag|voormalige|[Dd]agelijkse uitdaging|\bstarten\b"
        r"|\bstenen\b|\bgat\b|\bhokjes?\b|\bspeelbord|\brekjes?\b",
        own="bot bots is of win won",
    ),
    "pl": Habits(
        same="ingenious operator rating solo standard system",
        formal=r"\bPan(i|em|a|u)?\b|\bPaństw\w+|\bproszę\b|\w+ł[ea]ś\b",
        second=r"dawny gracz|\bDM\b|[Pp]onagl|\btabel|Ten gracz|\bkafel|\bluc[ey]\b|\bkwadrat|\bpionk|\bpodstawk",
        own="bot",
    ),
    "pt": Habits(
        same="bots casual chances ingenious rating replay solo",
        formal=r"\btu\b|\bt(eu|ua)s?\b|\bcontigo\b|\bvós\b|\bo senhor\b|\becrã|\bficheiro|\butilizador|\bequipa\b"
        r"|\bguild",
        second=r"\b[Ss]uporte|ex-jogador|\btabelas\b|\bHabitual\b|Este jugador"
        r"|\bazulejos?\b|\bquadrados?\b|\bum vazio\b|\bpeões\b|\bviradas?\b",
        own="bot bots for",
    ),
}
"""One row for each language but English."""

ENGLISH = (
    "the and you your is are of with game games table player players former seat seats press turn turns tile tiles"
    " board not off has have this for from bot bots automatic everybody nobody place win wins won"
)
"""Words of which every English sentence has some."""


def words_of(text: str) -> list[str]:
    """The words of a text in lower case, single letters left out, and what is filled in."""
    return re.findall(r"[^\W\d_]{2,}", re.sub(r"\{[^}]*\}|<[^>]*>", " ", text).lower())


def every_text(language: str) -> list[tuple[str, str]]:
    """Each form of each text with its key."""
    return [(key, text) for key in keys_of(language) for text in texts(language).forms(key).values()]


def english_of(language: str) -> list[tuple[str, str, str]]:
    """Each form of each text with its key, and the English form of the same category."""
    return [
        (key, text, EN.forms(key).get(form) or EN.forms(key)["other"])
        for key in keys_of(language)
        for form, text in texts(language).forms(key).items()
    ]


def test_every_language_has_its_row_here():
    assert sorted(HABITS) == sorted(OTHERS)


NAMES = "buchholz s berger"
"""Of people, after whom something is called everywhere."""


@every_other
def test_a_text_that_is_equal_to_the_english_one_has_only_words_that_the_language_shares(language):
    shared = HABITS[language].same.split() + NAMES.split()
    left = {text for _, text, english in english_of(language) if text == english and set(words_of(text)) - {*shared}}
    assert left == set()


@every_other
def test_no_english_word_is_left_in_a_translation(language):
    wrong = set(ENGLISH.split()) - set(HABITS[language].own.split())
    assert [(key, word) for key, text in every_text(language) for word in words_of(text) if word in wrong] == []


@every_other
def test_a_translation_has_the_markdown_of_the_english_text(language):
    signs = ("**", "`", "\n", "•", "###", "-#")
    wrong = [
        key for key, text, english in english_of(language) if [*map(text.count, signs)] != [*map(english.count, signs)]
    ]
    assert wrong == []


@every_other
def test_a_translation_is_a_sentence_where_the_english_text_is_one(language):
    end = re.compile(r"[.?!…:。？！：]\W*$")  # noqa: RUF001 - wide signs
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
    r"button\.|panel\.(place|place-exchange|other-\w+|close-up|whole-board|back)$|analysis\.(share|chances|button)$",
    r"plan\.(plan|only-untouched|even-if-touched|drop|now)$|profile\.post$",
    r"daily\.(play|go-on|mine|month|yesterday|finish|give-up|give-up-day|back|share|next-board|boards)$",
    r"learn\.(next|try-again|skip|from-start|button)$|puzzle\.next$|replay\.moving$",
))  # fmt: skip
"""The texts of buttons."""


@every_language
@pytest.mark.parametrize(
    ("keys", "limit"),
    [
        (BUTTONS, 22),
        (r"level\.(title|bot)", 25),
        (r"level\.about", 100),
        (r"lobby\.(choose|which-level|whom)", 100),
        (r"mode\.|picture\.(score|resigned|held)", 15),
        (r"me\.(notices|next|confirm|listed)|(lobby|settings)\.switch-", 34),
    ],
)
def test_labels_fit_a_phone(language, keys, limit):
    day = texts(language).short_day(date(2026, 9, 30))
    filled = [(key, text.replace("{day}", day)) for key, text in every_text(language) if re.match(keys, key)]
    short = [(key, re.sub(r"\{\w+\}", "12", text)) for key, text in filled]
    long = [
        told(language, key, f"{columns(text)} letters, {limit} at most: {text}")
        for key, text in short
        if columns(text) > limit
    ]
    assert long == []


def columns(text: str) -> int:
    """How wide a text is; a letter of Chinese, Japanese or Korean is as wide as two others."""
    return sum(1 + (unicodedata.east_asian_width(letter) in "WF") for letter in text)


@every_language
def test_the_codes_of_the_six_colours_are_short_and_no_two_are_alike(language):
    words = texts(language)
    codes = [words(f"code.{colour.name.lower()}") for colour in COLOURS]
    names = [words(f"textboard.{colour.name.lower()}") for colour in COLOURS]
    assert max(map(len, codes)) <= 2
    assert len({*map(folded, codes)}) == len({*map(folded, names)}) == 6
    assert all(
        not code[0].islower() and folded(name).startswith(folded(code[0]))
        for code, name in zip(codes, names, strict=True)
    )


def test_a_name_of_a_command_means_the_same_command_in_every_language():
    meant = {
        (texts(language)(key), key)
        for language in LANGUAGES
        for key in keys_of(language)
        if re.fullmatch(r"command\.\w+", key)
    }
    assert [name for name, count in Counter(name for name, _ in meant).items() if count > 1] == []


@every_language
def test_the_fonts_have_every_letter_of_the_pictures(language):
    writer = loaded_theme("dark").writer
    drawn = re.compile(r"(picture|code|analysis\.(title|axis)|end\.rank|name|level\.title|mode)\b")
    shown = [(key, cleaned(re.sub(r"\{\w+\}", "", text))) for key, text in every_text(language) if drawn.match(key)]
    assert [(key, text) for key, text in shown if text and not writer.drawable(text)] == []


@every_other
def test_the_reader_is_addressed_as_among_friends(language):
    formal = re.compile(HABITS[language].formal, re.IGNORECASE if language not in ("de", "it", "pl") else 0)
    assert [(key, text) for key, text in every_text(language) if formal.search(text)] == []


@every_language
def test_quotation_marks_are_those_of_print(language):
    assert [(key, text) for key, text in every_text(language) if '"' in re.sub(r"`[^`]*`", "", text)] == []


@every_language
def test_a_percent_sign_stands_as_the_language_writes_it(language):
    pattern = locale(profile(language).cldr).percent_formats[None].pattern
    space = "\u00a0" if pattern[:-1].strip("#,.0") else ""
    found = [
        (key, space_) for key, text in every_text(language) for space_ in re.findall(r"[\d}]((?:(?!\w)[^%}])?)%", text)
    ]
    assert found
    assert [(key, text) for key, text in found if text != space] == []


@every_language
def test_dots_that_break_off_a_word_touch_it_except_in_german(language):
    apart = [key for key, text in every_text(language) if re.search(r"[^\W\d_] …", text)]
    together = [key for key, text in every_text(language) if re.search(r"[^\W\d_]…", text)]
    assert (together if language == "de" else apart) == []


@every_language
@pytest.mark.parametrize(
    ("option", "understood"),
    [("quiet", is_off), ("vacation", is_off), ("daily", is_off), ("channels", is_all)],
)
def test_a_word_to_type_is_quoted_where_an_option_names_it(language, option, understood):
    quoted = re.findall(r"[“„«「\u2018](.+?)[”“»」\u2019]", texts(language)(f"option.about.{option}"))
    assert len(quoted) == 1
    assert understood(quoted[0])


@every_other
def test_an_example_of_a_date_is_the_day_as_the_language_writes_it(language):
    short = locale(profile(language).cldr).date_formats["short"].pattern
    sign = next(char for char in short if not char.isalpha())
    numbers = {"y": "2026", "M": "12", "d": "24"}
    written = sign.join(numbers[letter] for letter in sorted(numbers, key=short.index))
    for key in ("refused.bad-date", "option.about.vacation"):
        assert re.search(rf"(?<!\d){re.escape(written)}(?!\d)", texts(language)(key)), key


RESULTS = ("won", "won-outright", "draw", "shared", "solo")


@every_language
def test_the_result_of_a_game_is_a_whole_sentence_since_the_reason_follows_it(language):
    words = texts(language)
    forms = {f"end.{key}": words.forms(f"end.{key}").values() for key in RESULTS}
    assert [key for key, texts in forms.items() for text in texts if not re.search(r"[.!。\uff01]\**$", text)] == []


ENGLISH_SECOND = r"automatic player|former player|\btables?\b|\bLevel at\b|over the limit"
"""Second words in English."""


@every_language
def test_a_thing_of_the_game_has_one_word(language):
    second = re.compile(ENGLISH_SECOND if language == "en" else HABITS[language].second)
    found = [(key, match[0]) for key, text in every_text(language) if (match := second.search(text))]
    assert [told(language, key, f"“{word}” is a second word of something") for key, word in found] == []


WHOLE = "amount answered bag bonuses days free games left most owed points result room seats turns"
"""The placeholders that are numbers of things."""
UNCOUNTED = re.compile(r"analysis\.accuracy-solo|puzzle\.gap|learn\.")
"""Where the number is a fraction, or always more than one."""
NO_NOUN = "au como dans nel na no em pkt"


@pytest.mark.parametrize("language", ["es", "fr", "it", "pl", "pt"])
def test_a_word_after_a_number_has_plural_forms(language):
    counted = re.compile(rf"\{{({WHOLE.replace(' ', '|')})\}}\** (?!({NO_NOUN.replace(' ', '|')})\b)[^\W\d_]")
    words = texts(language)
    single = [key for key in keys_of(language) if [*words.forms(key)] == ["other"] and not UNCOUNTED.match(key)]
    assert [key for key in single if counted.search(words.forms(key)["other"])] == []
