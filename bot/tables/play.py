"""What people may do in a running game: place a tile, agree to end it."""

from __future__ import annotations

from bot.tables.automatic import Shuffle, after, automatic_turns, check_playing
from bot.tables.events import StopVoted, StopVoteRejected, TableEvent
from bot.tables.lobby import close
from bot.tables.table import Refused, Table
from game import rules
from game.events import Intent, Stopped


def place(table: Table, user: int, version: int | None, intent: Intent, shuffle: Shuffle) -> list[TableEvent]:
    """Make a placement, and let the automatic players who are next make their turns.

    All in one: a table never waits for an automatic player, not even when the process dies.

    Raises:
        Refused: `not-playing`, `moved-on` when the position is not the one of `version`, or the game is not running.
        Illegal: the rules forbid it.
    """
    seat = check_playing(table, user)
    state = table.game()
    if version is not None and version != state.position.version:
        raise Refused("moved-on")
    facts: list[TableEvent] = [*rules.decide(state, seat, intent, shuffle(table.seq + 1))]
    return facts + automatic_turns(after(table, facts), shuffle)


def vote_stop(table: Table, user: int) -> list[TableEvent]:
    """Close the lobby (its host), or agree to stop the running game (a player); stopped when all humans agree.

    Raises:
        Refused: `host-only`, `not-playing`, `agreed-already`, or it is over.
    """
    if table.status != "running":
        return close(table, user)
    check_playing(table, user)
    if user in table.stop_votes:
        raise Refused("agreed-already")
    facts: list[TableEvent] = [StopVoted(user)]
    if set(table.active) <= table.stop_votes | {user}:
        facts.append(Stopped("stopped"))
    return facts


def reject_stop(table: Table, user: int) -> list[TableEvent]:
    """Play on although others want to stop.

    Raises:
        Refused: `not-playing`, `nothing-asked`, or the game is not running.
    """
    check_playing(table, user)
    if not table.stop_votes:
        raise Refused("nothing-asked")
    return [StopVoteRejected(user)]
