"""What happens when somebody does not move: missed turns, seats held by an automatic player, and coming back."""

from __future__ import annotations

from bot.tables.automatic import Shuffle, after, automatic_turns, check_playing
from bot.tables.events import (
    EndedEarly,
    Nudged,
    Resigned,
    Returned,
    SeatTakenOver,
    TableEvent,
    TakeoverOffered,
    TakeoverVoted,
    TurnMissed,
)
from bot.tables.schedule import MISSED_IN_A_ROW, NUDGE_EVERY
from bot.tables.table import Refused, Table
from game.events import Stopped


def miss_turn(table: Table, turn: int, shuffle: Shuffle) -> list[TableEvent]:
    """An automatic player makes the turn with this number; nothing if it is over already.

    After two turns missed in a row it holds the seat; when it would hold all of them, the game is stopped.
    """
    if table.status != "running" or table.turn != turn:
        return []
    seat = table.game().position.seat
    facts: list[TableEvent] = [TurnMissed(seat)]
    if table.missed_turns[seat] + 1 >= MISSED_IN_A_ROW:
        return _hold(table, seat, facts, shuffle)
    return facts + automatic_turns(after(table, facts), shuffle)


def _hold(table: Table, seat: int, facts: list[TableEvent], shuffle: Shuffle) -> list[TableEvent]:
    facts = [*facts, SeatTakenOver(seat)]
    held = after(table, facts)
    if not held.active:
        return [*facts, EndedEarly("nobody"), Stopped("stopped")]
    return facts + automatic_turns(held, shuffle)


def come_back(table: Table, user: int) -> list[TableEvent]:
    """Take the own seat back.

    Raises:
        Refused: `not-playing`, `not-away`, or the game is not running.
    """
    if check_playing(table, user) not in table.taken_over:
        raise Refused("not-away")
    return [Returned(user)]


def offer_takeover(table: Table, turn: int) -> list[TableEvent]:
    """Let the others vote for an automatic player; nothing if the turn is over already or nobody else is there."""
    if table.status != "running" or table.turn != turn or table.takeover_offered or not table.others():
        return []
    return [TakeoverOffered(table.game().position.seat)]


def abandon(table: Table, turn: int) -> list[TableEvent]:
    """Stop a game in which nobody has moved for very long; nothing if the turn is over already."""
    if table.status != "running" or table.turn != turn:
        return []
    return [EndedEarly("unused"), Stopped("stopped")]


def vote_takeover(table: Table, user: int, shuffle: Shuffle) -> list[TableEvent]:
    """Vote that an automatic player takes the seat on turn; done when all the others did who are there.

    Raises:
        Refused: `not-playing`, `not-idle`, `wanted-already`, `your-turn`, `come-back`, or the game is not running.
    """
    seat = check_playing(table, user)
    if not table.takeover_offered:
        raise Refused("not-idle")
    if seat == table.game().position.seat:
        raise Refused("your-turn")
    if seat in table.taken_over:
        raise Refused("come-back")
    if user in table.takeover_votes:
        raise Refused("wanted-already")
    return _voted(table, [TakeoverVoted(user)], shuffle)


def resign(table: Table, user: int, shuffle: Shuffle) -> list[TableEvent]:
    """Give up: of two players the other wins; of more an automatic player keeps the seat, which is ranked last.

    A partner's seat is kept as well and the team is ranked by its points; the last person to go ends the game.

    Raises:
        Refused: `not-playing`, or the game is not running.
    """
    seat = check_playing(table, user)
    others = [other for other in table.active if other != user]
    if len(table.seats) <= 2 or not others:
        return [Stopped("resign", seat)]
    return _voted(table, [Resigned(user)], shuffle)


def _voted(table: Table, facts: list[TableEvent], shuffle: Shuffle) -> list[TableEvent]:
    """The facts with what follows from them: the end of votes that nobody holds up any more, automatic turns."""
    now = after(table, facts)
    if now.stop_votes and set(now.active) <= now.stop_votes:
        return [*facts, Stopped("stopped")]
    seat = now.game().position.seat
    if now.takeover_votes and now.others() <= now.takeover_votes and not now.is_automatic(seat):
        return _hold(table, seat, facts, shuffle)
    return facts + automatic_turns(now, shuffle)


def nudge(table: Table, user: int, at: int) -> list[TableEvent]:
    """Remind the player on turn; `at` is in seconds since 1970.

    Raises:
        Refused: `not-playing`, `your-turn`, `nudged-already`, or the game is not running.
    """
    if check_playing(table, user) == table.public.seat:
        raise Refused("your-turn")
    again_at = table.nudged_at + int(NUDGE_EVERY.total_seconds())
    if at < again_at:
        raise Refused("nudged-already", until=again_at)
    return [Nudged(user, at)]
