"""What people and timers may do in a tournament: each gives the events that it leads to."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence
from datetime import datetime, timedelta
from typing import Final

from bot.tables.errors import Refused
from bot.tables.pace import pace_of
from bot.tournaments.events import (
    Begun,
    Cancelled,
    Entered,
    Event,
    GameEnded,
    Moved,
    Opened,
    RoundExtended,
    SeatsHeld,
    SystemChoice,
    Warned,
    Why,
    Withdrawn,
)
from bot.tournaments.pairing import round_robin_rounds
from bot.tournaments.played import points_of
from bot.tournaments.standings import System
from bot.tournaments.tournament import Tournament
from data.ids import ChannelId, GameId, UserId
from game.modes import MODES

MOST_PEOPLE: Final = 64
MOST_ROUNDS: Final = 11
ROUND_ROBIN: Final = 8
"""Up to how many people play a round robin where nobody says how."""
LEAST_PEOPLE: Final = 2
_ROUNDS: Final = 3
"""As few rounds as a Swiss tournament has, where nobody says how many."""
_LEAST_EXTENSION: Final = timedelta(seconds=1)
TABLE_MODES: Final = tuple(name for name, mode in MODES.items() if mode.sides is None and max(mode.seats) > 1)
"""The modes that can be played: each for oneself, against others."""


def check_terms(terms: Opened) -> None:
    """Refuse terms that cannot become a tournament.

    Raises:
        Refused: `tournament-mode`, `seats-clash`, `tournament-few`, `tournament-pace`, `tournament-robin`,
            `tournament-rounds`, `tournament-rating`.
    """
    if terms.mode not in TABLE_MODES:
        raise Refused("tournament-mode")
    allowed = tuple(seats for seats in MODES[terms.mode].seats if seats > 1)
    if terms.seats not in allowed:
        shown = str(allowed[0]) if len(allowed) == 1 else f"{allowed[0]}-{allowed[-1]}"
        raise Refused("seats-clash", mode=terms.mode, seats=terms.seats, allowed=shown)
    least = max(LEAST_PEOPLE, terms.seats)
    if terms.most < least:
        raise Refused("tournament-few", least=least)
    pace = pace_of(terms.pace)
    if pace is None or pace.total > timedelta(days=terms.days):
        raise Refused("tournament-pace", days=terms.days)
    if terms.system == "round-robin" and (terms.seats != 2 or terms.most > ROUND_ROBIN):
        raise Refused("tournament-robin", limit=ROUND_ROBIN)
    if terms.system == "round-robin" and terms.rounds:
        raise Refused("tournament-rounds")
    if terms.rating_to and terms.rating_from > terms.rating_to:
        raise Refused("tournament-rating")


def enter(tournament: Tournament, entry: Entered, *, roles: Collection[int]) -> list[Event]:
    """Take part; who has one of these roles, which `entry` knows nothing of.

    Raises:
        Refused: `tournament-begun`, `tournament-in`, `tournament-full`, `tournament-role`, `tournament-rated`.
    """
    _check_open(tournament)
    terms = tournament.opened
    if any(one.user == entry.user for one in tournament.entered):
        raise Refused("tournament-in")
    if len(tournament.entered) >= terms.most:
        raise Refused("tournament-full", limit=terms.most)
    if terms.role and terms.role not in roles:
        raise Refused("tournament-role", role=f"<@&{terms.role}>")
    if entry.rating < terms.rating_from or (terms.rating_to and entry.rating > terms.rating_to):
        raise Refused("tournament-rated", rating=entry.rating)
    full = len(tournament.entered) + 1 == terms.most
    return [entry, *(_begun((*tournament.entered, entry), terms) if full and terms.when_full else ())]


def withdraw(tournament: Tournament, user: UserId, why: Why) -> list[Event]:
    """Take part no more; what somebody plays now they may play to its end.

    Raises:
        Refused: `tournament-out`, `tournament-over`.
    """
    _check_not_over(tournament)
    if user not in tournament.staying:
        raise Refused("tournament-out")
    return [Withdrawn(user, why)]


def begin(tournament: Tournament) -> list[Event]:
    """Begin with who has entered.

    Raises:
        Refused: `tournament-begun`, `tournament-few`.
    """
    _check_open(tournament)
    if len(tournament.entered) < max(LEAST_PEOPLE, tournament.opened.seats):
        raise Refused("tournament-few", least=max(LEAST_PEOPLE, tournament.opened.seats))
    return list(_begun(tournament.entered, tournament.opened))


def time_to_begin(tournament: Tournament, now: datetime) -> list[Event]:
    """What the moment leads to at which a tournament begins, or is given up; nothing before, or where it has begun."""
    terms = tournament.opened
    if tournament.status != "open" or (terms.begins_at is not None and now < terms.begins_at):
        return []
    if terms.begins_at is None:
        return [Cancelled("expired")]
    return begin(tournament) if len(tournament.entered) >= max(LEAST_PEOPLE, terms.seats) else [Cancelled("too-few")]


def cancel(tournament: Tournament, user: UserId) -> list[Event]:
    """Close it; the games that run go on, for nothing but themselves.

    Raises:
        Refused: `tournament-over`.
    """
    _check_not_over(tournament)
    return [Cancelled("host", user)]


def move(tournament: Tournament, channel: ChannelId) -> list[Event]:
    """Let messages and further games come in another channel.

    Raises:
        Refused: `tournament-over`.
    """
    _check_not_over(tournament)
    return [] if tournament.channel == channel else [Moved(channel)]


def hold(tournament: Tournament, game: GameId, users: tuple[UserId, ...]) -> list[Event]:
    """Note in whose seats of a running game a bot plays; nothing where that is known, or the game counts no more."""
    last = tournament.round
    if tournament.status != "running" or last is None or game not in last.open_games:
        return []
    return [] if last.held.get(game, ()) == users else [SeatsHeld(game, users)]


def end_game(
    tournament: Tournament, game: GameId, ranks: Sequence[int], lowest: Sequence[int], held: Sequence[UserId]
) -> list[Event]:
    """Note what a game came to by seat; nothing where that is known, or it counts no more."""
    last = tournament.round
    if tournament.status != "running" or last is None or game not in last.open_games:
        return []
    return [GameEnded(game, points_of(ranks), tuple(lowest), tuple(held))]


def warn(tournament: Tournament, number: int) -> list[Event]:
    """Warn those for whom a bot played in the round before, and whose games of this one are not over yet."""
    last = tournament.round
    if tournament.status != "running" or last is None or last.number != number or number < 2:
        return []
    before = tournament.rounds[-2].held_now()
    playing = {user for table in last.tables if table.game in last.open_games for user in table.people}
    users = tuple(user for user in tournament.staying if user in before & playing - last.warned)
    return [Warned(users)] if users else []


def extend(tournament: Tournament, absences: Iterable[tuple[datetime, datetime]], now: datetime) -> list[Event]:
    """Let the present round last as much longer as somebody was away in it, each moment counted once."""
    last = tournament.round
    if tournament.status != "running" or last is None:
        return []
    away, end = timedelta(), last.counted
    for began, ended in sorted(absences):
        away += max(timedelta(), ended - max(began, end))
        end = max(end, ended)
    if away < _LEAST_EXTENSION:
        return []
    return [RoundExtended((last.until + away).replace(microsecond=0), now.replace(microsecond=0))]


def _begun(entered: Sequence[Entered], terms: Opened) -> tuple[Begun]:
    """The beginning with these people, the best rated first, then who entered first."""
    line = tuple(one.user for one in sorted(entered, key=lambda one: -one.rating))
    system = _system(terms.system, len(line), terms)
    if system == "round-robin":
        return (Begun(system, round_robin_rounds(len(line)), line),)
    most = _rounds_without_meeting_again(len(line), terms.seats)
    wanted = terms.rounds or min(max(_ROUNDS, (len(line) - 1).bit_length()), most)
    return (Begun(system, wanted, line),)


def _system(choice: SystemChoice, people: int, terms: Opened) -> System:
    """How it is played: a round robin of few people at tables of two, unless fewer rounds were asked for."""
    if choice != "auto":
        return choice
    fits = terms.seats == 2 and people <= ROUND_ROBIN
    return "round-robin" if fits and terms.rounds in (0, round_robin_rounds(people)) else "swiss"


def _rounds_without_meeting_again(people: int, seats: int) -> int:
    return round_robin_rounds(people) if seats == 2 else max(1, (people - 1) // (seats - 1))


def _check_open(tournament: Tournament) -> None:
    if tournament.status == "running":
        raise Refused("tournament-begun")
    _check_not_over(tournament)


def _check_not_over(tournament: Tournament) -> None:
    if tournament.status in ("over", "cancelled"):
        raise Refused("tournament-over")
