"""The contract of `Store`: every engine passes all of these."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta

import pytest

from data.store import (
    Conflict,
    GameChange,
    GameMissing,
    NewOutboxRow,
    PlayerRow,
    Preferences,
    SeatRow,
    SentBoard,
    ServerRow,
    Store,
    StoreError,
    Unstorable,
)
from tests.data.tables import enqueued, opened

ANN = SeatRow(0, 30, "Ann")
BEN = SeatRow(1, 31, "Ben")
SECOND = timedelta(seconds=1)


async def test_a_new_game_is_as_it_was_opened(store, clock):
    game = await opened(store, ["opened", "joined"], [ANN], [NewOutboxRow("lobby", "{}")])
    found = await store.load(game)
    assert (found.events, found.seats) == (("opened", "joined"), (ANN,))
    assert (found.row.guild, found.row.channel, found.row.mode, found.row.language) == (10, 20, "standard", "en")
    assert (found.row.host, found.row.status, found.row.version) == (30, "lobby", 2)
    assert (found.row.message, found.row.message_channel, found.row.message_at) == (None, None, None)
    assert (found.row.created_at, found.row.updated_at, found.row.quarantine_reason) == (clock.now, clock.now, None)
    assert [note.kind for note in await store.due(clock.now, 9)] == ["lobby"]


async def test_a_game_in_a_direct_message_has_no_server(store):
    game = await opened(store, [], guild=None, status="running")
    row = await store.game(game)
    assert (row.guild, row.status, row.version) == (None, "running", 0)


async def test_events_are_appended_behind_the_one_seen_last(store, clock):
    game = await opened(store, ["opened"])
    clock.now += SECOND
    await store.append(game, 1, ["placed", "ended"])
    await store.append(game, 3, ["placed"])
    found = await store.load(game)
    assert found.events == ("opened", "placed", "ended", "placed")
    assert found.row.version == 4
    assert found.row.updated_at == clock.now == found.row.created_at + SECOND


async def test_an_append_changes_only_what_it_names(store):
    game = await opened(store, ["opened"], [ANN])
    before = await store.load(game)
    await store.append(game, 1, ["begun"], change=GameChange(status="running"))
    after = await store.load(game)
    assert after.row == replace(before.row, status="running", version=2)
    assert after.seats == (ANN,)


async def test_an_append_can_change_everything_a_lobby_can(store):
    game = await opened(store, ["opened"])
    change = GameChange(status="running", host=31, channel=21, home=22, guild=11)
    await store.append(game, 1, ["changed"], change=change)
    row = await store.game(game)
    assert GameChange(row.status, row.host, row.channel, home=row.home, guild=row.guild) == change


async def test_an_append_without_events_changes_the_row_all_the_same(store):
    game = await opened(store, ["opened"])
    await store.append(game, 1, [], change=GameChange(host=31))
    row = await store.game(game)
    assert (row.host, row.version) == (31, 1)


async def test_seats_are_replaced_and_emptied(store):
    game = await opened(store, ["opened"], [ANN, BEN])
    await store.append(game, 1, ["left"], seats=[replace(BEN, seat=0)])
    assert (await store.load(game)).seats == (SeatRow(0, 31, "Ben"),)
    await store.append(game, 2, ["left"], seats=[])
    assert (await store.load(game)).seats == ()


@pytest.mark.parametrize("after", [0, 1, 3, 99], ids=["start", "taken", "gap", "far gap"])
async def test_an_append_elsewhere_than_at_the_end_is_a_conflict_and_writes_nothing(store, clock, after):
    game = await opened(store, ["opened", "joined"], [ANN], [NewOutboxRow("lobby", "{}")])
    before = (await store.load(game), await store.due(clock.now, 9))
    clock.now += SECOND
    with pytest.raises(Conflict) as conflict:
        await store.append(
            game,
            after,
            ["a", "b", "c"],
            change=GameChange(status="over", host=1, channel=2),
            seats=[BEN],
            outbox=[NewOutboxRow("board", "{}")],
        )
    assert (conflict.value.game, conflict.value.after) == (game, after)
    assert (await store.load(game), await store.due(clock.now, 9)) == before


async def test_a_failure_in_the_last_row_takes_back_the_first(store, clock):
    game = await opened(store, ["opened"], [ANN])
    before = await store.load(game)
    with pytest.raises(Unstorable):
        await store.append(
            game,
            1,
            ["a"],
            change=GameChange(status="over"),
            seats=[BEN],
            outbox=[NewOutboxRow("x", "{}"), NewOutboxRow("y", "\ud800")],
        )
    assert await store.load(game) == before
    assert await store.due(clock.now, 9) == []


@pytest.mark.parametrize("seat", [SeatRow(0, 2**63, "Ann"), SeatRow(0, 1, "half a \udc00")], ids=["user", "name"])
async def test_a_value_that_cannot_be_kept_opens_no_game(store, seat):
    with pytest.raises(Unstorable):
        await opened(store, ["opened"], [seat])
    assert await store.games_with(["lobby"]) == []


async def test_one_place_is_not_given_to_two(store):
    with pytest.raises(StoreError):
        await opened(store, ["opened"], [ANN, replace(BEN, seat=0)])
    assert await store.games_with(["lobby"]) == []


async def test_a_game_that_does_not_exist_is_named(store, clock):
    for ask in (
        store.load(7),
        store.game(7),
        store.append(7, 0, ["a"]),
        store.quarantine(7, "why"),
        store.set_board_message(7, SentBoard(1, 2, clock.now)),
        store.enqueue([NewOutboxRow("x", "{}")], about=7),
    ):
        with pytest.raises(GameMissing, match="no game 7"):
            await ask


async def test_games_are_found_by_person_channel_and_status(store):
    lobby = await opened(store, ["opened"], [ANN, BEN])
    running = await opened(store, ["opened"], [BEN], status="running")
    elsewhere = await opened(store, ["opened"], [ANN], channel=21, status="running")
    both = ["lobby", "running"]
    assert [row.id for row in await store.games_of(30, both)] == [lobby, elsewhere]
    assert [row.id for row in await store.games_of(31, ["running"])] == [running]
    assert [row.id for row in await store.games_in(20, both)] == [lobby, running]
    assert [row.id for row in await store.games_in(20, ["lobby"])] == [lobby]
    assert [row.id for row in await store.games_with(both)] == [lobby, running, elsewhere]
    assert [row.id for row in await store.games_with(["over", "cancelled", "quarantined"])] == []
    assert await store.games_with([]) == []
    assert await store.games_with(["lobby"]) == [await store.game(lobby)]


async def test_a_game_in_a_thread_is_found_there_and_in_the_channel_it_belongs_to(store):
    game = await opened(store, ["opened"], [ANN])
    await store.append(game, 1, [], change=GameChange(channel=99))
    assert [(row.channel, row.home) for row in await store.games_of(30, ["lobby"])] == [(99, 20)]
    assert [row.id for row in await store.games_in(99, ["lobby"])] == [game]
    assert [row.id for row in await store.games_in(20, ["lobby"])] == [game]


async def test_a_game_that_moved_is_not_found_where_it_was(store):
    game = await opened(store, ["opened"], [ANN])
    await store.append(game, 1, [], change=GameChange(channel=21, home=21))
    assert await store.games_in(20, ["lobby"]) == []
    assert [row.id for row in await store.games_in(21, ["lobby"])] == [game]


async def test_one_person_on_two_seats_has_the_game_once(store):
    game = await opened(store, ["opened"], [ANN, replace(ANN, seat=1)])
    assert [row.id for row in await store.games_of(30, ["lobby"])] == [game]


async def test_a_game_set_aside_keeps_its_events_and_says_why(store, clock):
    game = await opened(store, ["opened", "???"])
    clock.now += SECOND
    await store.quarantine(game, "event 2 is no JSON")
    found = await store.load(game)
    assert (found.row.status, found.row.quarantine_reason) == ("quarantined", "event 2 is no JSON")
    assert found.row.updated_at == clock.now
    assert found.events == ("opened", "???")


async def test_numbers_of_games_and_notes_are_never_given_again(store, clock):
    games = [await opened(store, ["opened"], outbox=[NewOutboxRow("x", "{}")]) for _ in range(3)]
    assert len(set(games)) == 3
    seen: set[int] = set()
    for _ in range(3):
        (note,) = await enqueued(store, games[0], NewOutboxRow("x", "{}"))
        assert note not in seen
        seen.add(note)
        await store.complete(games[0], [note])


async def test_notes_are_due_at_once_or_when_they_say(store, clock):
    later = clock.now + 5 * SECOND
    game = await opened(store, ["opened"])
    outbox = [NewOutboxRow("later", "{}", later), NewOutboxRow("now", '{"a": 1}')]
    await store.append(game, 1, ["a"], outbox=outbox)
    second, first = [row.id for row in await store.outbox_of(game)]
    assert first < second
    (now,) = await store.due(clock.now, 9)
    assert (now.id, now.subject, now.kind, now.body) == (second, game, "now", '{"a": 1}')
    assert (now.created_at, now.due_at, now.attempts, now.error) == (clock.now, clock.now, 0, None)
    assert [note.id for note in await store.due(later - timedelta(microseconds=1), 9)] == [second]
    assert [note.id for note in await store.due(later, 9)] == [second, first]


async def test_due_notes_come_in_order_and_not_more_than_asked(store, clock):
    ids = await enqueued(store, await opened(store), *[NewOutboxRow("x", str(n)) for n in range(5)])
    assert [note.id for note in await store.due(clock.now, 3)] == ids[:3]
    assert [note.body for note in await store.due(clock.now, 9)] == ["0", "1", "2", "3", "4"]


async def test_the_next_note_is_announced_until_it_is_done(store, clock):
    assert await store.next_due() is None
    game = await opened(store)
    times = [clock.now + 9 * SECOND, clock.now + SECOND]
    late, soon = await enqueued(store, game, *[NewOutboxRow("x", "", at) for at in times])
    assert await store.next_due() == clock.now + SECOND
    await store.complete(game, [soon])
    assert await store.next_due() == clock.now + 9 * SECOND
    await store.complete(game, [late])
    assert await store.next_due() is None


async def test_a_failed_attempt_is_counted_and_waits(store, clock):
    (id_,) = await enqueued(store, await opened(store), NewOutboxRow("x", "{}"))
    await store.postpone(id_, clock.now + SECOND, "503")
    await store.postpone(id_, clock.now + 2 * SECOND, "504")
    assert await store.due(clock.now + SECOND, 9) == []
    (note,) = await store.due(clock.now + 2 * SECOND, 9)
    assert (note.id, note.attempts, note.error, note.created_at) == (id_, 2, "504", clock.now)


async def test_completing_twice_or_late_is_no_error(store, clock):
    game = await opened(store)
    (id_,) = await enqueued(store, game, NewOutboxRow("x", "{}"))
    await store.complete(game, [id_])
    await store.complete(game, [id_], board=SentBoard(1, 2, clock.now))
    await store.complete(99, [id_], board=SentBoard(1, 2, clock.now))
    await store.postpone(id_, clock.now, "503")
    assert await store.due(clock.now, 9) == []


async def test_several_rows_are_completed_at_once_with_the_message_that_shows_the_game(store, clock):
    game = await opened(store, ["opened"], outbox=[NewOutboxRow("board", "{}")] * 3)
    *some, last = [row.id for row in await store.due(clock.now, 9)]
    await store.complete(game, some)
    assert [row.id for row in await store.due(clock.now, 9)] == [last]
    assert (await store.game(game)).message is None
    await store.complete(game, [last], board=SentBoard(21, 77, clock.now))
    row = await store.game(game)
    assert (row.message_channel, row.message, row.message_at) == (21, 77, clock.now)
    assert await store.due(clock.now, 9) == []


async def test_an_older_message_does_not_replace_a_newer_one(store, clock):
    game = await opened(store, ["opened"])
    for message, at, kept in (
        (77, clock.now, 77),
        (78, clock.now - SECOND, 77),
        (76, clock.now, 77),
        (78, clock.now, 78),
        (70, clock.now + SECOND, 70),
    ):
        await store.set_board_message(game, SentBoard(20, message, at))
        assert (await store.game(game)).message == kept


async def test_wishes_of_a_person_are_the_defaults_until_saved(store):
    assert await store.player(30) == PlayerRow(30)
    for row in (PlayerRow(30, "de", dm_rack=True), PlayerRow(30, None, dm_rack=False), PlayerRow(31, "en")):
        await store.save_player(row)
        assert await store.player(row.user) == row
    assert await store.player(30) == PlayerRow(30)


async def test_preferences_of_people_and_settings_of_their_server_come_in_one_call(store):
    ann, club = PlayerRow(11, language="de"), ServerRow(7, threads=True)
    await store.save_player(ann)
    await store.save_server(club)
    assert await store.players((11, 12)) == {11: ann, 12: PlayerRow(12)}
    assert await store.preferences((11, 12), 7) == Preferences({11: ann, 12: PlayerRow(12)}, club)
    assert await store.preferences((), None) == Preferences({}, None)


async def test_settings_of_a_server_are_the_defaults_until_saved(store):
    assert await store.server(10) == ServerRow(10)
    for row in (ServerRow(10, "de"), ServerRow(10, "en"), ServerRow(11, None)):
        await store.save_server(row)
        assert await store.server(row.guild) == row


@pytest.mark.parametrize("secret", [0, 5, 2**128 + 1])
async def test_the_seed_is_made_once(store, opener, secret):
    def again() -> int:
        raise AssertionError("made twice")

    assert await store.seed(lambda: secret) == secret
    assert await store.seed(again) == secret
    async with opener() as other:
        assert await other.seed(again) == secret


async def test_a_time_without_a_zone_is_refused(store):
    naive = datetime(2026, 1, 1)  # noqa: DTZ001 - the mistake that is tested
    with pytest.raises(TypeError):
        await store.due(naive, 1)
    assert await store.next_due() is None


async def test_a_time_of_another_zone_is_the_same_moment(store, clock):
    there = datetime.fromisoformat("2026-03-29T03:30:00.000001+02:00")
    await enqueued(store, await opened(store), NewOutboxRow("x", "{}", there))
    found = await store.next_due()
    assert found == there
    assert found.tzinfo == UTC


async def test_what_was_written_is_there_when_opened_again(opener):
    async with opener() as first:
        game = await opened(first, ["opened"], [ANN], [NewOutboxRow("x", "{}")])
        before = await first.load(game)
    async with opener() as second:
        assert await second.load(game) == before


async def test_a_load_never_sees_half_an_append(store: Store, opener):
    game = await opened(store, ["0"], [ANN])

    async def write() -> None:
        for number in range(100):
            seats = [replace(ANN, name=str(number + 1))]
            await store.append(game, 1 + 3 * number, ["x", "y", str(number + 1)], seats=seats)

    async with opener() as other:
        writing = asyncio.create_task(write())
        while not writing.done():
            found = await other.load(game)
            assert len(found.events) % 3 == 1
            assert found.seats[0].name in ("Ann", found.events[-1])
        await writing


async def test_requests_are_given_out_in_turn_where_several_processes_may_use_the_store(store):
    gap = timedelta(minutes=1) / 4
    first, second, third = [await store.reserve_requests(count, gap) for count in (2, 1, 1)]
    if first is None:
        assert second is third is None
        return
    assert first == timedelta(0)
    for waited, whole in ((second, 2 * gap), (third, 3 * gap)):
        assert whole - 10 * SECOND < waited <= whole
