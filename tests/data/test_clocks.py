"""The contract of `Store`, what lasts for days: deadlines, notes that lapse, and time that nobody is to lose."""

from dataclasses import replace
from datetime import timedelta

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from data.store import KEEP, Conflict, GameChange, GameMissing, NewGame, Note, Store

TABLE = NewGame(guild=10, channel=20, mode="standard", language="en", host=30)
RUNNING = replace(TABLE, status="running")
SECOND = timedelta(seconds=1)
HOUR = timedelta(hours=1)


async def kinds(store: Store, game: int) -> list[str]:
    return [note.kind for note in await store.notes_of(game)]


async def test_a_deadline_is_set_kept_and_cleared(store, clock):
    game = await store.create(RUNNING, ["opened"])
    assert (await store.game(game)).deadline is None
    for change, deadline in (
        (GameChange(deadline=clock.now + HOUR), clock.now + HOUR),
        (GameChange(), clock.now + HOUR),
        (GameChange(host=31), clock.now + HOUR),
        (GameChange(deadline=KEEP, mode="duel"), clock.now + HOUR),
        (GameChange(deadline=clock.now + 2 * HOUR, host=32), clock.now + 2 * HOUR),
        (GameChange(deadline=None), None),
    ):
        await store.append(game, 1, [], change=change)
        assert (await store.game(game)).deadline == deadline


async def test_a_new_game_may_have_a_deadline(store, clock):
    game = await store.create(replace(TABLE, deadline=clock.now + HOUR), ["opened"])
    assert (await store.game(game)).deadline == clock.now + HOUR
    assert (await store.games_with(["lobby"]))[0].deadline == clock.now + HOUR


@pytest.mark.parametrize("status", ["over", "cancelled"])
async def test_a_game_that_ends_has_no_deadline_and_knows_when(store, clock, status):
    game = await store.create(replace(RUNNING, deadline=clock.now + HOUR), ["opened"])
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
    game = await store.create(replace(TABLE, status="over"), ["opened"])
    await store.append(game, 1, ["taken back"], change=GameChange(status="running"))
    assert (await store.game(game)).ended_at is None


async def test_an_append_lets_notes_lapse_before_it_writes_new_ones(store, clock):
    notes = [Note("reminder", "{}", clock.now + HOUR), Note("timeout", "{}", clock.now + HOUR), Note("board", "{}")]
    game = await store.create(RUNNING, ["opened"], outbox=[*notes, notes[0]])
    other = await store.create(RUNNING, ["opened"], outbox=notes)
    (new,) = await store.append(game, 1, ["a"], drop=["timeout", "reminder", "nothing"], outbox=[Note("timeout", "2")])
    assert [(note.kind, note.body) for note in await store.notes_of(game)] == [("board", "{}"), ("timeout", "2")]
    assert (await store.notes_of(game))[1].id == new
    assert await kinds(store, other) == ["board", "reminder", "timeout"]


async def test_a_conflict_lets_nothing_lapse(store, clock):
    game = await store.create(RUNNING, ["opened"], outbox=[Note("timeout", "{}", clock.now + HOUR)])
    with pytest.raises(Conflict):
        await store.append(game, 0, ["a"], drop=["timeout"])
    assert await kinds(store, game) == ["timeout"]


async def test_a_note_that_lapsed_while_it_was_told_is_no_error(store, clock):
    game = await store.create(RUNNING, ["opened"], outbox=[Note("reminder", "{}")])
    (note,) = await store.due(clock.now, 1)
    await store.append(game, 1, ["a"], drop=["reminder"])
    await store.retry(note.id, clock.now, "503")
    await store.done(note.id)
    assert await store.next_due() is None


async def test_the_notes_of_one_game_are_told_apart(store, clock):
    later = clock.now + HOUR
    one, two = [
        await store.create(RUNNING, [], outbox=[Note("b", name, later), Note("a", name)]) for name in ("one", "two")
    ]
    await store.enqueue([Note("hello", "{}")])
    assert [(note.game, note.kind) for note in await store.due(clock.now, 9, one)] == [(one, "a")]
    assert [(note.game, note.kind) for note in await store.due(later, 9, game=two)] == [(two, "a"), (two, "b")]
    assert [note.kind for note in await store.due(later, 1, two)] == ["a"]
    assert [(note.kind, note.body, note.due_at) for note in await store.notes_of(one)] == [
        ("a", "one", clock.now),
        ("b", "one", later),
    ]
    assert await store.notes_of(99) == []
    assert len(await store.due(clock.now, 9)) == 3


