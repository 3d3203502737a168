"""The service on a real store: one change a press, whoever is faster; broken games set aside; what is announced."""

import asyncio
import logging
import sqlite3
from collections import Counter
from collections.abc import AsyncIterator
from contextlib import AsyncExitStack
from datetime import UTC, datetime

import pytest

from bot.services import lookup
from bot.services.loaded import PRIVATE, Location
from bot.services.lookup import is_on_turn
from bot.tables.errors import Refused
from bot.tables.events import Opened, from_text
from bot.tables.lobby import seats_asked
from data.sqlite import SqliteStore
from data.store import Conflict, DatabaseUnusable, PlayerRow
from game.events import Placed
from game.illegal import Illegal
from tests.bot.club import DM, HERE, Club, club_at, person
from tests.bot.numbered import NumberedTables
from tests.bot.sample_tables import ANN, BEN, CEM, DIA, EVE, choice

NOW = datetime(2026, 3, 1, tzinfo=UTC)


@pytest.fixture
async def club(tmp_path) -> AsyncIterator[Club]:
    async with club_at(tmp_path / "games.sqlite3", NOW) as made:
        yield made


def refuses(code: str):
    return pytest.raises(Refused, match=f"^\\('{code}'")


async def all_of(*deeds) -> Counter:
    """What came of deeds that were started at the same moment: how often `done`, and each code of a refusal."""
    results = await asyncio.gather(*deeds, return_exceptions=True)
    for result in results:
        if isinstance(result, BaseException) and not isinstance(result, Refused | Illegal):
            raise result
    return Counter(getattr(result, "code", "done") for result in results)


# --- terms ---------------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("mode", "seats"),
    [
        ("standard", 1),
        ("standard", 5),
        ("standard", 0),
        ("standard", -2),
        ("solo", 2),
        ("team", 2),
        ("team", 3),
        ("duel", 3),
    ],
)
async def test_a_mode_fixes_its_number_of_seats(club, mode, seats):
    with refuses("seats-clash"):
        await club.tables.open(HERE, person(ANN), Opened(ANN, mode, seats))


@pytest.mark.parametrize(("mode", "seats", "bots"), [("duel", 2, 2), ("solo", 1, 1), ("team", 4, 9), ("duel", 2, -1)])
async def test_a_table_has_a_seat_for_who_opens_it(club, mode, seats, bots):
    with refuses("solo-with-bots" if mode == "solo" else "too-many-bots"):
        await club.tables.open(HERE, person(ANN), Opened(ANN, mode, seats, bots))


async def test_no_more_people_are_invited_than_there_are_seats(club):
    with refuses("too-many-invited"):
        await club.tables.open(HERE, person(ANN), Opened(ANN, "standard", 3, 1, invited=(BEN, CEM)))


@pytest.mark.parametrize("terms", [Opened(ANN, "duel", 2), Opened(ANN, "standard", 4, 2)])
async def test_nobody_else_can_play_in_a_direct_message(club, terms):
    with refuses("dm-only-alone"):
        await club.tables.open(DM, person(ANN), terms)


@pytest.mark.parametrize(
    "terms", [Opened(ANN, "duel", 3), Opened(ANN, "duel", 2, 2), Opened(ANN, "duel", 2, invited=(1, 2))]
)
async def test_terms_that_are_refused_leave_nothing_behind(club, terms):
    with pytest.raises(Refused):
        await club.tables.open(HERE, person(ANN), terms)
    assert await club.store.games_with(("lobby", "running", "over", "cancelled", "quarantined")) == []


@pytest.mark.parametrize("terms", [Opened(ANN, "solo", 1), Opened(ANN, "duel", 2, 1), Opened(ANN, "team", 4, 3)])
@pytest.mark.parametrize("location", [HERE, DM])
async def test_a_game_that_needs_nobody_else_begins_at_once(club, terms, location):
    loaded = await club.tables.open(location, person(ANN), terms)
    assert (loaded.table.status, loaded.row.status) == ("running", "running")


@pytest.mark.parametrize(
    ("asked", "seats"),
    [
        (("standard", None, 0, 0), 4),
        (("standard", None, 3, 0), 4),
        (("standard", None, 1, 2), 4),
        (("standard", None, 0, 9), 10),
        (("solo", None, 0, 0), 1),
        (("team", None, 1, 0), 4),
        (("duel", None, 0, 0), 2),
        (("duel", 3, 0, 0), 3),
        (("unheard-of", None, 0, 0), 2),
    ],
)
def test_a_table_without_a_number_of_seats_has_enough_for_all(asked, seats):
    assert seats_asked(*asked) == seats


