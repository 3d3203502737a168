"""The contract of `Store`, what is forgotten: names on wish, finished games after a while."""

import asyncio
from dataclasses import replace
from datetime import datetime, timedelta

import pytest

from data.sql import retention
from data.store import (
    ENDED,
    STATUSES,
    Conflict,
    EventMissing,
    GameChange,
    GameMissing,
    NewOutboxRow,
    PlayerRow,
    SeatRow,
    Unstorable,
)
from tests.data.tables import opened

ANN = SeatRow(0, 30, "Ann")
BEN = SeatRow(1, 31, "Ben")
DAY = timedelta(days=1)


async def test_events_are_rewritten_and_nothing_else_changes(store, clock):
    game = await opened(store, ["Ann opened", "Ben joined", "begun"], [ANN], [NewOutboxRow("x", "{}")])
    other = await opened(store, ["Ann opened"])
    before = await store.load(game)
    clock.now += DAY
    await store.rewrite_events(game, {1: "someone opened", 3: "Begun"})
    after = await store.load(game)
    assert after == replace(before, events=("someone opened", "Ben joined", "Begun"))
    assert (await store.load(other)).events == ("Ann opened",)
    await store.rewrite_events(game, {})
    assert await store.load(game) == after
    await store.append(game, 3, ["goes on"])


@pytest.mark.parametrize(
    ("bodies", "was", "error"),
    [
        ({1: "x", 3: "y"}, {}, EventMissing),
        ({0: "x"}, {}, EventMissing),
        ({1: "x", 2: "half a \ud800"}, {}, Unstorable),
        ({1: "x", 2: "y"}, {1: "a", 2: "a"}, Conflict),
    ],
    ids=["behind the end", "before the start", "unstorable", "changed meanwhile"],
)
async def test_a_rewrite_happens_whole_or_not_at_all(store, bodies, was, error):
    game = await opened(store, ["a", "b"])
    with pytest.raises(error):
        await store.rewrite_events(game, bodies, expected=was)
    assert (await store.load(game)).events == ("a", "b")


async def test_a_rewrite_that_knows_what_was_there_goes_through(store):
    game = await opened(store, ["a", "b"])
    await store.rewrite_events(game, {2: "c"}, expected={2: "b", 1: "not asked"})
    assert (await store.load(game)).events == ("a", "c")


async def test_of_two_who_are_forgotten_at_once_neither_comes_back(store, opener):
    """Each takes its own name out of a text that it read before; the second has to look again."""
    game = await opened(store, ["Ann and Ben"])
    async with opener() as other:
        text = (await store.load(game)).events[0]
        results = await asyncio.gather(
            store.rewrite_events(game, {1: text.replace("Ann", "?")}, expected={1: text}),
            other.rewrite_events(game, {1: text.replace("Ben", "?")}, expected={1: text}),
            return_exceptions=True,
        )
    assert [type(result) for result in results if result] == [Conflict]


async def test_a_game_that_does_not_exist_is_not_rewritten(store):
    with pytest.raises(GameMissing):
        await store.rewrite_events(7, {})


async def test_a_person_is_renamed_at_all_their_tables_and_nobody_else_is(store):
    games = [await opened(store, [], [ANN, BEN], status=status) for status in STATUSES]
    await store.rename_player(31, "former player")
    for game in games:
        assert (await store.load(game)).seats == (ANN, replace(BEN, name="former player"))
    await store.rename_player(99, "nobody")


async def test_all_games_of_a_person_are_found_whatever_became_of_them(store):
    games = [await opened(store, [], [ANN], status=status) for status in STATUSES]
    await opened(store, [], [BEN])
    assert [row.id for row in await store.games_of(30, STATUSES)] == games


async def test_games_are_found_by_what_their_events_mention(store):
    left = await opened(store, ['{"joined": 31, "name": "Ben 100%"}', '{"left": 31}', '{"x": "ÄÖ_\\\\"}'])
    await opened(store, ['{"joined": 3, "name": "Cem 1000"}'])
    assert await store.games_mentioning('"left": 31') == [left]
    assert await store.games_mentioning("100%") == [left]
    assert await store.games_mentioning("_\\") == [left]
    assert await store.games_mentioning("ben") == [left]
    assert await store.games_mentioning("joined") == [left, left + 1]
    assert await store.games_mentioning("Ann") == []


async def test_the_wishes_of_a_person_are_forgotten(store):
    await store.save_player(PlayerRow(30, "de", zone="Europe/Berlin"))
    await store.save_player(PlayerRow(31, "de"))
    await store.delete_player(30, "?")
    await store.delete_player(32, "?")
    assert await store.player(30) == PlayerRow(30)
    assert await store.player(31) == PlayerRow(31, "de")


