"""Settings of servers, and what is kept of a person: shown to them alone, and deleted without a trace."""

import asyncio
import json
import re
import sqlite3
from collections.abc import AsyncIterator
from dataclasses import replace

import pytest

from bot.interactions.request import Channel, Request
from bot.interactions.server import check_channel
from bot.interactions.server import stop_game as stop_game_of
from bot.screens.refusals import refusal_text
from bot.services import privacy
from bot.services.loaded import Location
from bot.tables.errors import Refused
from bot.tables.events import from_text
from bot.tables.fold import fold
from bot.texts import texts
from data.store import PlayerRow, ServerRow
from tests.bot.club import DM, HERE, Club, club_at, person
from tests.bot.own_data import own_data
from tests.bot.sample_tables import ANN, BEN, CEM, DIA, EVE, NAMES, turn_of


def asked(location: Location) -> Request:
    """A request of Ann from there, where the server allows games in one channel."""
    server = (
        None if location.guild is None else ServerRow(location.guild, channels=(77, 78) if location.guild == 1 else ())
    )
    return Request(ANN, "Ann", location, texts("en"), PlayerRow(ANN), server)


async def stop_game(club, game: int, user: int, guild: int | None) -> None:
    """Type `/ingenious settings end:` as somebody who manages this server."""
    await stop_game_of(club.app, replace(asked(Location(guild, 3)), user=user), game)


@pytest.fixture
async def club(tmp_path, monkeypatch) -> AsyncIterator[Club]:
    # Numbers and names that stand nowhere by accident.
    monkeypatch.setitem(NAMES, LONG, "Wilhelmina")
    async with club_at(tmp_path / "games.sqlite3") as made:
        yield made


LONG = 730_451_926_835_118_077


def dump(club: Club) -> str:
    """Everything that stands in the database."""
    with sqlite3.connect(club.path) as db:
        text = "\n".join(db.iterdump())
    db.close()
    return text


async def ended(club: Club, *users: int) -> int:
    game = await club.game(*users)
    for user in users:
        await club.tables.vote_stop(game, user)
    await club.tell()
    return game


# --- what is kept --------------------------------------------------------------------------------------------------


async def test_the_export_holds_the_wishes_the_games_and_the_moves_of_the_person(club):
    await club.wish(ANN, quiet="22-7", language="de")
    game = await club.game(ANN, BEN)
    await club.move(game)
    await club.move(game)
    lobby = await club.lobby(CEM, seats=2, invited=(ANN,))
    data = await own_data(club.app, ANN)
    assert data["preferences"]["language"] == "de"
    assert [(one["game"], one["name"], one["seat"], one["invited"]) for one in data["games"]] == [
        (game, "Ann", 0, False),
        (lobby, None, None, True),
    ]
    assert len(data["games"][0]["turns"]) == 1


async def test_the_export_holds_nothing_of_anybody_else(club):
    game = await club.game(LONG, ANN, BEN)
    await club.lobby(LONG, ANN, invited=())
    await club.wish(LONG, zone="Asia/Kathmandu")
    await club.move(game)
    text = json.dumps(await own_data(club.app, ANN))
    assert str(LONG) not in text
    assert "Wilhelmina" not in text
    assert "Kathmandu" not in text


async def test_the_export_of_a_stranger_is_empty(club):
    await club.game(ANN, BEN)
    assert (await own_data(club.app, EVE))["games"] == []


async def test_the_export_of_a_running_game_holds_no_tiles_but_those_on_the_board(club):
    game = await club.game(ANN, BEN)
    assert (await own_data(club.app, ANN))["games"][0]["turns"] == []
    loaded = await club.move(game)
    (turn,) = (await own_data(club.app, ANN))["games"][0]["turns"]
    assert len(turn) == len(loaded.table.public.turns[0].placements)


# --- forgetting ----------------------------------------------------------------------------------------------------


async def everywhere(club: Club) -> list[int]:
    """Somebody who is in games of all kinds, with wishes and notes that wait."""
    await club.wish(LONG, quiet="11-14", zone="UTC", reminders="both", notices=True, next_notice=True)
    await club.store.save_player(await club.store.player(ANN))
    games = [
        await club.game(LONG, ANN, pace="3d"),
        await club.game(ANN, LONG, BEN, pace="3d"),
        await club.game(ANN, BEN, CEM, LONG, mode="team"),
        await club.lobby(ANN, LONG, seats=3),
        await club.lobby(LONG, ANN, seats=3),
        await club.lobby(ANN, seats=2, invited=(LONG,)),
        await ended(club, LONG, ANN),
        await club.game(LONG, bots=1),
    ]
    left = await club.lobby(BEN, LONG, seats=3)
    await club.tables.leave(left, LONG, BEN)
    await club.tables.nudge(games[1], LONG)
    await club.tables.accept_rematch(games[6], LONG)
    await club.move(games[1])
    return [*games, left]


async def test_nothing_of_a_forgotten_person_is_left_in_the_database(club):
    games = await everywhere(club)
    assert await privacy.forget(club.app, LONG) == len(games)
    text = dump(club)
    assert str(LONG) not in text
    await club.tell()
    assert "Wilhelmina" not in dump(club)


async def test_other_peoples_games_stay_whole_and_replay(club):
    games = await everywhere(club)
    before = {game: await club.table(game) for game in games}
    await privacy.forget(club.app, LONG)
    for game in games:
        table = await club.table(game)
        stored = await club.store.load(game)
        assert fold(game, [from_text(body) for body in stored.events]) == table
        assert table.status != "quarantined"
        if table.seats:
            mine = before[game].seat_of(LONG)
            assert table.names[mine] == privacy.FORMER
            others = [seat for seat in table.seats if seat.name != privacy.FORMER]
            assert others == [seat for seat in before[game].seats if seat.user != LONG]
            assert table.events[: len(before[game].events)] == before[game].events


