"""What happens when somebody does not move: missed turns, seats held by an automatic player, and coming back."""

from __future__ import annotations

from bot.tables.automatic import Shuffle, after, automatic, check_playing
from bot.tables.events import Fact, Halted, Held, Idle, Missed, Nudged, Resigned, Returned, Wanted
from bot.tables.schedule import MISSED_IN_A_ROW, NUDGE_EVERY
from bot.tables.table import Refused, Table
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
        return [*facts, Halted("nobody"), Stopped("stopped")]
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
    """Let the others vote for an automatic player; nothing if the turn is over already or nobody else is there."""
    if table.status != "running" or table.turn != turn or table.idle or not table.others():
        return []
    return [Idle(table.game().position.seat)]


def fall_unused(table: Table, turn: int) -> list[Fact]:
    """Stop a game in which nobody has moved for very long; nothing if the turn is over already."""
    if table.status != "running" or table.turn != turn:
        return []
    return [Halted("unused"), Stopped("stopped")]


def want_automatic(table: Table, user: int, shuffle: Shuffle) -> list[Fact]:
    """Vote that an automatic player takes the seat on turn; done when all the others did who are there.

    Raises:
        Refused: `not-playing`, `not-idle`, `wanted-already`, `your-turn`, `come-back`, or the game is not running.
    """
    seat = check_playing(table, user)
    if not table.idle:
        raise Refused("not-idle")
    if seat == table.game().position.seat:
        raise Refused("your-turn")
    if seat in table.held:
        raise Refused("come-back")
    if user in table.wanted:
        raise Refused("wanted-already")
    return _voted(table, [Wanted(user)], shuffle)


def resign(table: Table, user: int, shuffle: Shuffle) -> list[Fact]:
    """Give up: of two players the other wins; of more an automatic player keeps the seat, which is ranked last.

    A partner's seat is kept as well and the team is ranked by its points; the last person to go ends the game.

    Raises:
        Refused: `not-playing`, or the game is not running.
    """
    seat = check_playing(table, user)
    others = [other for other in table.present if other != user]
    if len(table.seats) <= 2 or not others:
        return [Stopped("resign", seat)]
    return _voted(table, [Resigned(user)], shuffle)


def _voted(table: Table, facts: list[Fact], shuffle: Shuffle) -> list[Fact]:
    """The facts with what follows from them: the end of votes that nobody holds up any more, automatic turns."""
    now = after(table, facts)
    if now.agreed and set(now.present) <= now.agreed:
        return [*facts, Stopped("stopped")]
    seat = now.game().position.seat
    if now.wanted and now.others() <= now.wanted and not now.plays_itself(seat):
        return _hold(table, seat, facts, shuffle)
    return facts + automatic(now, shuffle)


def nudge(table: Table, user: int, at: int) -> list[Fact]:
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
