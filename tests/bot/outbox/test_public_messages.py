"""What the channel sees of a game: one message a turn, who is called, what is told, and that old buttons go."""

from __future__ import annotations

import re
from collections import Counter
from hashlib import sha256

import pytest

from bot.screens.phrases import JOINER, SIGNS, rack_words
from bot.tables.names import short_name
from bot.texts import texts
from game.board import NAMES
from tests.bot import forging
from tests.bot.games import simulated, whole
from tests.bot.players import Script, play_by_buttons
from tests.bot.recorded import GAMES, recorded
from tests.bot.world import World, world

WITH_BOTS = ["bots", "duel with a bot in a DM"]
ALONE = [name for name in GAMES if name.startswith("solo") or name in WITH_BOTS]
TOGETHER = [name for name in GAMES if name not in ALONE]


@pytest.fixture
async def here(tmp_path):
    async with world(tmp_path / "db.sqlite3", pictures=False) as made:
        yield made


# --- one message a turn --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", ALONE)
def test_a_game_alone_is_one_message_that_is_edited(name):
    assert len(recorded(name).messages) == 1


@pytest.mark.parametrize("name", TOGETHER)
def test_each_turn_of_a_person_is_a_new_message(name):
    recording = recorded(name)
    users = [recording.table.seats[turn.seat].user for turn in recording.table.public.turns]
    boards = {message for message, payload in recording.edits if payload["attachments"]}
    assert len(boards) == sum(user is not None for user in users) + 1


@pytest.mark.parametrize("name", list(GAMES))
def test_a_channel_keeps_one_board_a_game(name):
    boards = [message for message in recorded(name).messages if message.attachments]
    assert [message.id for message in boards] == [recorded(name).messages[-1].id]


@pytest.mark.parametrize("name", list(GAMES))
def test_in_the_end_nothing_but_another_game_is_offered(name):
    *before, end = recorded(name).messages
    assert [message.labels for message in before if message.components] == []
    english = ["Rematch", "Replay", "Analysis", "Fair draw?"]
    assert end.labels in (english, ["Revanche", "Wiederholung", "Analyse", "Faire Ziehung?"])


@pytest.mark.parametrize("name", list(GAMES))
def test_only_the_newest_message_has_buttons(name):
    with_buttons: set[int] = set()
    assert any(payload["components"] for _, payload in recorded(name).edits)
    for message, payload in recorded(name).edits:
        (with_buttons.add if payload["components"] else with_buttons.discard)(message)
        assert len(with_buttons) <= 2, "the new message is there a moment before the old one is retired"


async def test_a_message_that_a_newer_one_replaced_becomes_a_line_that_tells_its_turns_and_calls_nobody(here: World):
    await here.put(simulated("standard", 2, turns=3), here.ann, here.ben)
    await play_by_buttons(here, Script(), turns=3)
    *old, newest = [message.text for message in here.messages()]
    assert "your turn" in newest
    last = (await here.table()).public.turns[3:5]
    assert [text.count("\n") for text in old] == [0, 0, 0]
    for text, turn, name in zip(old[1:], last, ("Ben", "Ann"), strict=True):
        cells = "-".join(NAMES[cell] for cell in turn.placements[0].at)
        assert re.fullmatch(rf"-# Game 1 · \*\*{name}\*\* .*\+\d.* {cells}", text)


async def test_the_first_message_keeps_the_mark_of_the_bag_when_a_newer_one_replaces_it(here: World):
    await forging.game(here, here.ben)
    await play_by_buttons(here, Script(), turns=1)
    first, _ = (message for message in here.messages() if "Game 1 · Standard" not in message.text)
    assert first.text == f"-# Game 1 · Bag `{sha256((await here.table()).seed).hexdigest()[:8]}…`"


async def test_a_solo_message_that_is_nearly_an_hour_old_is_followed_by_a_new_one(here: World):
    await here.put(simulated("solo", 1, turns=3), here.ann)
    await here.env.advance_time(3000)
    await play_by_buttons(here, Script(), turns=1)
    assert len(here.messages()) == 1
    await here.env.advance_time(600)
    await play_by_buttons(here, Script(), turns=1)
    old, new = here.messages()
    assert not old.components
    assert new.labels == ["Play", "My rack", "Scores", "Rules"]


