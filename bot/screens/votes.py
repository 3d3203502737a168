"""What a running game asks its players: whether to stop it, and whether a bot takes over a seat."""

from __future__ import annotations

from bot.screens.model import Button, Screen
from bot.screens.press import VotePress
from bot.screens.verbs import Vote
from bot.tables.table import Table
from bot.texts import Texts, plain


def stop_vote(table: Table, texts: Texts) -> Screen:
    """The public question whether to stop the game."""
    agreed = [plain(table.name_of(user)) for user in table.humans if user in table.stop_votes]
    missing = [user for user in table.active if user not in table.stop_votes]
    return Screen(
        texts(
            "vote.ask",
            game=table.id,
            agreed=agreed,
            missing=[f"<@{user}>" for user in missing],
        ),
        rows=(_vote_buttons(table, texts),),
        mentions=tuple(missing),
    )


def confirm_stop(table: Table, texts: Texts) -> Screen:
    """The question to the only person in a game, before it is stopped for good."""
    return Screen(texts("vote.confirm", game=table.id), rows=(_vote_buttons(table, texts)[:1],))


def _vote_buttons(table: Table, texts: Texts) -> tuple[Button, ...]:
    return (
        Button(texts("button.stop"), VotePress(table.id, table.turn, Vote.STOP), "danger"),
        Button(texts("button.play-on"), VotePress(table.id, table.turn, Vote.PLAY_ON), "success"),
    )


def takeover_question(table: Table, texts: Texts) -> Screen:
    """The public question whether a bot takes over from somebody who does not move."""
    name = plain(table.names[table.public.seat])
    button = Button(texts("button.automatic"), VotePress(table.id, table.turn, Vote.TAKE_OVER), "primary")
    others = tuple(user for user in table.active if user in table.others())
    who = " ".join(f"<@{user}>" for user in others)
    return Screen(texts("away.idle", name=name, game=table.id, who=who), rows=((button,),), mentions=others)


def abandon_warning(table: Table, texts: Texts, *, until: int) -> Screen:
    """Word to the players of a game in which nobody moves that it will be stopped."""
    who = " ".join(f"<@{user}>" for user in table.active)
    return Screen(texts("away.abandon-warning", who=who, game=table.id, until=until), mentions=table.active)
