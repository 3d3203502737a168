"""The offer of a rematch, what came of it, and how a series of them stands."""

from __future__ import annotations

from bot.screens.model import Button, Screen
from bot.screens.phrases import side_name
from bot.screens.press import GamePress
from bot.screens.verbs import GameVerb
from bot.tables.rematch import wins
from bot.tables.table import Table
from bot.texts import Texts, plain


def offer(table: Table, texts: Texts) -> Screen:
    """The public question for a rematch, or what came of it."""
    if table.next_game is not None:
        return Screen(texts("again.begun", game=table.id, next=table.next_game))
    if table.rematch_declined_by is not None:
        name = plain(table.name_of(table.rematch_declined_by))
        return Screen(texts("again.declined", name=name))
    if table.departed:
        departed = [plain(table.name_of(user)) for user in table.humans if user in table.departed]
        return Screen(texts("refused.departed", names=departed))
    missing = [user for user in table.mentionable if user not in table.rematch_accepted]
    buttons = (
        Button(texts("button.again"), GamePress(table.id, GameVerb.REMATCH), "success"),
        Button(texts("button.not-again"), GamePress(table.id, GameVerb.NO_REMATCH)),
    )
    names = [plain(table.name_of(user)) for user in table.humans if user in table.rematch_accepted]
    text = texts("again.ask", names=names, game=table.id, missing=[f"<@{user}>" for user in missing])
    return Screen(text, rows=(buttons,) if missing else (), mentions=tuple(missing))


def expired(table: Table, texts: Texts) -> Screen:
    """What becomes of a rematch to which not everybody agreed in time."""
    silent = [plain(table.name_of(user)) for user in table.humans if user not in table.rematch_accepted]
    return Screen(texts("again.lapsed", game=table.id, names=silent))


def series_words(table: Table, texts: Texts) -> str:
    """How a series of rematches stands, who leads first; nothing for a game that is no rematch."""
    if not table.opened.previous or len(table.seats) == 1:
        return ""
    position, won = table.public, wins(table)
    sides = {side_name(position, table.short_names, seat, texts): won[seat] for seat in range(len(table.seats))}
    ranked = sorted(sides.items(), key=lambda side: (-side[1], side[0]))
    if len(ranked) == 2:
        (first, most), (second, others) = ranked
        return texts("again.series", score=f"{first} **{most} : {others}** {second}")
    return texts("again.series", score=" · ".join(f"{name} **{count}**" for name, count in ranked))
