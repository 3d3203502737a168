"""A language is one file: a made-up one is found, offered, put into the commands, and has its own plural forms."""

import json
import os
import shutil
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.texts.languages import LANGUAGES, profile
from tests.bot.source import ROOT

CZECH = {
    "name": "Čeština",
    "cldr": "cs",
    "discord": ["cs"],
    "all": ["všechny"],
    "off": ["off", "ne"],
    "today": ["dnes"],
    "tomorrow": ["zítra"],
    "until": ["do"],
    "clock": ["hod"],
    "of": [],
    "hours": ["hodina", "hodiny", "hodin"],
    "days": ["den", "dny", "dní"],
    "weeks": ["týden", "týdny", "týdnů"],
    "a_move": ["na tah"],
    "at_most": ["nejvýše"],
    "plus": ["a", "plus"],
}
TURNS = {
    "count": "turns",
    "one": "{turns} tah",
    "few": "{turns} tahy",
    "many": "{turns} tahu",
    "other": "{turns} tahů",
}

PROGRAM = """
import asyncio, json
import discord
from bot.discord.commands import ingenious
from bot.discord.commands.localization import TextTranslator, described
from bot.texts import LANGUAGES, language_of, texts

def translated(key, locale):
    return asyncio.run(TextTranslator().translate(described(key), locale, None))

start = ingenious(None, None).get_command("start").get_parameter("language")
czech = texts("cs")
print(json.dumps({
    "languages": LANGUAGES,
    "read": [language_of(locale) for locale in ("cs", "de", "en-US", "vi")],
    "offered": {choice.value: choice.name for choice in start.choices},
    "commands": {locale: translated("command.start", discord.Locale(locale)) for locale in ("cs", "de", "vi", "en-US")},
    "turns": [czech("turn.earlier", turns=number) for number in (1, 2, 5, 12, 22, 25)],
    "people": czech("lobby.people", people=["Ann", "Ben", "Cem"]),
}))
"""


@cache
def said() -> dict:
    """What the bot says of itself when the only thing that is new is `cs.toml`."""
    with TemporaryDirectory() as directory:
        shutil.copytree(ROOT / "bot", Path(directory) / "bot", ignore=shutil.ignore_patterns("__pycache__"))
        english = (ROOT / "bot/texts/en.toml").read_text("utf-8")
        (Path(directory) / "bot/texts/cs.toml").write_text(toml(czech(tomllib.loads(english))), "utf-8")
        path = os.pathsep.join([directory, str(ROOT)])
        done = subprocess.run(
            [sys.executable, "-W", "ignore", "-c", PROGRAM],
            cwd=directory,
            env={**os.environ, "PYTHONPATH": path},
            capture_output=True,
            text=True,
            check=False,
        )
        assert done.returncode == 0, done.stderr
        return json.loads(done.stdout)


def czech(english: dict) -> dict:
    """The English texts with a few in Czech."""
    command = {**english["command"], "start": "založit"}
    lobby = {**english["lobby"], "people": "Hráči: {people}"}
    return {
        **english,
        "language": CZECH,
        "turn": {**english["turn"], "earlier": TURNS},
        "command": command,
        "lobby": lobby,
    }


def toml(table: dict, prefix: str = "") -> str:
    """A table as TOML: texts first, then what is in it."""
    plain = {key: value for key, value in table.items() if not isinstance(value, dict)}
    lines = [f"{key} = {json.dumps(value, ensure_ascii=False)}" for key, value in plain.items()]
    for key, value in table.items():
        if isinstance(value, dict):
            lines += [f"[{prefix}{key}]", toml(value, f"{prefix}{key}.")]
    return "\n".join(lines)


def test_a_language_is_found_by_its_file():
    assert sorted(said()["languages"]) == sorted({*LANGUAGES, "cs"})


def test_people_whose_discord_is_in_it_read_it():
    assert said()["read"] == ["cs", "de", "en", "en"]


def test_it_is_offered_by_its_own_name():
    assert said()["offered"] == {language: profile(language).name for language in LANGUAGES} | {"cs": "Čeština"}


def test_commands_are_translated_into_it_and_into_no_language_that_there_is_not():
    assert said()["commands"] == {"cs": "založit", "de": "eröffnen", "vi": None, "en-US": None}


def test_its_plural_forms_are_its_own():
    assert said()["turns"] == ["1 tah", "2 tahy", "5 tahů", "12 tahů", "22 tahů", "25 tahů"]


def test_its_lists_are_its_own():
    assert said()["people"] == "Hráči: Ann, Ben a\xa0Cem"