async def test_a_solo_message_that_somebody_deleted_is_posted_anew(here: World):
    await here.put(simulated("solo", 1, turns=3), here.ann)
    panel = await here.do(here.ann, here.last(), "play")
    here.env.inject_error("PATCH", "/channels/*/messages/*", status=404, code=10008, message="Unknown Message")
    await play_by_buttons(here, Script(), turns=1, panel=panel)
    assert len(here.messages()) == 2
    assert here.last().labels == ["Play", "My rack", "Scores", "Rules"]


# --- what is told --------------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", WITH_BOTS)
def test_a_message_tells_every_turn_since_the_one_before_it(name):
    recording = recorded(name)
    seats = recording.table.seats
    told = [
        line
        for _, payload in recording.edits
        for line in payload["content"].splitlines()
        if re.match(r"\*\*(Ann|Bot \w+)\*\* .*\+\d+\u2060", line)
    ]
    assert Counter(line.split("**")[1] for line in told) == Counter(
        short_name(seats[turn.seat]) for turn in recording.table.public.turns
    )


@pytest.mark.parametrize("name", [*TOGETHER, *ALONE])
def test_every_placement_is_told_with_its_tile_its_spaces_and_its_points(name):
    recording = recorded(name)
    written = "\n".join(payload["content"] for _, payload in recording.edits)
    assert recording.table.public.turns
    for turn in recording.table.public.turns:
        for laid in turn.placements:
            cells = "-".join(NAMES[cell] for cell in laid.at)
            pair = zip(laid.tile, laid.steps, strict=True)
            points = " ".join(f"+{steps}{JOINER}{SIGNS[colour]}" for colour, steps in pair)
            double = f"+{sum(laid.steps)}{JOINER}{SIGNS[laid.tile.first]}"
            assert re.search(rf"{re.escape(double if laid.tile.double else points)}( \([^)]+\))? {cells}", written)


@pytest.mark.parametrize("name", ["standard", "commands", "team", "duel"])
def test_exchanged_tiles_are_shown_to_everybody(name):
    recording = recorded(name)
    exchanges = [turn.exchanged for turn in recording.table.public.turns if turn.exchanged]
    assert exchanges
    for tiles in exchanges:
        told = rack_words(tiles)
        assert any(told in message.text for message in recording.messages)


@pytest.mark.parametrize("name", list(GAMES))
def test_the_scores_can_be_read_without_the_picture(name):
    boards = [payload for _, payload in recorded(name).edits if payload["attachments"]]
    assert boards
    for payload in boards:
        (picture,) = (file for file in payload["attachments"] if file["filename"].endswith(".png"))
        assert picture["description"]
        assert re.search(r"(Score|Punktestand): .*\*\*\d+|\u2060\d+| \u2013 .*\d", payload["content"])


# --- names ---------------------------------------------------------------------------------------------------------


async def test_a_name_full_of_markdown_and_mentions_calls_nobody(here: World):
    name = "**@everyone** <@1> `||_[x](http://y)"
    rogue = here.people["rogue"] = here.guild.add_member(here.env.create_user("rogue", global_name=name[:32]))
    await here.command(rogue, "start", order="joined")
    await here.do(here.ben, here.last(), "join")
    await here.do(rogue, here.last(), "begin")
    await play_by_buttons(here, Script(), turns=4)
    assert len(here.messages()) > 4
    for message in here.messages():
        assert set(message.pinged) <= {rogue.id, here.ben.id}
        unescaped = re.sub(r"\\.", "", message.text)
        assert "@everyone" not in unescaped
        assert "<@1>" not in unescaped
        assert "](http" not in unescaped


# --- people at the lobby -------------------------------------------------------------------------------------------


async def test_people_who_press_join_at_the_same_moment_all_sit(here: World):
    await here.command(here.ann, "start", seats=4)
    join = {"custom_id": here.last().button("join"), "component_type": 2}
    for person in (here.ben, here.cem, here.dia):
        here.forge(person, join, message=here.last())
    await here.settle()
    assert set((await here.table()).humans) == {one.id for one in (here.ann, here.ben, here.cem, here.dia)}


