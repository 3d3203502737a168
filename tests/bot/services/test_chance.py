"""The seed of a game's bag: bound by the first message, in the record once the game is over."""

import json
from collections.abc import AsyncIterator
from hashlib import sha256

import pytest

from bot.screens import board, fairness
from bot.screens.press import GamePress
from bot.screens.verbs import GameVerb
from bot.services import daily
from bot.services.chance import Chance
from bot.tables import lobby, play
from bot.tables.table import Table
from bot.texts import texts
from game.board import NAMES
from game.events import Resign
from game.replay import parse, replay
from game.verify import verify
from tests.bot.club import Club, club_at
from tests.bot.sample_tables import ANN, BEN, after, choice, lobby_table, played, running, shuffle
from tests.bot.world import World, world

SEED = bytes(range(32))


@pytest.fixture
async def club(tmp_path) -> AsyncIterator[Club]:
    async with club_at(tmp_path / "games.sqlite3") as made:
        yield made


def dealt(seed: bytes = SEED, **terms) -> Table:
    table = lobby_table(ANN, BEN, **{"order": "joined"} | terms)
    return after(table, lobby.begin(table, ANN, shuffle, seed))


def dealt_alone() -> Table:
    table = lobby_table(ANN, mode="solo")
    return after(table, lobby.begin(table, ANN, shuffle, SEED))


def told(table: Table) -> dict:
    return json.loads(board.record_file(table))["meta"]["bag"]


async def place(here: World) -> None:
    """Ann makes a placement that earns no bonus."""
    intent = choice(await here.table(), "greedy")
    at, to = (NAMES[cell] for cell in intent.at)
    await here.command(here.ann, "place", tile=intent.tile.code, at=at, and_=to, exchange=False)
    assert (await here.table()).turn > 0


async def test_the_first_message_has_the_first_signs_of_the_hash_and_later_ones_have_not(tmp_path):
    async with world(tmp_path / "db.sqlite3", pictures=False) as here:
        await here.command(here.ann, "start", order="joined")
        await here.do(here.ben, here.last(), "join")
        await here.do(here.ann, here.last(), "begin")
        hidden = sha256((await here.table()).seed).hexdigest()
        assert f"`{hidden[:8]}…`" in here.last().text
        await place(here)
        assert [hidden[:8] in message.text for message in here.messages()] == [False, True, False]
        assert hidden in (await here.do(here.ben, here.last(), "rules")).text
        assert hidden in (await here.look(here.ben, "rules")).text


async def test_the_message_of_a_person_who_plays_alone_keeps_the_hash_when_it_is_edited(tmp_path):
    async with world(tmp_path / "db.sqlite3", pictures=False) as here:
        await here.command(here.ann, "start", bots=1, order="joined")
        hidden = sha256((await here.table()).seed).hexdigest()
        edits = len([one for one in here.env.http_requests if one.method == "PATCH"])
        await place(here)
        assert len([one for one in here.env.http_requests if one.method == "PATCH"]) > edits
        assert [hidden[:8] in message.text for message in here.messages()] == [True]


@pytest.mark.parametrize("status", ["lobby", "running", "over"])
def test_fair_draw_shows_what_is_published_by_then_and_the_seed_when_the_game_is_over(status):
    words, table = texts("en"), lobby_table(ANN, BEN, order="joined")
    if status != "lobby":
        table = after(table, lobby.begin(table, ANN, shuffle, SEED))
    for user in (ANN, BEN) if status == "over" else ():
        table = after(table, play.vote_stop(table, user))
    shown = fairness.of_game(table, words)
    assert (sha256(SEED).hexdigest() in shown.text) is (status != "lobby")
    assert (SEED.hex() in shown.text) is (status == "over")
    presses = [button.press for row in shown.rows for button in row]
    assert presses == ([GamePress(table.id, GameVerb.RECORD)] if status == "over" else [])