# --- one change a press --------------------------------------------------------------------------------------------


async def test_of_ten_people_who_want_the_last_seat_one_gets_it(club):
    game = await club.lobby(ANN, seats=2)
    came = await all_of(*(club.tables.join(game, person(user), None) for user in range(100, 110)))
    assert came == {"done": 1, "lobby-full": 9}
    assert len((await club.tables.load(game)).table.lobby_players) == 2


async def test_people_who_join_at_once_all_get_a_seat_while_there_are_some(club):
    game = await club.lobby(ANN, seats=4)
    came = await all_of(*(club.tables.join(game, person(user), None) for user in (BEN, CEM, DIA)))
    assert came == {"done": 3}
    assert set((await club.tables.load(game)).table.humans) == {ANN, BEN, CEM, DIA}


async def test_two_processes_seat_one_person_on_the_last_seat(club):
    game = await club.lobby(ANN, seats=2)
    processes = [club.tables, await club.another()]
    came = await all_of(*(processes[user % 2].join(game, person(user), None) for user in range(100, 110)))
    assert came == {"done": 1, "lobby-full": 9}


async def test_a_game_begins_once(club):
    game = await club.lobby(ANN, BEN)
    came = await all_of(*(club.tables.begin(game, ANN) for _ in range(5)))
    assert came == {"done": 1, "begun": 4}


async def test_the_same_placement_ten_times_at_once_is_made_once(club):
    game = await club.begun(ANN, BEN)
    table = (await club.tables.load(game)).table
    intent = choice(table)
    came = await all_of(*(club.tables.play(game, ANN, 1, intent) for _ in range(10)))
    assert came == {"done": 1, "moved-on": 9}
    assert len(await club.log(game)) == table.seq + 2


async def test_the_same_placement_without_a_version_is_made_once_too(club):
    game = await club.begun(ANN, BEN)
    intent = choice((await club.tables.load(game)).table)
    came = await all_of(*(club.tables.play(game, ANN, None, intent) for _ in range(3)))
    assert came == {"done": 1, "not-your-turn": 2}


async def test_either_the_game_begins_or_the_lobby_closes(club):
    for _ in range(6):
        game = await club.lobby(ANN, BEN)
        came = await all_of(club.tables.begin(game, ANN), club.tables.close(game, ANN))
        assert came["done"] == 1
        assert (await club.tables.load(game)).table.status in ("running", "cancelled")


async def test_somebody_joins_before_the_lobby_closes_or_not_at_all(club):
    game = await club.lobby(ANN, seats=3)
    came = await all_of(club.tables.close(game, ANN), club.tables.join(game, person(BEN), None))
    assert came["done"] + came["cancelled"] == 2
    assert (await club.tables.load(game)).table.status == "cancelled"


async def test_a_game_stops_once_when_all_agree_at_once(club):
    game = await club.begun(ANN, BEN, CEM)
    came = await all_of(*(club.tables.vote_stop(game, user) for user in (ANN, BEN, CEM)))
    assert came == {"done": 3}
    assert [type(from_text(text)).__name__ for text in (await club.log(game))[-4:]] == ["StopVoted"] * 3 + ["Stopped"]


async def test_a_refused_deed_writes_nothing(club):
    game = await club.begun(ANN, BEN)
    before = await club.store.load(game)
    await club.notes()
    club.changes.clear()
    deeds = [
        club.tables.join(game, person(CEM), None),
        club.tables.leave(game, ANN, ANN),
        club.tables.begin(game, ANN),
        club.tables.close(game, ANN),
        club.tables.vote_stop(game, EVE),
        club.tables.reject_stop(game, ANN),
        club.tables.play(game, EVE, None, choice((await club.tables.load(game)).table)),
    ]
    came = await all_of(*deeds)
    assert "done" not in came
    assert await club.store.load(game) == before
    assert await club.notes() == []
    assert club.changes == []


async def test_a_change_that_is_always_too_late_is_refused_in_the_end(club, monkeypatch):
    game = await club.lobby(ANN, seats=2)
    tries = []

    async def append(*args, **_):
        tries.append(args)
        raise Conflict(game, 0)

    monkeypatch.setattr(club.store, "append", append)
    with refuses("moved-on"):
        await club.tables.join(game, person(BEN), None)
    assert len(tries) >= 20


