"""What people may do in a running game: place a tile, and vote to stop it."""

from __future__ import annotations

from bot.tables.bots import Shuffle, draws, with_bot_turns
from bot.tables.change import Change, change
from bot.tables.errors import Refused
from bot.tables.events import StopVoted, StopVoteRejected
from bot.tables.lobby import close
from bot.tables.own_play import is_at_stake
from bot.tables.table import Table
from data.ids import UserId
from game import rules
from game.events import Intent, Place, Stopped


def place(table: Table, user: UserId, version: int | None, intent: Intent, shuffle: Shuffle) -> Change:
    """Make a placement, and let the bots that are next make their turns.

    Raises:
        Refused: `not-playing`, `moved-on` when the position is not the one of `version`, or the game is not running.
        Illegal: the rules forbid it.
    """
    seat = table.check_playing(user)
    state = table.game()
    if version is not None and version != state.position.version:
        raise Refused("moved-on")
    placed = change(table, *rules.decide(state, seat, intent, draws(table, shuffle)))
    return with_bot_turns(placed, shuffle)


def is_made(table: Table, user: UserId, intent: Place) -> bool:
    """Whether this very placement is in the user's last turn: a second press of the same button asks for it again."""
    seat = table.seat_of(user)
    turns = (
        [turn for turn in table.game().position.turns if turn.seat == seat and turn.placements] if table.state else []
    )
    if seat is None or not turns:
        return False
    *earlier, last = turns[-1].placements
    if (last.tile, last.at) == (intent.tile, intent.at):
        return intent.exchange is None or intent.exchange == bool(turns[-1].exchanged)
    return any((one.tile, one.at) == (intent.tile, intent.at) for one in earlier)


def vote_stop(table: Table, user: UserId) -> Change:
    """Close the lobby (its host), or agree to stop the running game (a player); see `stop_is_agreed`.

    Raises:
        Refused: `host-only`, `not-playing`, `agreed-already`, `nobody-agrees`, or it is over.
    """
    if table.status != "running":
        return close(table, user)
    table.check_playing(user)
    if user in table.stop_votes:
        raise Refused("agreed-already")
    if must_resign(table, user):
        raise Refused("nobody-agrees")
    voted = change(table, StopVoted(user))
    return voted.then(Stopped("stopped")) if stop_is_agreed(voted.table) else voted


def stop_is_agreed(table: Table) -> bool:
    """Whether all who are there agreed to stop the game.

    One person alone does not, where the game is to be rated and somebody is away who may come back.
    """
    agreed = bool(table.stop_votes) and set(table.active) <= table.stop_votes
    return agreed and (len(table.stop_votes) > 1 or not _is_somebody_away(table))


def must_resign(table: Table, user: UserId) -> bool:
    """Whether nobody is there who could agree with this user to stop the game, in which somebody away has a stake."""
    return table.active == (user,) and not table.stop_votes - {user} and _is_somebody_away(table)


def _is_somebody_away(table: Table) -> bool:
    return is_at_stake(table) and bool(table.taken_over - table.resigned)


def reject_stop(table: Table, user: UserId) -> Change:
    """Play on although others want to stop.

    Raises:
        Refused: `not-playing`, `nothing-asked`, or the game is not running.
    """
    table.check_playing(user)
    if not table.stop_votes:
        raise Refused("nothing-asked")
    return change(table, StopVoteRejected(user))
