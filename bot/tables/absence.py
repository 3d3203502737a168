"""What happens when somebody does not move: missed turns, seats held by a bot, and coming back."""

from __future__ import annotations

import math
from datetime import UTC, datetime, timedelta

from bot.tables.bots import Shuffle, with_bot_turns
from bot.tables.change import Change, change
from bot.tables.errors import Refused
from bot.tables.events import (
    Cancelled,
    Departed,
    EndedEarly,
    Nudged,
    Resigned,
    Returned,
    RoundEnded,
    SeatTakenOver,
    TakeoverOffered,
    TakeoverVoted,
    TimeGiven,
    TurnMissed,
)
from bot.tables.own_play import is_at_stake
from bot.tables.play import stop_is_agreed
from bot.tables.schedule import MISSED_IN_A_ROW, NUDGE_EVERY, on_vacation
from bot.tables.table import Table
from data.ids import UserId
from data.store import PlayerRow
from game.events import Stopped


def miss_turn(table: Table, turn: int, shuffle: Shuffle) -> Change:
    """A bot makes the turn with this number; nothing if it is over already.

    After two turns missed in a row it holds the seat. When it would hold all of them, the game is stopped; one that is
    to be rated is played to its end, so that nobody gains by leaving it.
    """
    if table.status != "running" or table.turn != turn:
        return change(table)
    seat = table.game().position.seat
    missed = change(table, TurnMissed(seat))
    if missed.table.missed_turns[seat] >= MISSED_IN_A_ROW:
        return _take_over(missed, seat, shuffle)
    return with_bot_turns(missed, shuffle)


def _take_over(before: Change, seat: int, shuffle: Shuffle) -> Change:
    """The change with a bot in this seat; without any person left the game ends."""
    taken = before.then(SeatTakenOver(seat))
    if not taken.table.active and not is_at_stake(taken.table):
        return taken.then(EndedEarly("nobody"), Stopped("stopped"))
    return with_bot_turns(taken, shuffle)


def end_round(table: Table, number: int, shuffle: Shuffle) -> Change:
    """Let bots play a game of a tournament to its end, as this round of it is over; nothing where it does not run."""
    return with_bot_turns(change(table, RoundEnded(number)), shuffle) if table.status == "running" else change(table)


def depart(table: Table, user: UserId, shuffle: Shuffle) -> Change:
    """Let go of somebody who is no longer in the server; nothing where nobody waits for them.

    The next at a lobby is its host, a bot holds the seat of a game until they are back, and a rematch
    that some have agreed to cannot be. Who is the last person in a game is left in it.
    """
    if user not in table.humans:
        return change(table)
    match table.status:
        case "lobby" if table.opened.tournament:
            return change(table)
        case "lobby":
            left = change(table, Departed(user))
            return left if left.table.lobby_players else left.then(Cancelled(None))
        case "running" if user in table.active and len(table.active) > 1:
            return _with_consequences(change(table, Departed(user)), shuffle)
        case "over" if table.rematch_accepted and user not in table.departed and _rematch_is_open(table):
            return change(table, Departed(user))
        case _:
            return change(table)


def _rematch_is_open(table: Table) -> bool:
    return table.next_game is None and table.rematch_declined_by is None


def come_back(table: Table, user: UserId) -> Change:
    """Take the own seat back.

    Raises:
        Refused: `not-playing`, `not-away`, or the game is not running.
    """
    if table.check_playing(user) not in table.taken_over:
        raise Refused("not-away")
    return change(table, Returned(user))


def is_taken_over(table: Table, turn: int, user: UserId) -> bool:
    """Whether a bot has the seat whose turn had this number, for the others, of whom this user is one."""
    turns = table.public.turns if table.state else ()
    return turn < len(turns) and turns[turn].seat in table.taken_over and user in table.active


def offer_takeover(table: Table, turn: int) -> Change:
    """Let the others vote for a bot; nothing if the turn is over already or nobody else is there."""
    if table.status != "running" or table.turn != turn or table.takeover_offered or not table.others():
        return change(table)
    return change(table, TakeoverOffered(table.game().position.seat))


def abandon(table: Table, turn: int, shuffle: Shuffle) -> Change:
    """Stop a game in which nobody has moved for very long; nothing if the turn is over already.

    The last person there has left it: bots play to the end what is to be rated.
    """
    if table.status != "running" or table.turn != turn:
        return change(table)
    if not table.others() and is_at_stake(table):
        return _take_over(change(table), table.game().position.seat, shuffle)
    return change(table, EndedEarly("unused"), Stopped("stopped"))


def vote_takeover(table: Table, user: UserId, shuffle: Shuffle) -> Change:
    """Vote that a bot takes the seat on turn; done when all the others did who are there.

    Raises:
        Refused: `not-playing`, `not-idle`, `wanted-already`, `your-turn`, `come-back`, or the game is not running.
    """
    seat = table.check_playing(user)
    if not table.takeover_offered:
        raise Refused("not-idle")
    if seat == table.game().position.seat:
        raise Refused("your-turn")
    if seat in table.taken_over:
        raise Refused("come-back")
    if user in table.takeover_votes:
        raise Refused("wanted-already")
    return _with_consequences(change(table, TakeoverVoted(user)), shuffle)


def resign(table: Table, user: UserId, shuffle: Shuffle) -> Change:
    """Give up: of two players the other wins; of more a bot keeps the seat, which is ranked last.

    A partner's seat is kept as well and the team is ranked by its points; the last person to go ends the game.

    Raises:
        Refused: `not-playing`, or the game is not running.
    """
    seat = table.check_playing(user)
    others = [other for other in table.active if other != user]
    if len(table.seats) <= 2 or not others:
        return change(table, Stopped("resign", seat))
    return _with_consequences(change(table, Resigned(user)), shuffle)


def _with_consequences(made: Change, shuffle: Shuffle) -> Change:
    """The change with what follows from it: the end of votes that nobody holds up any more, turns of bots."""
    table = made.table
    if stop_is_agreed(table):
        return made.then(Stopped("stopped"))
    seat = table.game().position.seat
    if table.takeover_votes and table.others() <= table.takeover_votes and not table.is_bot(seat):
        return _take_over(made, seat, shuffle)
    return with_bot_turns(made, shuffle)


def credit(table: Table, time: timedelta) -> Change:
    """Give the turn that is going on time for an absence of the bot, in whole seconds."""
    return change(table, TimeGiven(table.game().position.seat, math.ceil(time.total_seconds())))


def nudge(table: Table, user: UserId, on_turn: PlayerRow, now: datetime) -> Change:
    """Remind the player on turn, whose preferences are `on_turn`; once in twelve hours a game.

    Raises:
        Refused: `not-playing`, `your-turn`, `nudged-already`, `on-vacation`, or the game is not running.
    """
    if table.check_playing(user) == table.public.seat:
        raise Refused("your-turn")
    again_at = datetime.fromtimestamp(table.nudged_at, UTC) + NUDGE_EVERY
    if now < again_at:
        raise Refused("nudged-already", until=again_at)
    if on_vacation(on_turn, now):
        raise Refused("on-vacation", name=table.names[table.public.seat], until=on_turn.vacation_until)
    return change(table, Nudged(user, int(now.timestamp())))
