"""Every command answers in the language of whoever types it; what everybody reads is in that of the table."""

from __future__ import annotations

import asyncio
import re
import tempfile
from functools import cache
from pathlib import Path

import pytest

from bot.texts import LANGUAGES, Language, profile, texts
from game.board import NAMES
from tests.bot.games import simulated
from tests.bot.players import Script
from tests.bot.spoken import LOCALES
from tests.bot.world import Shown, World, registered_commands, world

OTHERS = {code for language in LANGUAGES for code in profile(language).discord if language != "en"}

# Each command, and the sentence that begins its answer.
SENTENCES = {
    "start": "lobby.opened",
    "join": "lobby.joined",
    "leave": "lobby.left",
    "begin": "lobby.begun",
    "cancel": "lobby.closed",
    "rack": "rack.head",
    "board": "board.turn-private",
    "place": "panel.done",
    "games": "games.head",
    "help": "help",
    "me": "me.head",
    "nudge": "refused.your-turn",
    "give": "refused.your-turn",
    "resign": "resign.confirm",
    "privacy": "privacy.text",
    "settings": "refused.managers-only",
    "puzzle": "puzzle.head",
    "daily": "daily.title",
    "profile": "profile.none",
    "leaderboard": "leaderboard.only-server",
    "replay": "replay.head",
}

every_answer = pytest.mark.parametrize(
    ("language", "command"), [(language, command) for language in LANGUAGES for command in SENTENCES]
)


@cache
def answers(language: Language) -> dict[str, Shown]:
    """What each command answers to people of this language, at a table of the other one."""
    with tempfile.TemporaryDirectory() as directory:
        return asyncio.run(_answers(Path(directory) / "db.sqlite3", language))


async def _answers(path: Path, language: Language) -> dict[str, Shown]:
    found: dict[str, Shown] = {}
    other = "en" if language == "de" else "de"
    async with world(path, pictures=False) as here:

        async def say(who, name: str, **options: object) -> None:
            found[name] = await here.command(who, name, locale=LOCALES[language], **options)

        await say(here.cem, "start", language=other, seats=3)
        await say(here.dia, "join")
        await say(here.dia, "leave")
        await say(here.cem, "cancel")
        await here.command(here.cem, "start", seats=2)
        await here.command(here.dia, "join")
        await say(here.cem, "begin")
        game = await here.put(simulated("duel", 2, turns=4), here.ann, here.ben, language=other)
        for name in (
            "rack",
            "board",
            "games",
            "help",
            "me",
            "nudge",
            "give",
            "resign",
            "privacy",
            "settings",
            "replay",
            "puzzle",
            "daily",
            "profile",
        ):
            await say(here.ann, name)
        await say(here.ann, "leaderboard", dm=True)
        view = (await here.table(game)).view_for(here.ann.id)
        place = Script().plan(view)
        at, to = (NAMES[cell] for cell in place.at)
        await say(here.ann, "place", tile=place.tile.code, at=at, and_=to, exchange=False)
    return found


def pattern(language: Language, key: str) -> str:
    """A sentence as a regular expression, whatever is filled in."""
    sentences = texts(language).forms(key).values()
    return "|".join(".*?".join(re.escape(part) for part in re.split(r"\{[\w-]+\}", sentence)) for sentence in sentences)


@every_answer
def test_a_command_answers_in_the_language_of_whoever_types_it(language, command):
    answer = answers(language)[command]
    assert answer.ephemeral
    assert re.match(pattern(language, SENTENCES[command]), answer.text, re.DOTALL), answer.text


@every_answer
def test_a_command_answers_in_no_other_language(language, command):
    other = "en" if language == "de" else "de"
    assert not re.match(pattern(other, SENTENCES[command]), answers(language)[command].text, re.DOTALL)


def test_every_command_that_is_registered_is_tried_here():
    assert {option["name"] for option in registered_commands()[0]["options"]} == set(SENTENCES)


def test_every_command_option_and_choice_is_described_in_every_language():
    nodes = [registered_commands()[0]]
    while nodes:
        node = nodes.pop()
        # A choice of a language has its own name for everybody.
        if node.get("value") not in LANGUAGES:
            assert set(node["name_localizations"]) == OTHERS
        assert set(node.get("description_localizations", OTHERS)) == OTHERS
        nodes += node.get("options", []) + node.get("choices", [])


@pytest.mark.parametrize("language", LANGUAGES)
async def test_the_public_message_is_in_the_language_of_the_table(tmp_path, language):
    async with world(tmp_path / "db.sqlite3", pictures=False) as here:
        await here.command(here.ann, "start", language=language)
        assert texts(language)("button.join") in here.last().labels
        await here.command(here.ann, "cancel")
        await here.put(simulated("standard", 2, turns=4), here.ann, here.ben, language=language)
        assert re.search(pattern(language, "board.turn"), here.last().text)
        assert here.last().labels == [texts(language)(f"button.{name}") for name in ("play", "rack", "scores", "rules")]


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_button_of_the_public_message_answers_in_the_language_of_whoever_presses(tmp_path, language):
    other = "en" if language == "de" else "de"
    async with world(tmp_path / "db.sqlite3", pictures=False) as here:
        await here.put(simulated("standard", 2, turns=4), here.ann, here.ben, language=other)
        for verb, key in (("play", "panel.head"), ("rack", "rack.head"), ("scores", "scores.head")):
            answer = await here.do(here.ann, here.last(), verb, locale=LOCALES[language])
            assert re.match(pattern(language, key), answer.text)


@pytest.mark.parametrize("language", LANGUAGES)
async def test_a_refusal_is_in_the_language_of_whoever_is_refused(tmp_path, language):
    async with world(tmp_path / "db.sqlite3", pictures=False) as here:
        await here.put(simulated("standard", 2, turns=4), here.ann, here.ben)
        locale = LOCALES[language]
        refused = await here.command(here.ann, "place", tile="XX", at="A1", and_="A2", locale=locale)
        assert re.match(pattern(language, "refused.bad-tile"), refused.text)
        refused = await here.command(here.eve, "rack", locale=locale)
        assert re.match(pattern(language, "refused.not-playing"), refused.text)


async def test_other_languages_read_english(tmp_path):
    async with world(tmp_path / "db.sqlite3", pictures=False) as here:
        assert (await help_in(here, "vi")).text == (await help_in(here, "en-GB")).text == answers("en")["help"].text
        assert (await help_in(here, "de")).text == answers("de")["help"].text


async def help_in(here: World, locale: str) -> Shown:
    return await here.command(here.ann, "help", locale=locale)
