"""A person who has another name by now: the next message after they are seen shows it, so does the rematch."""

import pytest

from bot.tables.anonymous import anonymised
from bot.tables.events import Renamed
from data.ids import UserId
from tests.bot.counting import Meter
from tests.bot.forging import stored_logs
from tests.bot.games import whole
from tests.bot.locations import running, turn
from tests.bot.world import World, world


@pytest.fixture
async def here(tmp_path):
    async with world(tmp_path / "games.sqlite3", pictures=False) as made:
        yield made


def call(here: World, person, nick: str | None) -> None:
    """Give somebody a nickname in the server, as its members do without the bot."""
    here.env.backend.get_member(here.guild.id, person.id).nick = nick


def call_everywhere(here: World, person, name: str) -> None:
    here.env.backend.get_user(person.id).global_name = name


@pytest.mark.parametrize("rename", [call, call_everywhere])
async def test_the_next_board_shows_the_name_of_who_has_just_moved(here, rename):
    await running(here)
    rename(here, here.ann, "Annabel")
    await here.do(here.ann, here.last(), "play")
    await turn(here)
    assert "Annabel" in here.last().text
    assert (await here.table()).names == ("Annabel", "Ben")


async def test_who_only_looks_at_their_rack_is_shown_with_the_new_name_too(here):
    await running(here)
    call(here, here.ben, "Big Ben")
    await here.command(here.ben, "rack")
    await turn(here)
    await turn(here)
    assert "Big Ben" in here.last().text


async def test_the_lobby_and_the_game_that_it_becomes_show_the_new_name(here):
    await here.command(here.ann, "start", seats=3, order="joined")
    await here.do(here.ben, here.last(), "join")
    call(here, here.ann, "Annabel")
    await here.do(here.ann, here.last(), "begin")
    assert (await here.table()).names == ("Annabel", "Ben")
    assert "Annabel" in "\n".join(shown.text for shown in here.messages())


async def test_the_rematch_shows_the_name_that_its_players_agree_under(here):
    await running(here)
    await here.command(here.ann, "cancel")
    await here.command(here.ben, "cancel")
    call(here, here.ben, "Big Ben")
    call(here, here.ann, "Annabel")
    end = here.last()
    await here.do(here.ann, end, "rematch")
    await here.do(here.ben, here.last(), "rematch")
    assert sorted((await here.table(2)).names) == ["Annabel", "Big Ben"]


async def test_a_press_in_a_direct_message_leaves_the_nickname_of_the_server(here):
    call(here, here.ann, "Annabel")
    await here.command(here.ann, "start", seats=2, order="joined")
    await here.do(here.ben, here.last(), "join")
    await here.do(here.ann, here.last(), "begin")
    await here.command(here.ann, "rack", dm=True)
    await here.command(here.ann, "board", dm=True, game=1)
    assert (await here.table()).names == ("Annabel", "Ben")


async def test_a_stranger_who_looks_renames_nobody(here):
    await running(here)
    before = await stored_logs(here)
    await here.command(here.eve, "board")
    assert await stored_logs(here) == before


async def test_a_name_that_is_the_same_is_stored_once(here):
    await running(here)
    call(here, here.ann, "Annabel")
    await here.command(here.ann, "rack")
    after = await stored_logs(here)
    await here.command(here.ann, "rack")
    assert await stored_logs(here) == after


async def test_a_new_name_does_not_make_the_buttons_of_the_board_old(here):
    await running(here)
    shown = here.last()
    call(here, here.ann, "Annabel")
    await here.command(here.ann, "rack")
    answer = await here.do(here.ann, shown, "play")
    assert "moved on" not in answer.text
    assert answer.controls


async def test_the_record_of_the_game_has_the_new_name(here):
    await here.put(whole("standard", 2), here.ann, here.ben)
    call(here, here.ben, "Big Ben")
    answer = await here.look(here.ben, "record", game=1)
    assert b'"Big Ben"' in here.content(answer.attached(".json"))


async def test_an_unchanged_name_costs_no_call_of_the_store(tmp_path):
    meter = Meter()
    async with world(tmp_path / "games.sqlite3", tables=meter.tables, pictures=False) as here:
        await running(here)
        with meter.counted() as cost:
            await here.command(here.ann, "board", game=1)
        assert "append" not in cost.calls


def test_a_new_name_goes_with_the_data_of_its_person():
    assert "Annabel" not in str(anonymised(Renamed(UserId(7), "Annabel"), UserId(7), UserId(-1)))
