"""Tournaments that were played at random up to some round, for the tests of pairing and ranking."""

from __future__ import annotations

from random import Random

from bot.tournaments import grouping, pairing
from bot.tournaments.played import Played, Round, TableResult, points_of
from bot.tournaments.standings import standings
from data.ids import UserId


def people(count: int) -> list[UserId]:
    return [UserId(number) for number in range(1, count + 1)]


def result(rng: Random, users: tuple[UserId, ...]) -> TableResult:
    """A table that ended at random, with a draw now and then."""
    ranks = [rng.choice((1, 2, 2, 3)) for _ in users]
    ranks = [1 + sum(other < rank for other in ranks) for rank in ranks]
    return TableResult(users, points_of(ranks), tuple(rng.randrange(19) for _ in users))


def next_round(users: list[UserId], played: Played, seats: int) -> tuple[list[tuple[UserId, ...]], tuple[UserId, ...]]:
    order = [line.user for line in standings(users, played, "swiss")]
    if seats == 2:
        return pairing.pairs(order, played)
    return grouping.tables(order, seats, played), ()


def random_history(rng: Random, *, seats: int = 2, most: int = 10) -> tuple[list[UserId], Played]:
    """Who plays on after some rounds, and what was played: some of it as it comes, as after withdrawals."""
    users = people(rng.randint(max(3, seats), most))
    played = Played()
    for _ in range(rng.randint(0, len(users) - 1 if seats == 2 else 3)):
        if rng.random() < 0.5:
            found, byes = next_round(users, played, seats)
        else:
            line = rng.sample(users, len(users))
            byes = tuple(line[: len(line) % 2]) if seats == 2 else ()
            line = line[len(byes) :]
            found = []
            for size in grouping.table_sizes(len(line), seats):
                found.append(tuple(line[:size]))
                line = line[size:]
        played = Played((*played.rounds, Round(tuple(result(rng, table) for table in found), byes)))
    staying = [user for user in users if rng.random() < 0.9]
    return (staying if len(staying) >= max(2, seats) else users), played