async def test_a_change_is_told_after_it_is_stored(club):
    seen = []
    club.tables.subscribe(
        lambda _: seen.append(sqlite3.connect(club.path).execute("SELECT max(version) FROM games").fetchone())
    )
    game = await club.lobby(ANN, BEN)
    assert [version for (version,) in seen] == [2, 3]
    assert (await club.store.game(game)).version == 3


# --- chance --------------------------------------------------------------------------------------------------------


async def played_log(tables: NumberedTables, *, moves=6) -> list[str]:
    loaded = await tables.open(HERE, person(ANN), Opened(ANN, "standard", 2, 1))
    game = loaded.table.id
    for _ in range(moves):
        table = (await tables.load(game)).table
        await tables.play(game, ANN, None, choice(table))
    return list((await tables.store.load(game)).events)


async def fresh(tmp_path, name, stack, seed) -> NumberedTables:
    store = await stack.enter_async_context(SqliteStore.open(tmp_path / name, clock=lambda: NOW))
    return NumberedTables(store, seed, lambda: NOW)


async def test_the_same_seed_makes_the_same_game(tmp_path):
    async with AsyncExitStack() as stack:
        one, other = [await played_log(await fresh(tmp_path, name, stack, 7)) for name in ("a", "b")]
    assert one == other


async def test_another_seed_makes_another_game(tmp_path):
    async with AsyncExitStack() as stack:
        one, other = [await played_log(await fresh(tmp_path, str(seed), stack, seed), moves=0) for seed in (7, 8)]
    assert one[3] != other[3]


async def test_another_number_makes_another_game(club):
    one, other = await played_log(club.tables, moves=0), await played_log(club.tables, moves=0)
    assert one[3] != other[3]


async def test_a_draw_does_not_depend_on_the_process_that_makes_it(club, tmp_path):
    async with AsyncExitStack() as stack:
        whole = await played_log(await fresh(tmp_path, "whole", stack, 7))
    game = (await club.tables.open(HERE, person(ANN), Opened(ANN, "standard", 2, 1))).table.id
    for _ in range(6):
        process = await club.another()
        table = (await process.load(game)).table
        await process.play(game, ANN, None, choice(table))
    assert list(await club.log(game)) == whole


async def test_a_draw_does_not_depend_on_how_often_it_was_tried(club, monkeypatch):
    game = await club.begun(ANN, BEN)
    intent, append, failed = choice((await club.tables.load(game)).table), club.store.append, []

    async def late(*args, **words):
        failed.append(args[2])
        if len(failed) < 4:
            raise Conflict(game, 0)
        return await append(*args, **words)

    monkeypatch.setattr(club.store, "append", late)
    await club.tables.play(game, ANN, None, intent)
    assert failed == [failed[0]] * 4


# --- broken games --------------------------------------------------------------------------------------------------

POISON = {
    "cut": ("UPDATE events SET body = substr(body, 1, 20) WHERE game = ? AND seq = 4", ()),
    "empty": ("UPDATE events SET body = '' WHERE game = ? AND seq = 1", ()),
    "no such tile": ("UPDATE events SET body = replace(body, 'R', 'X') WHERE game = ? AND seq = 5", ()),
    "nobody": (
        """UPDATE events SET body = '{"table":"joined","user":null,"name":"x","side":0}' WHERE game = ? AND seq = 2""",
        (),
    ),
    "of a later release": ("""UPDATE events SET body = '{"table":"paused"}' WHERE game = ? AND seq = 3""", ()),
    "gone": ("DELETE FROM events WHERE game = ? AND seq = 4", ()),
    "all gone": ("DELETE FROM events WHERE game = ?", ()),
    "one too many": ("INSERT INTO events (game, seq, body, at) VALUES (?, 99, '{}', 0)", ()),
    "bytes": ("UPDATE events SET body = x'00ff' WHERE game = ? AND seq = 4", ()),
    "not UTF-8": ("UPDATE events SET body = CAST(x'7bff' AS TEXT) WHERE game = ? AND seq = 4", ()),
    "deep": (
        "UPDATE events SET body = '{\"table\":' || replace(hex(zeroblob(50000)), '0', '[') WHERE game = ? AND seq = 4",
        (),
    ),
    "swapped": ("UPDATE events SET seq = CASE seq WHEN 3 THEN -4 ELSE -3 END WHERE game = ? AND seq IN (3, 4)", ()),
    "wrong version": ("UPDATE games SET version = 3 WHERE id = ?", ()),
}


