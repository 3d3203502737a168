"""People with nasty names play a game: every message of the bot mentions whom it means and nobody else."""

import asyncio
import re
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest

from bot.texts import clean_name, plain
from game.board import NAMES
from tests.bot.sample_tables import choice
from tests.bot.world import Shown, World, world

NASTY = [
    ("@everyone", "<@&1> @here"),
    ("**bold** __x__", "`code` ||x||"),
    ("<@{eve}>", "<#{channel}> <:dice:123456789012345678>"),
    ("# Heading", "[link](https://a.example)"),
    ("https://a.example/x", "> quote\n> quote"),
    ("\u202e\u200bRTL\u202c", "Z" + "\u0337" * 60),
    ("\U0001242b" * 40, "\ufdfd" * 40),
    ("\\", "\\*\\_\\"),
    ("\u3164", "\u200b\u200b"),
    ("{game}", "%s {0}"),
    ("שרה", "مريم 7"),
]


@pytest.fixture
async def here(tmp_path):
    async with world(tmp_path / "games.sqlite3", pictures=False) as made:
        yield made


@dataclass(frozen=True)
class Played:
    """A game of two people with such names: what was shown to all, and what Discord was asked to send."""

    people: frozenset[int]
    names: tuple[str, str]
    messages: list[Shown]
    bodies: list[dict]
    answers: list[Shown]


@cache
def played(first: str, second: str) -> Played:
    return asyncio.run(_played(first, second))


async def _played(first: str, second: str) -> Played:
    with TemporaryDirectory() as directory:
        async with world(Path(directory) / "games.sqlite3", pictures=False) as here:
            (ann, ann_name), (ben, ben_name) = named(here, 1, first), named(here, 2, second)
            answers = await play_a_game(here, ann, ben)
            people = frozenset((ann.id, ben.id))
            return Played(people, (ann_name, ben_name), here.messages(), bodies(here), answers)


def named(here: World, at: int, name: str):
    """Somebody new who is called like this."""
    shown = name.format(eve=here.eve.id, channel=here.channel.id) if "eve" in name or "channel" in name else name
    return here.guild.add_member(here.env.create_user(f"person{at}", global_name=shown)), shown


async def play_a_game(here: World, ann, ben) -> list[Shown]:
    """From an invitation to an agreed end, with a declined one before; what one of them looked at on the way."""
    await here.command(ann, "start", with_=f"<@{ben.id}>", order="joined", seats=3)
    await here.press(ben, here.last(), here.last().button("join"))
    await here.press(ann, here.last(), here.last().button("begin"))
    for person in (ann, ben, ann):
        intent = choice(await here.table())
        at, to = (NAMES[cell] for cell in intent.at)
        exchange = {} if intent.exchange is None else {"exchange": intent.exchange}
        await here.command(person, "place", tile=intent.tile.code, at=at, and_=to, **exchange)
    answers = [await here.command(ben, name) for name in ("rack", "board", "games", "help")]
    answers += [await here.look(ben, verb) for verb in ("scores", "history", "rules", "record")]
    await here.command(ben, "cancel")
    await here.do(ann, here.last(), "decline")
    await here.command(ann, "cancel")
    await here.do(ben, here.last(), "agree")
    assert (await here.table()).status == "over"
    return answers


def bodies(here: World) -> list[dict]:
    """What the bot sent or changed in channels and in answers, as Discord got it."""
    found = [one for one in here.env.http_requests if one.method in ("POST", "PATCH") and "/messages" in one.path]
    return [one.json for one in found if one.json and one.json.get("content")]


nasty = pytest.mark.parametrize(("first", "second"), NASTY, ids=range(len(NASTY)))


@nasty
def test_messages_mention_the_people_of_the_game_alone(first, second):
    game = played(first, second)
    assert len(game.messages) > 2
    for message in game.messages:
        assert set(message.pinged) <= game.people
        assert {int(user) for user in re.findall(r"<@!?(\d+)>", message.text)} <= game.people
        assert not re.search(r"@(everyone|here)", message.text)


@nasty
def test_discord_is_told_to_notify_the_people_of_the_game_alone(first, second):
    game = played(first, second)
    assert len(game.bodies) > 10
    for body in game.bodies:
        allowed = body["allowed_mentions"]
        assert allowed["parse"] == []
        assert {int(user) for user in allowed.get("users", [])} <= game.people
        assert not allowed.get("roles")
        assert not allowed.get("replied_user")


@nasty
def test_names_are_shown_as_they_are_in_every_public_message(first, second):
    game = played(first, second)
    shown = [plain(clean_name(name)) for name in game.names]
    assert any(shown[0] in message.text for message in game.messages)
    for message in game.messages:
        rest = re.sub("`[0-9a-f]{8}…`", "", message.text)  # the mark of the bag
        for name in sorted(shown, key=len, reverse=True):
            rest = rest.replace(name, "")
        # What is left is the bot's own: bold names, headings, mentions.
        assert not re.search(r"[`|\[\]\\]|~~|__", rest), rest


@nasty
def test_private_answers_notify_nobody(first, second):
    assert played(first, second).answers
    for answer in played(first, second).answers:
        assert answer.ephemeral
        assert answer.pinged == ()
        assert not re.search(r"@(everyone|here)|<@&", answer.text)


def test_a_name_from_right_to_left_keeps_its_place_in_every_text():
    game = played("שרה", "مريم 7")
    shown = [*game.messages, *game.answers]
    texts = [one.text for one in shown] + [file.get("description") or "" for one in shown for file in one.attachments]
    for name in game.names:
        assert any(name in text for text in texts)
        assert not [text for text in texts if re.search(f"(?<!\u2068){name}|{name}(?!\u2069)", text)]


async def test_a_nasty_name_is_suggested_as_it_is(here):
    ann, _ = named(here, 1, "@everyone **x**")
    await here.command(ann, "start")
    (found,) = await here.suggestions(here.eve, "join", "game")
    assert found["name"] == "1 · Standard · @everyone **x**"
    assert len(found["name"]) <= 100


async def test_the_record_has_the_names_as_they_are(here):
    (ann, _), (ben, _) = named(here, 1, "**A**"), named(here, 2, 'B"</script>')
    await play_a_game(here, ann, ben)
    record = await here.look(ann, "record", game=1)
    assert '"**A**",\n  "B\\"</script>"' in here.content(record.attached(".json")).decode()