async def test_time_is_credited_to_all_clocks_at_once(store, clock):
    deadline = clock.now + HOUR
    running, lobby, over = [
        await store.create(
            replace(TABLE, status=status, deadline=deadline),
            [],
            outbox=[Note("reminder", "{}", clock.now), Note("timeout", "{}", deadline), Note("board", "{}", clock.now)],
        )
        for status in ("running", "lobby", "over")
    ]
    without = await store.create(RUNNING, [])
    await store.enqueue([Note("timeout", "{}", deadline)])
    await store.shift(["reminder", "timeout", "timeout"], 9 * HOUR)
    for game in (running, lobby, over):
        found = {note.kind: note.due_at for note in await store.notes_of(game)}
        assert found == {"board": clock.now, "reminder": clock.now + 9 * HOUR, "timeout": deadline + 9 * HOUR}
    deadlines = [(await store.game(game)).deadline for game in (running, lobby, over, without)]
    assert deadlines == [deadline + 9 * HOUR, deadline, None, None]
    assert [note.due_at for note in await store.due(deadline + 9 * HOUR, 99) if note.game is None] == [
        deadline + 9 * HOUR
    ]


async def test_deadlines_are_credited_though_no_note_is(store, clock):
    game = await store.create(replace(RUNNING, deadline=clock.now), [], outbox=[Note("timeout", "{}")])
    await store.shift([], HOUR)
    assert (await store.game(game)).deadline == clock.now + HOUR
    assert await store.next_due() == clock.now


async def test_an_outage_is_credited_together_with_the_heartbeat_that_ends_it(store, clock):
    assert await store.last_beat() is None
    await store.beat(clock.now)
    await store.shift(["timeout"], HOUR)
    assert await store.last_beat() == clock.now
    await store.shift(["timeout"], HOUR, beat=clock.now + HOUR)
    assert await store.last_beat() == clock.now + HOUR
    await store.beat(clock.now + 2 * HOUR)
    assert await store.last_beat() == clock.now + 2 * HOUR


async def test_time_is_credited_to_one_game(store, clock):
    notes = [Note("timeout", "{}", clock.now + HOUR), Note("board", "{}", clock.now)]
    one, two = [await store.create(replace(RUNNING, deadline=clock.now + HOUR), [], outbox=notes) for _ in range(2)]
    await store.shift_game(one, ["timeout", "timeout"], SECOND)
    assert [note.due_at for note in await store.notes_of(one)] == [clock.now, clock.now + HOUR + SECOND]
    assert [note.due_at for note in await store.notes_of(two)] == [clock.now, clock.now + HOUR]
    assert (await store.game(one)).deadline == clock.now + HOUR + SECOND
    assert (await store.game(two)).deadline == clock.now + HOUR
    await store.shift_game(one, ["board"], -SECOND)
    assert await store.next_due() == clock.now - SECOND
    with pytest.raises(GameMissing):
        await store.shift_game(99, ["timeout"], SECOND)


@settings(suppress_health_check=[HealthCheck.function_scoped_fixture], max_examples=30, deadline=None)
@given(
    queue=st.lists(st.tuples(st.sampled_from("abc"), st.integers(0, 10**12)), max_size=6),
    moved=st.lists(st.sampled_from("abc"), max_size=4),
    by=st.timedeltas(timedelta(days=-9), timedelta(days=9)),
)
async def test_a_shift_moves_exactly_what_it_names(store: Store, clock, queue, moved, by):
    notes = [Note(kind, "", clock.now + timedelta(microseconds=at)) for kind, at in queue]
    game = await store.create(replace(RUNNING, deadline=clock.now), [], outbox=notes)
    await store.shift(moved, by)
    await store.shift_game(game, moved, by)
    expected = sorted((note.due_at + 2 * by if note.kind in moved else note.due_at, note.kind) for note in notes)
    assert sorted((note.due_at, note.kind) for note in await store.notes_of(game)) == expected
    assert (await store.game(game)).deadline == clock.now + 2 * by


async def test_games_are_counted_by_status(store):
    assert await store.games_count(["running"]) == 0
    for status in ("running", "running", "lobby", "over"):
        await store.create(replace(TABLE, status=status), [])
    assert await store.games_count(["running"]) == 2
    assert await store.games_count(["running", "over", "aside"]) == 3
    assert await store.games_count([]) == 0