@pytest.mark.parametrize("poison", POISON)
async def test_a_broken_game_is_set_aside_and_reported_and_the_others_go_on(club, poison, caplog):
    broken, whole = await club.begun(ANN, BEN), await club.begun(ANN, BEN)
    await club.place(broken)
    club.sql(POISON[poison][0], broken)
    if poison == "swapped":
        club.sql("UPDATE events SET seq = -seq WHERE game = ? AND seq < 0", broken)
    with refuses("quarantined"):
        await club.tables.join(broken, person(CEM), None)
    assert (await club.store.game(broken)).status == "quarantined"
    assert (await club.store.game(broken)).quarantine_reason
    reports = [record for record in caplog.records if record.levelno >= logging.ERROR]
    assert [vars(record)["game"] for record in reports] == [broken]
    assert (await club.place(whole)).table.status == "running"


async def test_a_game_that_was_set_aside_is_reported_once(club, caplog):
    game = await club.begun(ANN, BEN)
    club.sql("UPDATE events SET body = '' WHERE game = ? AND seq = 3", game)
    for _ in range(3):
        with refuses("quarantined"):
            await club.tables.load(game)
    assert len([record for record in caplog.records if record.levelno >= logging.ERROR]) == 1


async def test_a_broken_game_is_left_out_of_lists(club):
    broken, whole = await club.begun(ANN, BEN), await club.begun(ANN, BEN)
    club.sql("UPDATE events SET body = '' WHERE game = ? AND seq = 3", broken)
    assert [loaded.table.id for loaded in await lookup.games_of(club.tables, ANN)] == [whole]


async def test_a_broken_game_beside_another_does_not_hide_the_one_on_turn(club):
    broken, whole = await club.begun(BEN, ANN), await club.begun(ANN, BEN)
    club.sql("UPDATE events SET body = '' WHERE game = ? AND seq = 3", broken)
    assert (await lookup.find(club.tables, ANN, HERE, ("running",), None)).table.id == whole
    assert (await lookup.find(club.tables, ANN, HERE, ("running",), None)).table.id == whole


@pytest.mark.parametrize("number", [0, -1, 99, 2**31, 2**53, 2**63 - 1, 2**63, 2**200, -(2**70)])
async def test_a_number_of_no_game_is_no_game(club, number):
    with refuses("no-such-game"):
        await club.tables.load(number)
    with refuses("no-such-game"):
        await lookup.find(club.tables, ANN, HERE, ("running",), number)


# --- what is announced ---------------------------------------------------------------------------------------------


async def test_each_change_of_a_lobby_is_one_note(club):
    game = await club.lobby(ANN, seats=3)
    assert [kind for kind, _ in await club.notes()] == ["table"]
    for deed in (
        lambda: club.tables.join(game, person(BEN), None),
        lambda: club.tables.leave(game, BEN, BEN),
        lambda: club.tables.join(game, person(BEN), None),
        lambda: club.tables.begin(game, ANN),
    ):
        await deed()
        assert [kind for kind, _ in await club.notes()] == ["table"]


async def test_a_closed_lobby_is_one_note(club):
    game = await club.lobby(ANN, seats=3)
    await club.notes()
    await club.tables.close(game, ANN)
    assert [kind for kind, _ in await club.notes()] == ["table"]


async def test_a_game_that_begins_at_once_is_one_note(club):
    await club.begun(ANN, mode="solo")
    assert [kind for kind, _ in await club.notes()] == ["table"]


async def test_a_turn_is_one_note_that_says_from_where_to_tell(club):
    game = await club.begun(ANN, BEN)
    await club.notes()
    for turn in range(4):
        await club.place(game)
        assert [(kind, body["since"]) for kind, body in await club.notes()] == [("table", turn)]


async def test_the_turns_of_bots_are_told_with_the_one_before_them(club):
    game = await club.begun(ANN, bots=3)
    await club.notes()
    loaded = await club.place(game)
    assert len(loaded.table.public.turns) == 4
    assert [(kind, body["since"]) for kind, body in await club.notes()] == [("table", 0)]


