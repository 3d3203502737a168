"""What follows of itself in a tournament: who is withdrawn between two rounds, the next round, the end."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime, timedelta

from bot.tournaments import grouping, pairing
from bot.tournaments.events import Ended, Event, Pairing, RoundBegun, Withdrawn
from bot.tournaments.tournament import Tournament, apply
from data.ids import GameId, UserId


@dataclass(frozen=True, slots=True)
class Draft:
    """A round that is to begin, before its games have numbers."""

    number: int
    tables: tuple[tuple[UserId, ...], ...]
    byes: tuple[UserId, ...]
    at: datetime
    until: datetime

    def begun(self, games: tuple[GameId, ...]) -> RoundBegun:
        """The round with its games."""
        tables = tuple(Pairing(people, game) for people, game in zip(self.tables, games, strict=True))
        return RoundBegun(self.number, tables, self.byes, self.at, self.until)


@dataclass(frozen=True, slots=True)
class Progress:
    """What follows: events, and after them perhaps a round."""

    events: tuple[Event, ...]
    draft: Draft | None = None


def progress(tournament: Tournament, now: datetime) -> Progress:
    """What follows from how a tournament stands; nothing while a round goes on. Takes a while for many people."""
    events: list[Event] = []
    while tournament.status == "running" and (tournament.round is None or tournament.round.is_over):
        found: list[Event] = [Withdrawn(user, "absent") for user in absent(tournament)]
        events += found
        tournament = apply(tournament, found)
        if _is_played_out(tournament):
            events.append(Ended())
            break
        draft = _next_round(tournament, now)
        if draft.tables:
            return Progress(tuple(events), draft)
        # Of a round robin everybody who was to meet has gone: those who are left have byes.
        found = [draft.begun(())]
        events += found
        tournament = apply(tournament, found)
    return Progress(tuple(events))


def absent(tournament: Tournament) -> list[UserId]:
    """Who is to be withdrawn as the round ends: a bot has played for them in two rounds, and they were warned."""
    last = tournament.round
    return [user for user in tournament.staying if last and user in last.held_now() and user in last.warned]


def _is_played_out(tournament: Tournament) -> bool:
    rounds = tournament.begun.rounds if tournament.begun else 0
    return len(tournament.rounds) >= rounds or len(tournament.staying) < 2


def _next_round(tournament: Tournament, now: datetime) -> Draft:
    number, terms = len(tournament.rounds) + 1, tournament.opened
    found, byes = _tables(tournament, number)
    at = now.replace(microsecond=0)
    return Draft(number, tuple(found), byes, at, at + timedelta(days=terms.days))


def _tables(tournament: Tournament, number: int) -> tuple[list[tuple[UserId, ...]], tuple[UserId, ...]]:
    staying = set(tournament.staying)
    if tournament.begun is not None and tournament.begun.system == "round-robin":
        pairs, byes = pairing.round_robin(tournament.people, number)
        left = [user for pair in pairs if not staying.issuperset(pair) for user in pair]
        found = [pair for pair in pairs if staying.issuperset(pair)]
        return [*found], tuple(user for user in (*byes, *left) if user in staying)
    order = [line.user for line in tournament.standings() if line.user in staying]
    if tournament.opened.seats == 2:
        pairs, byes = pairing.pairs(order, tournament.played)
        return [*pairs], byes
    return grouping.tables(order, tournament.opened.seats, tournament.played), ()
