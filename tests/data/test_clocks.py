"""The contract of `Store`, what lasts for days: deadlines, notes that lapse, and time that nobody is to lose."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from data.shards import WHOLE, Shards
from data.store import KEEP, Conflict, GameChange, GameMissing, GuildAbsence, NewOutboxRow, Pending, Store
from tests.data.tables import TABLE, opened

SECOND = timedelta(seconds=1)
HOUR = timedelta(hours=1)


async def kinds(store: Store, game: int) -> list[str]:
    return [note.kind for note in await store.outbox_of(game)]


async def test_a_deadline_is_set_kept_and_cleared(store, clock):
    game = await opened(store, ["opened"], status="running")
    assert (await store.game(game)).deadline is None
    for change, deadline in (
        (GameChange(deadline=clock.now + HOUR), clock.now + HOUR),
        (GameChange(), clock.now + HOUR),
        (GameChange(host=31), clock.now + HOUR),
        (GameChange(deadline=KEEP, host=33), clock.now + HOUR),
        (GameChange(deadline=clock.now + 2 * HOUR, host=32), clock.now + 2 * HOUR),
        (GameChange(deadline=None), None),
    ):
        await store.append(game, 1, [], change=change)
        assert (await store.game(game)).deadline == deadline


async def test_a_new_game_may_have_a_deadline(store, clock):
    game = await opened(store, ["opened"], deadline=clock.now + HOUR)
    assert (await store.game(game)).deadline == clock.now + HOUR
    assert (await store.games_with(["lobby"]))[0].deadline == clock.now + HOUR


@pytest.mark.parametrize("status", ["over", "cancelled"])
async def test_a_game_that_ends_has_no_deadline_and_knows_when(store, clock, status):
    game = await opened(store, ["opened"], status="running", deadline=clock.now + HOUR)
    assert (await store.game(game)).ended_at is None
    clock.now += SECOND
    end = clock.now
    await store.append(game, 1, ["ended"], change=GameChange(status=status))
    clock.now += SECOND
    await store.append(game, 2, ["said"], change=GameChange(host=31))
    await store.append(game, 3, [], change=GameChange(status=status))
    row = await store.game(game)
    assert (row.deadline, row.ended_at, row.updated_at) == (None, end, clock.now)


async def test_a_game_that_goes_on_after_all_has_not_ended(store):
    game = await opened(store, ["opened"], status="over")
    await store.append(game, 1, ["taken back"], change=GameChange(status="running"))
    assert (await store.game(game)).ended_at is None


async def test_an_append_lets_notes_lapse_before_it_writes_new_ones(store, clock):
    notes = [
        NewOutboxRow("reminder", "{}", clock.now + HOUR),
        NewOutboxRow("timeout", "{}", clock.now + HOUR),
        NewOutboxRow("board", "{}"),
    ]
    game = await opened(store, ["opened"], outbox=[*notes, notes[0]], status="running")
    other = await opened(store, ["opened"], outbox=notes, status="running")
    await store.append(game, 1, ["a"], drop=["timeout", "reminder", "nothing"], outbox=[NewOutboxRow("timeout", "2")])
    assert [(note.kind, note.body) for note in await store.outbox_of(game)] == [("board", "{}"), ("timeout", "2")]
    assert await kinds(store, other) == ["board", "reminder", "timeout"]


async def test_a_conflict_lets_nothing_lapse(store, clock):
    game = await opened(store, ["opened"], outbox=[NewOutboxRow("timeout", "{}", clock.now + HOUR)], status="running")
    with pytest.raises(Conflict):
        await store.append(game, 0, ["a"], drop=["timeout"])
    assert await kinds(store, game) == ["timeout"]


async def test_a_note_that_lapsed_while_it_was_told_is_no_error(store, clock):
    game = await opened(store, ["opened"], outbox=[NewOutboxRow("reminder", "{}")], status="running")
    (note,) = await store.due(clock.now, 1)
    await store.append(game, 1, ["a"], drop=["reminder"])
    await store.postpone(note.id, clock.now, "503")
    await store.complete(game, [note.id])
    assert await store.next_due() is None


async def test_the_notes_of_one_game_are_told_apart(store, clock):
    later = clock.now + HOUR
    one, two = [
        await opened(store, [], outbox=[NewOutboxRow("b", name, later), NewOutboxRow("a", name)], status="running")
        for name in ("one", "two")
    ]
    assert [(note.subject, note.kind) for note in await store.due(clock.now, 9)] == [(one, "a"), (two, "a")]
    assert [(note.subject, note.kind) for note in await store.due(later, 3)] == [(one, "a"), (two, "a"), (one, "b")]
    assert [(note.kind, note.body, note.due_at) for note in await store.outbox_of(one)] == [
        ("a", "one", clock.now),
        ("b", "one", later),
    ]
    assert await store.outbox_of(99) == []
    assert await store.pending(one) == Pending(await store.game(one), tuple(await store.outbox_of(one)))
    with pytest.raises(GameMissing):
        await store.pending(99)
    assert len(await store.due(clock.now, 9)) == 2


async def test_time_is_credited_to_all_clocks_at_once(store, clock):
    deadline = clock.now + HOUR
    running, lobby, over = [
        await opened(
            store,
            [],
            outbox=[
                NewOutboxRow("reminder", "{}", clock.now),
                NewOutboxRow("timeout", "{}", deadline),
                NewOutboxRow("board", "{}", clock.now),
            ],
            status=status,
            deadline=deadline,
        )
        for status in ("running", "lobby", "over")
    ]
    without = await opened(store, [], status="running")
    await store.postpone_all(["reminder", "timeout", "timeout"], 9 * HOUR)
    for game in (running, lobby, over):
        found = {note.kind: note.due_at for note in await store.outbox_of(game)}
        assert found == {"board": clock.now, "reminder": clock.now + 9 * HOUR, "timeout": deadline + 9 * HOUR}
    deadlines = [(await store.game(game)).deadline for game in (running, lobby, over, without)]
    assert deadlines == [deadline + 9 * HOUR, deadline, None, None]


async def test_deadlines_are_credited_though_no_note_is(store, clock):
    game = await opened(store, [], outbox=[NewOutboxRow("timeout", "{}")], status="running", deadline=clock.now)
    await store.postpone_all([], HOUR)
    assert (await store.game(game)).deadline == clock.now + HOUR
    assert await store.next_due() == clock.now


async def test_an_outage_is_credited_together_with_the_heartbeat_that_ends_it(store, clock):
    assert await store.last_heartbeat() is None
    await store.record_heartbeat(clock.now)
    await store.postpone_all(["timeout"], HOUR)
    assert await store.last_heartbeat() == clock.now
    await store.postpone_all(["timeout"], HOUR, heartbeat=clock.now + HOUR)
    assert await store.last_heartbeat() == clock.now + HOUR
    await store.record_heartbeat(clock.now + 2 * HOUR)
    assert await store.last_heartbeat() == clock.now + 2 * HOUR


async def test_the_outages_of_the_bot_are_kept_until_they_are_deleted(store, clock):
    await store.record_heartbeat(clock.now)
    await store.postpone_all([], HOUR)
    assert await store.outages() == [], "only a connection was away"
    for hours in (9, 8):
        await store.postpone_all([], hours * HOUR, heartbeat=clock.now + hours * HOUR)
    later = (clock.now + 90 * HOUR, clock.now + 95 * HOUR)
    await store.postpone_all([], 5 * HOUR, heartbeat=later[1], shards=Shards(0, 0, 2))
    assert await store.outages() == [(clock.now, clock.now + 9 * HOUR), later]
    await store.delete_outages(later[0])
    assert await store.outages() == [later]


async def test_a_heartbeat_is_never_moved_back(store, clock):
    for shards in (WHOLE, Shards(1, 1, 2)):
        await store.record_heartbeat(clock.now, shards)
        await store.record_heartbeat(clock.now - 300 * 365 * HOUR, shards)
        assert await store.last_heartbeat(shards) == clock.now


async def test_the_games_of_a_server_that_is_away_have_a_credit_of_their_own(store, clock):
    here, there = [
        await opened(
            store,
            [],
            outbox=[NewOutboxRow("timeout", "{}", clock.now + HOUR), NewOutboxRow("board", "{}", clock.now)],
            table=replace(TABLE, guild=guild),
            status="running",
            deadline=clock.now + HOUR,
        )
        for guild in (10, 11)
    ]

    async def times(game: int) -> list[timedelta]:
        rows = [row.due_at - clock.now for row in await store.outbox_of(game)]
        return [*rows, (await store.game(game)).deadline - clock.now]

    zero = timedelta()
    assert await store.credit_absence(10, clock.now + HOUR, ["timeout"], lambda *_: HOUR) is None
    await store.begin_absence(10, clock.now)
    for shards in (WHOLE, Shards(0, 0, 2)):
        await store.postpone_all(["timeout"], HOUR, shards=shards)
    assert (await times(here), await times(there)) == ([zero, HOUR, HOUR], [zero, 3 * HOUR, 3 * HOUR])
    asked = list[object]()

    def credit(rows, since, until):
        asked.append(([row.kind for row in rows], since, until))
        return until - since

    for hours, ends in ((5, False), (3, True)):
        until = clock.now + hours * HOUR
        found = await store.credit_absence(10, until, ["timeout"], credit, ends=ends)
        assert found == GuildAbsence(clock.now, until)
        assert await times(here) == [zero, (hours + 1) * HOUR, (hours + 1) * HOUR]
    both = ["board", "timeout"]
    assert asked == [
        (both, clock.now, clock.now + 5 * HOUR),
        (both, clock.now + 5 * HOUR, clock.now + 3 * HOUR),
    ]
    assert await store.absences() == {}
    await store.postpone_all(["timeout"], HOUR)
    assert await times(here) == [zero, 5 * HOUR, 5 * HOUR]


async def test_time_is_credited_to_one_game(store, clock):
    notes = [NewOutboxRow("timeout", "{}", clock.now + HOUR), NewOutboxRow("board", "{}", clock.now)]
    one, two = [await opened(store, [], outbox=notes, status="running", deadline=clock.now + HOUR) for _ in range(2)]
    await store.postpone_game(one, ["timeout", "timeout"], SECOND)
    assert [note.due_at for note in await store.outbox_of(one)] == [clock.now, clock.now + HOUR + SECOND]
    assert [note.due_at for note in await store.outbox_of(two)] == [clock.now, clock.now + HOUR]
    assert (await store.game(one)).deadline == clock.now + HOUR + SECOND
    assert (await store.game(two)).deadline == clock.now + HOUR
    await store.postpone_game(one, ["board"], -SECOND)
    assert await store.next_due() == clock.now - SECOND
    with pytest.raises(GameMissing):
        await store.postpone_game(99, ["timeout"], SECOND)


@settings(
    suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow], max_examples=30, deadline=None
)
@given(
    queue=st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 10**12)), max_size=6),
    moved=st.lists(st.sampled_from("abc"), max_size=4),
    by=st.timedeltas(timedelta(days=-9), timedelta(days=9)),
)
async def test_a_shift_moves_exactly_what_it_names(store: Store, clock, queue, moved, by):
    notes = [NewOutboxRow(kind, "", clock.now + timedelta(microseconds=at)) for kind, at in queue]
    game = await opened(store, [], outbox=notes, status="running", deadline=clock.now)
    await store.postpone_all(moved, by)
    await store.postpone_game(game, moved, by)
    expected = sorted((note.due_at + 2 * by if note.kind in moved else note.due_at, note.kind) for note in notes)
    assert sorted((note.due_at, note.kind) for note in await store.outbox_of(game)) == expected
    assert (await store.game(game)).deadline == clock.now + 2 * by


async def test_games_are_counted_by_status(store):
    assert await store.count_games(["running"]) == 0
    for status in ("running", "running", "lobby", "over"):
        await opened(store, [], status=status)
    assert await store.count_games(["running"]) == 2
    assert await store.count_games(["running", "over", "quarantined"]) == 3
    assert await store.count_games([]) == 0