async def test_a_placement_in_mid_turn_is_not_announced(club):
    for _ in range(20):
        game = await club.begun(ANN, BEN, mode="duel")
        await club.notes()
        while True:
            loaded = await club.place(game, "greedy")
            if loaded.table.status != "running":
                break
            notes = await club.notes()
            if loaded.table.game().position.in_turn:
                assert notes == []
                after = await club.place(game, "greedy")
                if not after.table.game().position.in_turn:
                    assert [kind for kind, _ in await club.notes()] == ["table"]
                return
            assert [kind for kind, _ in notes] == ["table"]
    raise AssertionError("no bonus placement in twenty duels")


async def test_the_end_of_a_game_is_one_note(club):
    game = await club.begun(ANN, mode="solo")
    while (await club.tables.load(game)).table.status == "running":
        await club.notes()
        await club.place(game, "greedy")
    assert [kind for kind, _ in await club.notes()] == ["table"]


async def test_a_vote_is_one_note_each_time_it_changes(club):
    game = await club.begun(ANN, BEN, CEM)
    await club.notes()
    for deed, kinds in (
        (lambda: club.tables.vote_stop(game, ANN), ["vote"]),
        (lambda: club.tables.vote_stop(game, BEN), ["vote"]),
        (lambda: club.tables.reject_stop(game, CEM), ["vote"]),
        (lambda: club.tables.vote_stop(game, ANN), ["vote"]),
        (lambda: club.tables.vote_stop(game, BEN), ["vote"]),
        (lambda: club.tables.vote_stop(game, CEM), ["table"]),
    ):
        await deed()
        assert [kind for kind, _ in await club.notes()] == kinds


async def test_a_turn_during_a_vote_tells_that_the_game_goes_on(club):
    game = await club.begun(ANN, BEN)
    await club.tables.vote_stop(game, BEN)
    await club.notes()
    await club.place(game)
    assert sorted(kind for kind, _ in await club.notes()) == ["table", "vote"]


async def test_who_asked_for_it_is_told_of_their_turn(club):
    await club.store.save_player(PlayerRow(BEN, "de", dm_rack=True))
    game = await club.begun(ANN, BEN)
    await club.notes()
    loaded = await club.place(game)
    turn = loaded.table.turn
    assert [note for note in await club.notes() if note[0] == "turn"] == [("turn", {"user": BEN, "turn": turn})]
    await club.place(game)
    assert [kind for kind, _ in await club.notes()] == ["table"]


async def test_who_asked_for_it_is_told_of_the_first_turn(club):
    await club.store.save_player(PlayerRow(ANN, None, dm_rack=True))
    await club.begun(ANN, BEN)
    assert [kind for kind, _ in await club.notes()][-2:] == ["table", "turn"]


async def test_nobody_is_told_of_a_turn_when_the_game_is_over(club):
    for user in (ANN, BEN):
        await club.store.save_player(PlayerRow(user, None, dm_rack=True))
    game = await club.begun(ANN, BEN)
    await club.notes()
    for user in (ANN, BEN):
        await club.tables.vote_stop(game, user)
    assert [kind for kind, _ in await club.notes()] == ["vote", "table"]


# --- finding and seeing --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("user", "location", "sees"),
    [
        (ANN, Location(5, 6), True),
        (ANN, Location(None, 7), True),
        (EVE, HERE, True),
        (EVE, Location(1, 3), False),
        (EVE, Location(5, 6), False),
        (EVE, Location(None, 7), False),
    ],
)
async def test_a_game_is_seen_by_its_players_and_from_its_channel(club, user, location, sees):
    loaded = await club.tables.load(await club.begun(ANN, BEN))
    assert lookup.is_viewable(loaded, user, location) == sees


async def test_a_game_in_a_direct_message_is_seen_by_nobody_else(club):
    loaded = await club.tables.load(await club.begun(ANN, mode="solo", location=DM))
    assert not lookup.is_viewable(loaded, EVE, Location(None, 8))
    assert not lookup.is_viewable(loaded, EVE, HERE)


async def test_a_game_that_may_not_be_seen_is_not_found(club):
    game = await club.begun(ANN, BEN)
    with refuses("no-such-game"):
        await lookup.find(club.tables, EVE, Location(5, 6), ("running",), game)


async def test_the_own_game_of_a_channel_is_meant(club):
    mine = await club.begun(ANN, BEN)
    await club.begun(CEM, DIA)
    assert (await lookup.find(club.tables, BEN, HERE, ("running",), None)).table.id == mine


