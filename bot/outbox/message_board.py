"""The board of a game in a message of others: one message, which holds all that is asked there. Pure."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from typing import Final

from bot.outbox.renderer import Context, render_board
from bot.screens import rematch, votes
from bot.screens.model import Button, Screen, with_button
from bot.screens.press import GamePress
from bot.screens.verbs import GameVerb
from bot.tables.messages import BoardMessage
from bot.tables.rematch import is_agreed

_ROWS: Final = 5
"""How many lines of controls a message has at most."""


def render_message_board(context: Context) -> Screen:
    """The lobby, the position or the end, with the votes that are open, the moment it shows, and **Refresh**."""
    table, words = context.table, context.texts
    turns = len(table.public.turns) if table.state else 0
    shown = render_board(BoardMessage(max(0, turns - 1), begun=turns == 0 and table.status == "running"), context)
    if table.cancelled:
        return shown
    asked = list(_asked(context))
    as_of = words("board.as-of", at=int(context.now.timestamp()))
    text = "\n".join((shown.text, *(one.text for one in asked), as_of))
    rows = (*shown.rows, *(row for one in asked for row in one.rows))[:_ROWS]
    refresh = Button(words("button.refresh"), GamePress(table.id, GameVerb.REFRESH))
    return with_button(replace(shown, text=text, rows=rows), refresh)


def _asked(context: Context) -> Iterator[Screen]:
    """What the people at the table are asked, each with its buttons."""
    table, words = context.table, context.texts
    if table.status == "running":
        if table.stop_votes:
            yield votes.stop_vote(table, words)
        if table.takeover_offered:
            yield votes.takeover_question(table, words)
    elif table.status == "over" and table.rematch_accepted and table.next_game is None and not is_agreed(table):
        offered = rematch.offer(table, words)
        yield replace(offered, rows=tuple(row[1:] for row in offered.rows if isinstance(row, tuple)))
