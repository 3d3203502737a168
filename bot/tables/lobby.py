"""What people may do in a lobby: open it, join, leave, remove, begin, close."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from random import Random
from typing import Final, TypeVar

from bot.tables.bots import Shuffle, with_bot_turns
from bot.tables.change import Change, change
from bot.tables.errors import Refused
from bot.tables.events import Begun, Cancelled, EndedEarly, Joined, Left, Opened, Seat, SeatLevel, TermsChanged
from bot.tables.names import BOT_NAMES
from bot.tables.pace import is_pace
from bot.tables.table import Table
from bot.texts import LANGUAGES, known, texts
from data.ids import UserId
from game import rules
from game.ai.levels import LevelName
from game.bag import seeded
from game.events import Stopped
from game.modes import MODES

Term = TypeVar("Term", str, bool)
LEVEL: Final[LevelName] = "2"
"""The level of a bot for which nobody names one. It plays sensible turns but overlooks most blocks, so that somebody
who has played a few times wins about as often as it does.
"""


def bots_of(table: Table) -> tuple[Seat, ...]:
    """The bots of a lobby as they will sit there, each named by its level in the language of the table."""
    return tuple(
        Seat(None, _bot_name(name, level, table), level) for name, level in zip(BOT_NAMES, table.levels, strict=False)
    )


def _bot_name(name: str, level: SeatLevel, table: Table) -> str:
    words = texts(known(table.opened.language))
    match level:
        case "careful":
            return name
        case "beginner":
            return words("level.bot-beginner", name=name)
        case _:
            return words("level.bot", name=name, level=level)


def seats_asked(mode: str, seats: int | None, bots: int, invited: int) -> int:
    """How many seats a table gets: what was asked, else as many as the mode has, so that another friend finds one.

    With bots there are enough for all that were named, at least 2: it begins at once where nobody else was.
    """
    if seats is not None:
        return seats
    allowed = MODES[mode].seats if mode in MODES else ()
    if len(allowed) == 1:
        return allowed[0]
    named = max(2, 1 + bots + invited)
    return named if bots else max((named, *allowed))


def check_terms(terms: Opened, *, dm: bool) -> None:
    """Refuse terms that cannot become a game (R8); in a direct message (`dm`) nobody else can join.

    Raises:
        Refused: `seats-clash`, `solo-with-bots`, `too-many-bots`, `too-many-invited`, `dm-only-alone`.
    """
    mode = MODES[terms.mode]
    if terms.seats not in mode.seats:
        raise Refused("seats-clash", mode=terms.mode, seats=terms.seats, allowed=_range(mode.seats))
    if terms.seats == 1 and terms.bots:
        raise Refused("solo-with-bots")
    if not 0 <= terms.bots < terms.seats:
        raise Refused("too-many-bots", most=terms.seats - 1)
    if len(terms.invited) > terms.seats - terms.bots - 1:
        raise Refused("too-many-invited")
    if dm and terms.seats - terms.bots > 1:
        raise Refused("dm-only-alone")


def _range(numbers: Sequence[int]) -> str:
    return str(numbers[0]) if len(numbers) == 1 else f"{numbers[0]}-{numbers[-1]}"


def join(table: Table, user: UserId, name: str, side: int | None = None) -> Change:
    """Take a seat in the lobby, or change the team. A lobby in its host's own language returns to that of all.

    Raises:
        Refused: `in-already`, `lobby-full`, `team-full`, or the lobby is over.
    """
    table.check_lobby()
    mine = next((person for person in table.lobby_players if person.user == user), None)
    side = _side(table, mine, side)
    if mine is None:
        if table.free <= 0:
            raise Refused("lobby-full")
        joined = change(table, Joined(user, name, side))
        common = table.common_language
        return joined if common is None else joined.then(_spoken(table, common))
    if not table.teams or mine.side == side:
        raise Refused("in-already")
    return change(table, Joined(user, name, side))


def _spoken(table: Table, language: str) -> TermsChanged:
    """The terms of a lobby as they are, in this language."""
    return TermsChanged(table.opened.seats, table.opened.pace, table.levels, language=language)


def _side(table: Table, mine: Joined | None, wanted: int | None) -> int:
    if table.mode.sides is None:
        return 0
    sizes = [sum(person.side == side for person in table.lobby_players) for side in range(table.mode.sides)]
    if wanted is None:
        return mine.side if mine else sizes.index(min(sizes))
    if not 0 <= wanted < len(sizes):
        raise Refused("no-such-team")
    if sizes[wanted] >= table.opened.seats // table.mode.sides and not (mine and mine.side == wanted):
        raise Refused("team-full")
    return wanted


def can_make_room(table: Table) -> bool:
    """Whether the host of a full lobby could free a seat: the mode has more, or a bot has one."""
    return bool(table.levels) or any(seats > table.opened.seats for seats in table.mode.seats)


def leave(table: Table, user: UserId, by: UserId) -> Change:
    """Leave the lobby, or as its host remove somebody; when nobody is left it closes.

    Raises:
        Refused: `not-in-lobby`, `host-only`, `game-running`, `begun` for a game of a tournament.
    """
    if table.status == "running":
        raise Refused("game-running" if by in table.humans else "not-playing")
    table.check_lobby()
    if table.opened.tournament:
        raise Refused("begun")
    if by not in (user, table.host):
        raise Refused("host-only", name=table.name_of(table.host))
    if user not in table.humans:
        raise Refused("not-in-lobby") if user == by else Refused("they-not-in-lobby", user=user)
    left = change(table, Left(user, by))
    return left if left.table.lobby_players else left.then(Cancelled(None))


def add_bot(
    table: Table, user: UserId, level: SeatLevel, bots: int | None = None, *, language: str | None = None
) -> Change:
    """Give a free seat to a bot; where there is none, and the mode has more, the table gets one more.

    `bots` is how many bots the host saw, `None` where that is not known; `language` is one that the lobby takes.

    Raises:
        Refused: `host-only`, `moved-on`, `lobby-full`, or the lobby is over.
    """
    _check_host(table, user)
    _check_bots(table, bots)
    seats = table.opened.seats
    if table.free <= 0:
        seats = next((more for more in table.mode.seats if more > seats), None)
        if seats is None:
            raise Refused("lobby-full")
    taken = _new(language, table.opened.language)
    return change(table, TermsChanged(seats, table.opened.pace, (*table.levels, level), language=taken))


def remove_bot(table: Table, user: UserId, bot: int, bots: int | None = None) -> Change:
    """Free the seat of the bot with this number among the `bots` that the host saw, `None` where that is not known.

    Raises:
        Refused: `host-only`, `moved-on`, `no-such-bot`, or the lobby is over.
    """
    _check_host(table, user)
    _check_bots(table, bots)
    if bot not in range(len(table.levels)):
        raise Refused("no-such-bot")
    left = table.levels[:bot] + table.levels[bot + 1 :]
    return change(table, TermsChanged(table.opened.seats, table.opened.pace, left))


@dataclass(frozen=True, slots=True)
class NewTerms:
    """What the host of a lobby wants to change; `None` leaves a term as it is."""

    seats: int | None = None
    pace: str | None = None
    mode: str | None = None
    hints: bool | None = None
    casual: bool | None = None
    language: str | None = None


def change_terms(table: Table, user: UserId, wanted: NewTerms) -> Change:
    """Change the terms of a lobby; nothing where they are so already.

    Another mode has as many seats as before where it can, else its most. In a mode with teams people join them in turn.

    Raises:
        Refused: `host-only`, `seats-clash`, `seats-taken`, `unknown-choice`, or the lobby is over.
    """
    _check_host(table, user)
    terms = table.opened
    if wanted.pace is not None and not is_pace(wanted.pace):
        raise Refused("unknown-choice", text=wanted.pace[:50])
    for word, words in ((wanted.mode, MODES), (wanted.language, LANGUAGES)):
        if word is not None and word not in words:
            raise Refused("unknown-choice", text=word)
    mode = wanted.mode or terms.mode
    allowed = MODES[mode].seats
    seats = wanted.seats or (terms.seats if terms.seats in allowed else allowed[-1])
    if seats not in allowed:
        raise Refused("seats-clash", mode=mode, seats=seats, allowed=_range(allowed))
    taken = len(table.lobby_players) + len(table.levels)
    if taken > seats:
        raise Refused("seats-taken", taken=taken)
    event = TermsChanged(
        seats,
        wanted.pace or terms.pace,
        table.levels,
        _new(mode, terms.mode),
        _new(wanted.hints, terms.hints),
        _new(wanted.casual, terms.casual),
        _new(wanted.language, terms.language),
    )
    if event == TermsChanged(terms.seats, terms.pace, table.levels):
        return change(table)
    changed = change(table, event)
    return changed if event.mode is None else _in_teams(changed)


def _new(wanted: Term | None, now: Term) -> Term | None:
    """What is wanted, `None` where it is so already."""
    return None if wanted == now else wanted


def _in_teams(changed: Change) -> Change:
    """The change with the people in the teams of the mode, one after the other in turn."""
    sides = changed.table.mode.sides or 1
    for at, person in enumerate(changed.table.lobby_players):
        if person.side != at % sides:
            changed = changed.then(replace(person, side=at % sides))
    return changed


def _check_bots(table: Table, bots: int | None) -> None:
    """Refuse a choice among bots that are not those of now: their numbers and names move up when one leaves."""
    if bots is not None and bots != len(table.levels):
        raise Refused("moved-on")


def _check_host(table: Table, user: UserId) -> None:
    table.check_lobby()
    if user != table.host:
        raise Refused("host-only", name=table.name_of(table.host))


def begin(table: Table, user: UserId, shuffle: Shuffle, seed: bytes = b"") -> Change:
    """Deal, with as many seats as there are players, and let bots in front make their turns.

    All tiles come from the bag of `seed`; without one `shuffle` draws them.

    Raises:
        Refused: `host-only`, `too-few`, or the lobby is over.
    """
    table.check_lobby()
    if user != table.host:
        raise Refused("host-only", name=table.name_of(table.host))
    seats = len(table.lobby_players) + table.opened.bots
    if seats not in table.mode.seats:
        need = next((size for size in table.mode.seats if size > seats), seats)
        raise Refused("too-few", missing=need - seats)
    begun = Begun(_seating(table, shuffle(table.seq + 1)), seed.hex())
    dealt = change(table, begun, rules.deal(table.mode, seats, seeded(seed) if seed else shuffle(table.seq + 2)))
    return with_bot_turns(dealt, shuffle)


def teams_of(table: Table) -> list[list[Seat]]:
    """Who plays in each team of a lobby, its people first: a bot joins the smallest."""
    parties: list[list[Seat]] = [[] for _ in range(table.mode.sides or 1)]
    for person in table.lobby_players:
        parties[person.side].append(Seat(person.user, person.name))
    for bot in bots_of(table):
        min(parties, key=len).append(bot)
    return parties


def _seating(table: Table, rng: Random) -> tuple[Seat, ...]:
    """The seats in order (R2.3); partners sit opposite (R8.3)."""
    line = table.opened.line
    if sorted(line) == sorted([*table.humans, *[0] * table.opened.bots]):
        return _in_line(table)
    parties, first = teams_of(table), table.lobby_players[0].side
    if table.opened.order == "random":
        for party in parties:
            rng.shuffle(party)
        first = rng.randrange(len(parties))
    parties = parties[first:] + parties[:first]
    return tuple(seat for row in zip(*parties, strict=True) for seat in row)


def close(table: Table, user: UserId) -> Change:
    """Close the lobby without a game.

    Raises:
        Refused: `host-only`, `begun` for a game of a tournament, or the lobby is over.
    """
    table.check_lobby()
    if table.opened.tournament:
        raise Refused("begun")
    if user != table.host:
        raise Refused("host-only", name=table.name_of(table.host))
    return change(table, Cancelled(user))


def _in_line(table: Table) -> tuple[Seat, ...]:
    """The seats of a rematch, in the order that was agreed."""
    names = {person.user: person.name for person in table.lobby_players}
    bots = iter(bots_of(table))
    return tuple(Seat(user, names[user]) if user else next(bots) for user in table.opened.line)


def expire(table: Table) -> Change:
    """Close a lobby that has waited too long; nothing if it is a lobby no more."""
    return change(table, Cancelled(None)) if table.status == "lobby" else change(table)


def stop(table: Table, user: UserId) -> Change:
    """End a game or close a lobby by the authority of a user who does not play in it.

    Raises:
        Refused: `own-game`, or it is over.
    """
    if table.status == "running":
        if table.seat_of(user) is not None:
            raise Refused("own-game")
        return change(table, EndedEarly("manager"), Stopped("stopped"))
    table.check_lobby()
    return change(table, Cancelled(None))