@pytest.mark.parametrize(("begun", "people"), [(True, 2), (False, 2), (False, 1)])
def test_the_end_names_the_hash_where_it_is_the_first_message_or_the_only_one(begun, people):
    table = dealt() if people == 2 else dealt_alone()
    table = played(table, 300)
    assert table.status == "over"
    text = board.board(table, texts("en"), 0, begun=begun).text
    assert (sha256(SEED).hexdigest()[:8] in text) == (begun or people == 1)


def test_the_record_of_a_running_game_has_the_hash_and_not_the_seed():
    assert told(dealt()) == {"scheme": "ingenious-bag/1", "sha256": sha256(SEED).hexdigest()}


@pytest.mark.parametrize("mode", ["standard", "duel", "team"])
def test_the_record_of_a_finished_game_can_be_verified(mode):
    people = (ANN, BEN) if mode != "team" else (11, 12, 13, 14)
    table = lobby_table(*people, mode=mode, order="joined")
    table = played(after(table, lobby.begin(table, ANN, shuffle, SEED)), 300)
    assert table.status == "over"
    record = parse(board.record_file(table))
    assert verify(record, replay(record)) == sha256(SEED).hexdigest()


def test_bots_that_play_in_between_draw_from_the_same_bag():
    table = lobby_table(ANN, seats=3, bots=2, order="joined")
    table = played(after(table, lobby.begin(table, ANN, shuffle, SEED)), 300)
    record = parse(board.record_file(table))
    assert verify(record, replay(record)) == sha256(SEED).hexdigest()


def test_a_game_that_was_stopped_reveals_its_seed():
    table = dealt()
    for user in (ANN, BEN):
        table = after(table, play.vote_stop(table, user))
    assert told(table)["seed"] == SEED.hex()


async def test_a_rematch_has_another_seed(club):
    game = await club.game(ANN, BEN)
    for user in (ANN, BEN):
        await club.tables.vote_stop(game, user)
    for user in (ANN, BEN):
        await club.tables.accept_rematch(game, user)
    await club.tell()
    first = await club.table(game)
    second = await club.table(first.next_game)
    assert len(first.seed) == len(second.seed) == 32
    assert first.seed != second.seed


def test_a_game_without_a_seed_goes_on_as_it_began():
    table = played(running(ANN, BEN), 300)
    assert table.status == "over"
    assert "meta" not in json.loads(board.record_file(table))


def test_the_seed_comes_from_the_secrets_of_the_system():
    chance = Chance(7, lambda count: bytes([count]) * count)
    assert chance.bag_seed(1) == bytes([32]) * 32


def test_without_those_two_games_have_different_seeds_that_can_be_repeated():
    first, again = (Chance(7) for _ in range(2))
    assert first.bag_seed(1) == again.bag_seed(1) != first.bag_seed(2)
    assert Chance(8).bag_seed(1) != first.bag_seed(1)


def test_neither_a_table_nor_its_events_print_the_seed():
    table = lobby_table(ANN, BEN)
    made = lobby.begin(table, ANN, shuffle, SEED)
    assert SEED.hex() not in repr(made.events)
    assert repr(SEED) not in repr(made.table)


# --- the daily challenge of a table whose seed was changed -----------------------------------------------------------


async def test_an_unfinished_try_of_another_seed_is_begun_anew_and_played(club):
    day = daily.today(club.app)
    before = await daily.begin(club.app, day, ANN, "Ann")
    before = await daily.play(club.app, before, before.table.game().position.version, choice(before.table))
    club.tables.chance = Chance(8)
    assert await daily.attempt(club.app, day, ANN) is None
    begun = await daily.begin(club.app, day, ANN, "Ann")
    assert begun.events != before.events[:1]
    after = await daily.play(club.app, begun, begun.table.game().position.version, choice(begun.table))
    assert await daily.begin(club.app, day, ANN, "Ann") == after


async def test_a_finished_try_stays_as_it_is_when_the_seed_changes(club):
    day = daily.today(club.app)
    begun = await daily.begin(club.app, day, ANN, "Ann")
    over = await daily.play(club.app, begun, begun.table.game().position.version, Resign())
    club.tables.chance = Chance(8)
    assert await daily.begin(club.app, day, ANN, "Ann") == over