async def test_a_join_pressed_before_the_lobby_changed_counts(here: World):
    await here.command(here.ann, "start", seats=4)
    lobby = here.last()
    for person in (here.ben, here.cem):
        await here.press(person, lobby, lobby.button("join"))
    assert len((await here.table()).humans) == 3


async def test_invited_people_are_called_once_and_strangers_are_not(here: World):
    await here.command(here.ann, "start", seats=3, with_=f"<@{here.ben.id}> <@{here.cem.id}>")
    assert set(here.last().pinged) == {here.ben.id, here.cem.id}
    calls = [entry for entry in here.env.http_requests if entry.method == "POST" and "/channels/" in entry.path]
    await here.do(here.ben, here.last(), "join")
    again = [entry for entry in here.env.http_requests if entry.method == "POST" and "/channels/" in entry.path]
    assert len(again) == len(calls), "the lobby is edited, which notifies nobody"


# --- by the hands of real clients ----------------------------------------------------------------------------------


async def test_people_with_real_clients_open_a_table_and_make_a_turn(here: World):
    await here.ann.slash(
        here.channel, "ingenious start", mode="duel", order="joined", **{"with": here.ben.user.mention}
    )
    await here.ben.click(here.channel.last_message, label="Join")
    await here.ann.click(here.channel.last_message, label="Begin")
    shown = (await here.ann.click(here.channel.last_message, label="Play")).response
    while shown.components:
        labels = [control["label"] for row in shown.components for control in row["components"] if control["type"] == 2]
        label = "Place" if "Place" in labels else labels[0]
        pressed = await here.ann.click(shown, label=label)
        shown = pressed.response
        if label == "Place":
            break
    assert len((await here.table()).public.turns) == 1
    assert here.last().pinged == (here.ben.id,)


async def test_the_suggestions_of_place_lead_to_a_placement(here: World):
    await here.put(simulated("standard", 2, turns=6), here.ann, here.ben)
    given: dict[str, str] = {}
    for option in ("tile", "at", "and"):
        choices = await here.ann.autocomplete(here.channel, "ingenious place", option, "", **given)
        assert 1 <= len(choices) <= 25
        given[option] = choices[-1]["value"]
    await here.ann.slash(here.channel, "ingenious place", exchange=False, **given)
    assert len((await here.table()).public.turns) == 7


# --- the end -------------------------------------------------------------------------------------------------------


async def test_the_end_of_a_game_that_all_agree_to_stop_says_so(here: World):
    await here.put(simulated("standard", 2, turns=8), here.ann, here.ben)
    await here.command(here.ann, "cancel")
    await here.do(here.ben, here.last(), "agree")
    assert (await here.table()).status == "over"
    assert texts("en")("end.reason.stopped") in here.last().text


async def test_the_record_of_a_game_is_no_part_of_its_end_but_behind_a_button(here: World):
    await here.put(simulated("standard", 2, turns=8), here.ann, here.ben)
    await here.command(here.ann, "cancel")
    await here.do(here.ben, here.last(), "agree")
    assert [one["filename"][-4:] for one in here.last().attachments] == [".png"]
    record = await here.do(here.ann, await here.do(here.ann, here.last(), "fair"), "record")
    exported = await here.look(here.ann, "record")
    assert here.content(record.attached(".json")) == here.content(exported.attached(".json"))
    assert record.ephemeral


@pytest.mark.parametrize(
    ("mode", "seats", "seed", "sentence", "values"),
    [
        ("standard", 4, 1, "end.tie", {"nth": "second-lowest", "high": 14, "low": 12}),
        ("duel", 2, 2, "end.tie-duel", {"nth": "second-lowest", "high": 8, "low": 5}),
    ],
)
async def test_a_tie_says_what_decided_it(here: World, mode, seats, seed, sentence, values):
    await here.put(whole(mode, seats, seed), *list(here.people.values())[:seats])
    (second,) = (line for line in here.last().text.splitlines() if line.startswith("**2nd** "))
    assert second.endswith(texts("en")(sentence, **values))
