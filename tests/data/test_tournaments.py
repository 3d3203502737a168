"""Tournaments in the store: a log whose key is the lock, games that open with their round, people and their places."""

from __future__ import annotations

from datetime import timedelta

import pytest

from data.store import NewGame, NewOutboxRow, SeatRow, Server, TooMany, TournamentConflict, TournamentMissing
from data.tournaments import NewTournament, TournamentChange, TournamentGame, TournamentPerson, TournamentPlace

ANN, BEN = 31, 2**62
NEW = NewTournament(10, 20, ANN)


async def opened(store, most=None) -> int:
    def rows(number):
        return [NewOutboxRow("message", f'{{"tournament": {number}}}')]

    return (await store.create_tournament(NEW, ['{"opened": "ü"}'], rows, most=most)).id


def game(*users: int) -> TournamentGame:
    seats = tuple(SeatRow(at, user, f"p{user}") for at, user in enumerate(users))
    new = NewGame(10, 20, "duel", "de", users[0])
    return TournamentGame(new, ('{"lobby": 1}',), seats, (NewOutboxRow("begin", "{}"),))


async def append(store, number: int, after: int, *events: str, **how):
    return await store.append_tournament(number, after, lambda _: events, **how)


async def test_a_new_tournament_has_its_first_events_and_its_message(store):
    number = await opened(store)
    stored = await store.tournament(number)
    assert stored.events == ('{"opened": "ü"}',)
    assert (stored.row.status, stored.row.version, stored.row.channel) == ("open", 1, 20)
    assert [row.body for row in await store.outbox_of(Server(10))] == [f'{{"tournament": {number}}}']


async def test_a_server_has_no_more_open_tournaments_than_it_may(store):
    first = await opened(store, most=1)
    with pytest.raises(TooMany):
        await opened(store, most=1)
    await append(store, first, 1, "{}", change=TournamentChange("over"))
    assert await opened(store, most=1) > first


async def test_of_two_who_append_after_the_same_event_one_gets_a_conflict(store):
    number = await opened(store)
    await append(store, number, 1, "first")
    with pytest.raises(TournamentConflict):
        await append(store, number, 1, "second", outbox=[NewOutboxRow("second", "{}")])
    assert (await store.tournament(number)).events[1:] == ("first",)
    assert [row.kind for row in await store.outbox_of(Server(10))] == ["message"]


async def test_a_round_and_its_games_are_there_together(store):
    number = await opened(store)
    await store.append_tournament(number, 1, lambda games: [f"round {list(games)}"], games=[game(ANN, BEN), game(BEN)])
    first, second = await store.games_of(BEN, ["lobby"])
    assert (await store.tournament(number)).events[1:] == (f"round {[first.id, second.id]}",)
    assert (await store.load(first.id)).events == ('{"lobby": 1}',)
    assert [row.kind for row in await store.outbox_of(first.id)] == ["begin"]


async def test_a_round_that_comes_second_opens_no_games(store):
    number = await opened(store)
    await append(store, number, 1, "withdrawn")
    with pytest.raises(TournamentConflict):
        await store.append_tournament(number, 1, lambda _: ["round"], games=[game(ANN, BEN)])
    assert await store.games_of(BEN, ["lobby"]) == []


async def test_people_are_found_with_their_places(store):
    number = await opened(store)
    await append(store, number, 1, "e", people=[TournamentPerson(ANN, "Ann"), TournamentPerson(BEN, "Ben")])
    assert [row.id for row in await store.tournaments_of(ANN, ["open"])] == [number]
    people = [TournamentPerson(ANN, "Ann", 2), TournamentPerson(BEN, "Ben", 1)]
    row = await append(store, number, 2, "ended", people=people, change=TournamentChange("over"))
    assert (row.status, row.ended_at is None) == ("over", False)
    assert await store.tournament_places(ANN) == [TournamentPlace(number, 10, "Ann", 2)]
    assert await store.tournaments_of(ANN, ["open", "running"]) == []


async def test_the_open_ones_of_all_servers_are_found(store):
    over, running = await opened(store), await opened(store)
    await append(store, over, 1, "ended", change=TournamentChange("over"))
    assert [row.id for row in await store.tournaments_with(["open", "running"])] == [running]


async def test_a_message_of_an_earlier_edition_does_not_replace_a_later_one(store):
    number = await opened(store)
    await store.set_tournament_message(number, 20, 77, 2)
    await store.set_tournament_message(number, 20, 78, 1)
    row = (await store.tournament(number)).row
    assert (row.message, row.message_channel, row.edition) == (77, 20, 2)


async def test_events_are_rewritten_only_where_they_are_what_was_read(store):
    number = await opened(store)
    await append(store, number, 1, '{"user": 31}')
    assert await store.tournaments_mentioning('"user": 31') == [number]
    with pytest.raises(TournamentConflict):
        await store.rewrite_tournament(number, {1: "x", 2: "y"}, {1: '{"opened": "ü"}', 2: "else"})
    await store.rewrite_tournament(number, {2: "y"}, {2: '{"user": 31}'})
    assert (await store.tournament(number)).events == ('{"opened": "ü"}', "y")


async def test_tournaments_are_deleted_when_their_time_is_over(store, clock):
    over, running = await opened(store), await opened(store)
    await append(store, over, 1, "ended", change=TournamentChange("cancelled"))
    await store.delete_tournaments(clock())
    assert [row.id for row in await store.tournaments_in(10, ["open", "cancelled"])] == [over, running]
    await store.delete_tournaments(clock() + timedelta(seconds=1))
    assert [row.id for row in await store.tournaments_in(10, ["open", "cancelled"])] == [running]


async def test_a_tournament_that_is_not_there_is_missing(store):
    with pytest.raises(TournamentMissing):
        await store.tournament(7)
    with pytest.raises(TournamentMissing):
        await append(store, 7, 1, "x")