async def test_running_games_are_resigned_and_go_on(club):
    two, three = await club.game(LONG, ANN), await club.game(LONG, ANN, BEN)
    await privacy.forget(club.app, LONG)
    await club.tell()
    assert (await club.table(two)).status == "over"
    table = await club.table(three)
    assert (table.status, turn_of(table), table.resigned) == ("running", ANN, {0})
    loaded = await club.move(three)
    assert "Deleted profile" in club.said[-1].screen.text
    assert loaded.table.status == "running"


async def test_a_forgotten_person_is_mentioned_and_notified_no_more(club):
    await club.game(LONG, ANN, BEN, pace="1h")
    await privacy.forget(club.app, LONG)
    everything = await club.wait(24 * 10)
    assert everything
    for said in everything:
        assert all(user > 0 and user != LONG for user in said.screen.mentions)
        assert not re.search(r"<@-?\d*>", said.screen.text.replace(f"<@{ANN}>", "").replace(f"<@{BEN}>", ""))


async def test_a_forgotten_person_is_invited_no_more(club):
    lobby = await club.lobby(ANN, seats=3, invited=(LONG, BEN))
    await privacy.forget(club.app, LONG)
    await club.tables.join(lobby, person(CEM), None)
    assert (await club.tell())[-1].screen.mentions == (BEN,)


async def test_two_deletions_at_once_both_come_to_an_end(club):
    for _ in range(4):
        await ended(club, LONG, ANN, BEN)
    await club.game(LONG, ANN, BEN)
    await asyncio.gather(*(privacy.forget(club.app, user) for user in (LONG, ANN, LONG)))
    text = dump(club)
    assert str(LONG) not in text
    tables = [await club.table(game) for game in range(1, 6)]
    assert [table.humans[2] for table in tables] == [BEN] * 5
    assert max(user for table in tables for user in table.humans[:2]) < 0
    assert [tuple(seat.name for seat in (await club.table(game)).seats[:2]) for game in range(1, 6)] == [
        (privacy.FORMER, privacy.FORMER)
    ] * 5


async def test_a_game_that_was_set_aside_is_forgotten_too(club):
    game = await club.game(LONG, ANN)
    with sqlite3.connect(club.path) as db:
        db.execute("UPDATE events SET body = replace(body, 'begun', 'beg') WHERE game = ?", (game,))
    db.close()
    with pytest.raises(Refused):
        await club.table(game)
    await privacy.forget(club.app, LONG)
    assert str(LONG) not in dump(club)


async def test_a_forgotten_person_can_start_anew(club):
    await club.game(LONG, ANN)
    await privacy.forget(club.app, LONG)
    game = await club.game(LONG, ANN)
    assert (await club.table(game)).names == ("Wilhelmina", "Ann")
    assert (await own_data(club.app, LONG))["games"][0]["game"] == game


async def test_one_persons_number_within_another_is_left_alone(club):
    longer = int(f"{ANN}{ANN}")
    game = await club.game(longer, BEN)
    await privacy.forget(club.app, ANN)
    assert (await club.table(game)).humans == (longer, BEN)


async def test_who_is_nowhere_is_forgotten_in_no_game(club):
    await club.game(ANN, BEN)
    assert await privacy.forget(club.app, EVE) == 0


# --- servers -------------------------------------------------------------------------------------------------------


async def test_a_manager_ends_a_game_by_its_number_only_in_their_own_server(club):
    game = await club.game(ANN, BEN)
    await club.refuses("no-such-game", stop_game(club, game, DIA, 2))
    await club.refuses("no-such-game", stop_game(club, game, DIA, None))
    await stop_game(club, game, DIA, 1)
    assert "Somebody who manages the server" in (await club.tell())[-1].screen.text


async def test_a_manager_who_plays_in_a_game_has_a_vote_like_the_others(club):
    game = await club.game(ANN, BEN)
    await stop_game(club, game, ANN, 1)
    assert (await club.table(game)).stop_votes == {ANN}
    await stop_game(club, game, BEN, 1)
    assert (await club.table(game)).public.ending.reason == "stopped"


async def test_no_manager_ends_a_game_in_somebodys_direct_messages(club):
    game = await club.game(ANN, mode="solo", location=DM)
    await club.refuses("no-such-game", stop_game(club, game, DIA, 1))


async def test_two_managers_who_end_a_game_at_once_end_it_once(club):
    game = await club.game(ANN, BEN)
    results = await asyncio.gather(*(stop_game(club, game, user, 1) for user in (CEM, DIA)), return_exceptions=True)
    assert sorted(getattr(result, "code", "done") for result in results) == ["done", "over"]
    assert [said.kind for said in await club.tell()] == ["table"]


def test_a_channel_that_is_not_allowed_is_refused_with_a_link_to_those_that_are():
    with pytest.raises(Refused) as caught:
        check_channel(asked(HERE))
    assert "<#77> <#78>" in refusal_text(caught.value, texts("en"))


@pytest.mark.parametrize(
    ("location", "parent"), [(Location(1, 77), None), (Location(1, 5), 77), (Location(2, 5), None), (DM, None)]
)
def test_allowed_are_the_channels_their_threads_other_servers_and_direct_messages(location, parent):
    check_channel(replace(asked(location), channel=Channel(parent)))


async def test_running_games_keep_their_terms_when_settings_change(club):
    game = await club.game(ANN, BEN, pace="1d", language="de")
    before = await club.table(game), await club.deadline(game)
    await club.store.save_server(ServerRow(1, "en", 3600, (77,), threads=True))
    assert (await club.table(game), await club.deadline(game)) == before
    await club.move(game)
    assert (await club.table(game)).opened.pace == "1d"