async def test_of_several_games_the_one_in_which_it_is_the_persons_turn_is_meant(club):
    await club.begun(BEN, ANN)
    mine = await club.begun(ANN, BEN)
    loaded = await lookup.find(club.tables, ANN, HERE, ("running",), None)
    assert loaded.table.id == mine
    assert is_on_turn(loaded.table, ANN)


async def test_who_could_mean_several_games_is_asked(club):
    await club.begun(ANN, BEN)
    await club.begun(ANN, BEN)
    with pytest.raises(Refused) as caught:
        await lookup.find(club.tables, ANN, HERE, ("running",), None)
    assert caught.value.code == "which-game"
    choices = caught.value.values["choices"]
    assert isinstance(choices, tuple)
    assert [choice.game for choice in choices] == [1, 2]


@pytest.mark.parametrize("others", [False, True])
async def test_lobbies_are_not_looked_into_to_ask_which_is_meant(club, monkeypatch, others):
    for _ in range(30):
        await club.lobby(ANN, seats=2)

    async def load(_):
        raise AssertionError

    monkeypatch.setattr(club.store, "load", load)
    for user in (ANN, EVE):
        with refuses("which-game"):
            await lookup.find(club.tables, user, HERE, ("lobby",), None, others=others)


async def test_who_plays_very_many_games_says_which_is_meant(club, monkeypatch):
    for _ in range(27):
        await club.begun(ANN, BEN)
    with refuses("which-game"):
        await lookup.find(club.tables, ANN, HERE, ("running",), None)


async def test_where_there_is_no_game_none_is_meant(club):
    await club.begun(ANN, BEN)
    with refuses("no-game-here"):
        await lookup.find(club.tables, ANN, Location(1, 77), ("running",), None)
    with refuses("no-game-here"):
        await lookup.find(club.tables, EVE, DM, ("running",), None)


async def test_in_a_direct_message_the_games_of_every_place_are_meant(club):
    game = await club.begun(ANN, BEN)
    assert (await lookup.find(club.tables, ANN, DM, ("running",), None)).table.id == game


async def test_who_wants_to_join_means_the_lobby_of_somebody_else(club):
    await club.lobby(ANN, seats=2)
    theirs = await club.lobby(BEN, seats=2)
    assert (await lookup.find(club.tables, ANN, HERE, ("lobby",), None, others=True)).table.id == theirs


async def test_a_move_runs_at_most_seven_sql_statements_in_its_transaction(club):
    game = await club.game(ANN, BEN)
    said: list[str] = []
    await club.store.trace(said.append)
    await club.move(game)
    await club.store.trace(None)
    first, last = said.index("BEGIN IMMEDIATE"), said.index("COMMIT")
    assert len(said[first : last + 1]) <= 7


# --- the store fails -------------------------------------------------------------------------------------------------


async def test_a_store_that_fails_changes_nothing(club, monkeypatch):
    game = await club.begun(ANN, BEN)
    before = await club.log(game)
    append = club.store.append

    async def fails(*_, **__):
        raise DatabaseUnusable("x", "is full")

    monkeypatch.setattr(club.store, "append", fails)
    with pytest.raises(DatabaseUnusable):
        await club.place(game)
    monkeypatch.setattr(club.store, "append", append)
    assert await club.log(game) == before
    assert (await club.place(game)).table.seq == len(before) + 2


async def test_a_placement_that_was_stored_is_never_called_undone(club, monkeypatch):
    game = await club.begun(ANN, BEN)
    seq = len(await club.log(game))
    append = club.store.append

    async def then_fails(*args, **words):
        result = await append(*args, **words)

        async def fails(*_, **__):
            raise DatabaseUnusable("x", "is gone")

        monkeypatch.setattr(club.store, "game", fails)
        return result

    monkeypatch.setattr(club.store, "append", then_fails)
    loaded = await club.place(game)
    assert isinstance(loaded.table.events[-2], Placed)
    assert loaded.row.version == seq + 2


async def test_nobody_else_finds_a_private_game_as_one_of_no_channel(club):
    loaded = await club.tables.load(await club.begun(ANN, mode="solo", location=PRIVATE))
    assert lookup.is_viewable(loaded, ANN, HERE)
    assert not any(lookup.is_viewable(loaded, BEN, location) for location in (HERE, DM, PRIVATE))