async def test_games_that_ended_long_ago_are_retired_with_all_that_belongs_to_them(store, clock):
    old = [await opened(store, ["a"], [ANN], [NewOutboxRow("x", "{}")], status=status) for status in STATUSES]
    end = clock.now
    clock.now += DAY
    recent = await opened(store, ["a"], [ANN], status="over")
    assert await store.delete_ended(end, 99) == 0
    assert await store.delete_ended(end + timedelta(microseconds=1), 99) == 2
    kept = [row.id for row in await store.games_with(STATUSES)]
    assert kept == [game for game, status in zip(old, STATUSES, strict=True) if status not in ENDED] + [recent]
    assert [row.id for row in await store.games_of(30, STATUSES)] == kept
    assert sorted(note.subject for note in await store.due(clock.now, 99)) == kept[:-1]
    assert await store.games_mentioning("a") == kept
    assert await opened(store, []) == recent + 1


async def test_a_game_set_aside_after_its_end_is_kept(store, clock):
    game = await opened(store, ["?"], status="over")
    await store.quarantine(game, "no JSON")
    assert (await store.game(game)).ended_at is None
    assert await store.delete_ended(clock.now + DAY, 99) == 0
    assert (await store.load(game)).events == ("?",)


async def test_the_longest_ended_games_go_first_and_not_more_than_asked(store, clock, monkeypatch):
    monkeypatch.setattr(retention, "DELETED_AT_ONCE", 2)
    games = [await opened(store, ["a"], status="running") for _ in range(8)]
    for game in reversed(games):
        clock.now += DAY / 8
        await store.append(game, 1, [], change=GameChange(status="over"))
    assert await store.delete_ended(clock.now + DAY, 5) == 5
    assert [row.id for row in await store.games_with(["over"])] == games[:3]
    assert await store.delete_ended(clock.now + DAY, 99) == 3
    assert await store.delete_ended(clock.now + DAY, 99) == 0


async def test_no_more_than_the_games_that_ended_within_a_day_are_deleted_at_once(store, clock):
    games = [await opened(store, ["a"], status="running") for _ in range(5)]
    for game in games:
        await store.append(game, 1, [], change=GameChange(status="over"))
        clock.now += DAY
    deleted = [await store.delete_ended(clock.now + DAY, 99) for _ in range(4)]
    assert deleted == [2, 2, 1, 0]


async def test_a_game_that_goes_on_while_others_are_retired_stays(store, monkeypatch):
    """It was over when the old games were listed, and is running when its turn comes."""
    games = [await opened(store, ["a"], status="over") for _ in range(3)]
    delete = store._delete_ended

    async def deleted(some: list[int], before: datetime) -> int:
        if games[-1] in some:
            await store.append(games[-1], 1, ["taken back"], change=GameChange(status="running"))
        return await delete(some, before)

    monkeypatch.setattr(retention, "DELETED_AT_ONCE", 1)
    monkeypatch.setattr(store, "_delete_ended", deleted)
    assert await store.delete_ended((await store.game(games[0])).ended_at + DAY, 99) == 2
    assert (await store.load(games[-1])).events == ("a", "taken back")


async def test_only_the_first_answer_to_a_puzzle_counts_and_all_of_a_person_go_with_them(store, clock):
    assert await store.save_puzzle_answer(30, "solo-1", solved=False)
    clock.now += DAY
    assert await store.save_puzzle_answer(30, "a-later-one", solved=True)
    assert not await store.save_puzzle_answer(30, "solo-1", solved=True)
    assert await store.save_puzzle_answer(31, "solo-1", solved=True)
    mine = await store.puzzle_answers(30)
    assert [(one.puzzle, one.solved, one.at) for one in mine] == [
        ("solo-1", False, clock.now - DAY),
        ("a-later-one", True, clock.now),
    ]
    await store.delete_player(30, "?")
    assert await store.puzzle_answers(30) == []
    assert len(await store.puzzle_answers(31)) == 1


async def test_an_analysis_is_kept_with_its_game_and_deleted_with_it(store, clock):
    game = await opened(store, ["a"], status="over")
    assert await store.analysis(game) is None
    await store.save_analysis(game, '{"first": 1}')
    await store.save_analysis(game, '{"second": 2}')
    assert await store.analysis(game) == '{"second": 2}'
    with pytest.raises(GameMissing):
        await store.save_analysis(99, "{}")
    await store.delete_ended(clock.now + DAY, 10)
    assert await store.analysis(game) is None
