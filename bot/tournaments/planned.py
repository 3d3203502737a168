"""The messages and timers that a change of a tournament leads to, and the games of a round. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime, timedelta
from typing import Final

from bot.tables.events import Joined, to_text
from bot.tables.events import Opened as GameOpened
from bot.tables.messages import TournamentMessage, WithdrawalWarning
from bot.tables.outbox_rows import OutboxItem, Scheduled
from bot.tables.timers import BeginTimer, BeginTournament, RoundEnd, RoundWarning
from bot.tournaments.events import Event, Opened, RoundBegun, RoundExtended, Warned
from bot.tournaments.tournament import Tournament
from data.ids import GuildId, TournamentId, UserId
from data.store import NewGame, NewOutboxRow, SeatRow
from data.tournaments import TournamentGame, TournamentPerson

EXPIRES: Final = timedelta(days=30)
"""How long a tournament that nobody begins takes entries."""
WARNING: Final = timedelta(days=1)
"""How long before the end of a round it is told who will be withdrawn."""


def opened_rows(tournament: TournamentId, terms: Opened, now: datetime) -> list[NewOutboxRow]:
    """The first message of a tournament, and when it begins or is given up."""
    begins = Scheduled(BeginTournament(tournament), terms.begins_at or now + EXPIRES)
    return [Scheduled(TournamentMessage(tournament)).row, begins.row]


def rows(tournament: Tournament, events: Sequence[Event]) -> list[NewOutboxRow]:
    """What is to be shown and done after these events, which the tournament has."""
    found = [Scheduled(TournamentMessage(tournament.id))]
    for event in events:
        if isinstance(event, Warned) and tournament.round is not None:
            found.append(Scheduled(WithdrawalWarning(tournament.id, tournament.round.number)))
        if isinstance(event, RoundBegun | RoundExtended) and tournament.round is not None:
            number = event.number if isinstance(event, RoundBegun) else tournament.round.number
            warning: OutboxItem = RoundWarning(tournament.id, number)
            found += [
                Scheduled(warning, event.until - WARNING),
                Scheduled(RoundEnd(tournament.id, number), event.until),
            ]
    return [one.row for one in found]


def people_rows(tournament: Tournament) -> list[TournamentPerson]:
    """The people of a tournament, with their ranks once it is over."""
    places = {line.user: line.rank for line in tournament.standings()} if tournament.status == "over" else {}
    return [TournamentPerson(one.user, one.name, places.get(one.user)) for one in tournament.entered]


def game(tournament: Tournament, guild: GuildId, people: Sequence[UserId]) -> TournamentGame:
    """A game of these people, in the order of its seats, which begins of itself."""
    terms = tournament.opened
    opened = GameOpened(
        people[0],
        terms.mode,
        len(people),
        language=terms.language,
        order="joined",
        pace=terms.pace,
        home=tournament.channel,
        line=tuple(people),
        hints=False,
        casual=terms.casual,
        tournament=tournament.id,
    )
    joined = [Joined(user, tournament.name_of(user)) for user in people]
    return TournamentGame(
        NewGame(guild, tournament.channel, terms.mode, terms.language, people[0]),
        tuple(to_text(event) for event in (opened, *joined)),
        tuple(SeatRow(at, one.user, one.name) for at, one in enumerate(joined)),
        (Scheduled(BeginTimer()).row,),
    )
