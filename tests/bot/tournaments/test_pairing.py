"""Swiss pairs and the round robin, the former compared with all pairings that there are."""

from __future__ import annotations

import os
from collections import Counter
from collections.abc import Iterator
from random import Random

import pytest

from bot.tournaments.pairing import pairs, round_robin, round_robin_rounds
from bot.tournaments.played import POINT, Played, Round, TableResult
from data.ids import UserId
from tests.bot.tournaments.histories import next_round, people, random_history, result

HISTORIES = 2000 if os.environ.get("SOAK") else 60
A, B, C, D, E = people(5)


def won(first: UserId, second: UserId) -> TableResult:
    return TableResult((first, second), (POINT, 0), (9, 6))


def all_pairings(users: list[UserId]) -> Iterator[tuple[list[frozenset[UserId]], UserId | None]]:
    """Every way to pair these people, with who is left over of an odd number."""
    if len(users) % 2:
        for user in users:
            yield from ((found, user) for found, _ in all_pairings([one for one in users if one != user]))
    elif not users:
        yield [], None
    else:
        first, *rest = users
        for other in rest:
            for found, _ in all_pairings([one for one in rest if one != other]):
                yield [frozenset((first, other)), *found], None


def judged(found: list[frozenset[UserId]], bye: UserId | None, order: list[UserId], played: Played) -> tuple[int, ...]:
    """How bad a pairing is, told counted anew from the results; the parts are compared one after the other."""
    again = gap = uneven = apart = 0
    points = {user: sum(_points_at(table, user) for table in played.tables()) for user in order}
    for one in played.rounds:
        for user in one.byes:
            if user in points:
                points[user] += POINT
    first = Counter(table.people[0] for table in played.tables())
    second = Counter(table.people[1] for table in played.tables())
    for pair in found:
        one, other = sorted(pair, key=order.index)
        again += sum({one, other} <= set(table.people) for table in played.tables())
        gap += (points[one] - points[other]) ** 2
        balances = first[one] - second[one], first[other] - second[other]
        uneven += min((balances[0] + 1) ** 2 + (balances[1] - 1) ** 2, (balances[0] - 1) ** 2 + (balances[1] + 1) ** 2)
        equals = [user for user in order if points[user] == points[one]]
        if points[one] == points[other]:
            apart += abs(equals.index(other) - equals.index(one) - len(equals) // 2)
    if bye is not None:
        again += sum(bye in one.byes for one in played.rounds)
        gap += (points[bye] - min(points.values())) ** 2
    return again, gap, uneven, apart


def _points_at(table: TableResult, user: UserId) -> int:
    return table.points[table.people.index(user)] if user in table.people else 0


@pytest.mark.parametrize("block", range(4))
def test_no_other_pairing_is_better(block):
    for number in range(HISTORIES // 4):
        order, played = random_history(Random(f"{block}:{number}"), most=10 if number % 5 == 0 else 8)
        found, byes = pairs(order, played)
        assert sorted([*(user for pair in found for user in pair), *byes]) == sorted(order)
        ours = judged([frozenset(pair) for pair in found], byes[0] if byes else None, order, played)
        assert ours == min(judged(other, bye, order, played) for other, bye in all_pairings(order))


def test_the_better_half_meets_the_other_half_at_first():
    found, byes = pairs(people(8), Played())
    assert [set(pair) for pair in found] == [{1, 5}, {2, 6}, {3, 7}, {4, 8}]
    assert byes == ()


def test_the_better_players_begin_at_every_other_table_at_first():
    found, _ = pairs(people(8), Played())
    assert [pair[0] for pair in found] == [1, 6, 3, 8]


def test_people_of_equal_points_meet():
    found, _ = pairs([A, C, B, D], Played((Round((won(A, B), won(C, D))),)))
    assert [set(pair) for pair in found] == [{A, C}, {B, D}]


def test_nobody_meets_somebody_again_while_it_can_be_avoided():
    played = Played((Round((won(A, B), won(C, D))), Round((won(A, C), won(B, D)))))
    found, _ = pairs([A, B, C, D], played)
    assert {frozenset(pair) for pair in found} == {frozenset((A, D)), frozenset((B, C))}


def test_who_had_a_bye_has_no_second_one_while_others_had_none():
    played = Played((Round((won(A, B), won(C, D)), (E,)), Round((won(A, E), won(B, C)), (D,))))
    _, byes = pairs([A, B, C, D, E], played)
    assert byes in {(B,), (C,)}


def test_the_bye_is_for_who_has_the_fewest_points():
    _, byes = pairs([A, C, B], Played((Round((won(A, B),), (C,)),)))
    assert byes == (B,)


def test_two_who_are_left_meet_as_often_as_it_takes():
    found, _ = pairs([A, B], Played((Round((won(A, B),)),)))
    assert found == [(B, A)]


@pytest.mark.parametrize("count", [7, 16])
def test_starts_stay_balanced_and_nobody_meets_twice_in_seven_rounds(count):
    rng, users, played = Random(count), people(count), Played()
    for _ in range(7 if count == 16 else 5):
        found, byes = next_round(users, played, 2)
        played = Played((*played.rounds, Round(tuple(result(rng, pair) for pair in found), byes)))
    assert set(played.meetings.values()) == {1}
    assert max(abs(balance) for balance in played.starts.values()) <= 2
    assert max(played.byes.values(), default=1) == 1


@pytest.mark.parametrize("count", range(2, 9))
def test_in_a_round_robin_everybody_meets_everybody_once(count):
    rounds = [round_robin(people(count), number) for number in range(1, round_robin_rounds(count) + 1)]
    played = Played(tuple(Round(tuple(won(*pair) for pair in found), byes) for found, byes in rounds))
    assert set(played.meetings.values()) == {1}
    assert len(played.meetings) == count * (count - 1) // 2
    assert set(played.byes.values()) == ({1} if count % 2 else set())
    assert len(played.byes) == (count if count % 2 else 0)
    assert max(abs(balance) for balance in played.starts.values()) <= 1
