"""What happens when somebody does not move: missed turns, seats held by an automatic player, and coming back."""

from __future__ import annotations

from bot.clock import MISSED_IN_A_ROW, NUDGE_EVERY
from bot.deeds.checks import Shuffle, after, automatic, check_playing, check_running
from bot.facts import Fact, Held, Idle, Missed, Nudged, Returned, Wanted
from bot.table import Refused, Table
from game.events import Stopped


def time_out(table: Table, turn: int, shuffle: Shuffle) -> list[Fact]:
    """An automatic player makes the turn with this number; nothing if it is over already.

    After two turns missed in a row it holds the seat; when it would hold all of them, the game is stopped.
    """
    if table.status != "running" or table.turn != turn:
        return []
    seat = table.game().position.seat
    facts: list[Fact] = [Missed(seat)]
    if table.missed[seat] + 1 >= MISSED_IN_A_ROW:
        return _hold(table, seat, facts, shuffle)
    return facts + automatic(after(table, facts), shuffle)


def _hold(table: Table, seat: int, facts: list[Fact], shuffle: Shuffle) -> list[Fact]:
    facts = [*facts, Held(seat)]
    held = after(table, facts)
    if not held.present:
        return [*facts, Stopped("stopped")]
    return facts + automatic(held, shuffle)


def come_back(table: Table, user: int) -> list[Fact]:
    """Take the own seat back.

    Raises:
        Refused: `not-playing`, `not-away`, or the game is not running.
    """
    if check_playing(table, user) not in table.held:
        raise Refused("not-away")
    return [Returned(user)]


def fall_idle(table: Table, turn: int) -> list[Fact]:
    """Let the others vote for an automatic player; nothing if the turn is over already."""
    if table.status != "running" or table.turn != turn or table.idle:
        return []
    return [Idle(table.game().position.seat)]


def want_automatic(table: Table, user: int, shuffle: Shuffle) -> list[Fact]:
    """Vote that an automatic player takes the seat on turn; done when all the others did who are there.

    Raises:
        Refused: `not-playing`, `not-idle`, `wanted-already`, `your-turn`, or the game is not running.
    """
    check_running(table)
    check_playing(table, user)
    if not table.idle:
        raise Refused("not-idle")
    seat = table.game().position.seat
    if table.seats[seat].user == user:
        raise Refused("your-turn")
    if user in table.wanted:
        raise Refused("wanted-already")
    facts: list[Fact] = [Wanted(user)]
    others = {other for other in table.present if other != table.seats[seat].user}
    if others <= table.wanted | {user}:
        return _hold(table, seat, facts, shuffle)
    return facts


def nudge(table: Table, user: int, at: int) -> list[Fact]:
    """Remind the player on turn; `at` is in seconds since 1970.

    Raises:
        Refused: `not-playing`, `your-turn`, `nudged-already`, or the game is not running.
    """
    check_playing(table, user)
    if table.seats[table.public.seat].user == user:
        raise Refused("your-turn")
    again_at = table.nudged_at + int(NUDGE_EVERY.total_seconds())
    if at < again_at:
        raise Refused("nudged-already", until=again_at)
    return [Nudged(user, at)]
