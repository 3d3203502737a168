"""What each note of the outbox says, and to whom: a note and its table become a screen. Knows no Discord."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from types import MappingProxyType
from typing import Final, cast

from bot.screens import board, info, lobby
from bot.screens.location import whereabouts
from bot.screens.model import Screen
from bot.services.context import Services, public_texts
from bot.services.tables import Loaded
from bot.tables.messages import TIMED_KINDS
from bot.tables.rematch import is_agreed
from bot.tables.schedule import is_quiet, on_vacation
from bot.texts import Texts, known, plain, texts

RINGING: Final = (frozenset(TIMED_KINDS) | {"rematch", "begin"}) - {"remind"}
"""The kinds of notes that tell nothing but change their table when their time has come."""

STANDINGS: Final = frozenset({"vote", "again", "asked", "credited"})
"""The kinds that tell how a table stands: several that wait together are one message."""

Body = Mapping[str, object]


@dataclass(frozen=True, slots=True)
class Delivery:
    """A message to come: in the channel of the game, or directly to a person."""

    screen: Screen
    user: int | None = None
    instead: Screen | None = None
    """What the channel is told where the person takes no direct messages."""


async def render(services: Services, kind: str, body: Body, loaded: Loaded) -> Delivery | None:
    """The message of a note; `None` for one that is not true any more.

    The public message of a table, which replaces an older one, is `table_screen`.
    """
    match kind:
        case "gone":
            user = int(str(body["user"]))
            words = texts(known((await services.store.player(user)).language, services.default_language))
            return Delivery(Screen(words("place.deleted", game=loaded.table.id)), user)
        case "late" | "nudge" | "remind" | "turn" | "next" if _of_this_turn(loaded, body):
            return await _about_turn(services, kind, body, loaded)
        case _:
            screen = _to_all(kind, body, loaded)
            return Delivery(screen) if screen else None


def _to_all(kind: str, body: Body, loaded: Loaded) -> Screen | None:
    """A message to the whole table."""
    table, words = loaded.table, public_texts(loaded)
    screen: Screen | None = None
    match kind:
        case "word":
            facts = body.get("facts")
            screen = Screen(words(str(body["key"]), **cast("dict[str, object]", facts) if facts else {}))
        case "vote" if table.status == "running":
            going_on = Screen(words("vote.lapsed", game=table.id))
            screen = lobby.vote(table, words) if table.stop_votes else going_on
        case "again" if table.status == "over":
            begins = is_agreed(table) and table.next_game is None
            screen = None if begins else lobby.rematch(table, words)
        case "lapse" if table.rematch_accepted and not is_agreed(table) and table.rematch_declined_by is None:
            screen = lobby.lapsed(table, words)
        case "expiring" if table.status == "lobby":
            screen = lobby.expiring(table, words, until=int(str(body["until"])))
        case "fading" if _of_this_turn(loaded, body):
            screen = lobby.fading(table, words, until=int(str(body["until"])))
        case "asked" if table.takeover_offered:
            screen = lobby.ask_automatic(table, words)
        case "credited" if table.status == "running" and loaded.row.deadline is not None:
            screen = Screen(words("away.credited", game=table.id, until=int(loaded.row.deadline.timestamp())))
        case _:
            pass
    return screen


def _of_this_turn(loaded: Loaded, body: Body) -> bool:
    return loaded.table.status == "running" and loaded.table.turn == body.get("turn")


async def _about_turn(services: Services, kind: str, body: Body, loaded: Loaded) -> Delivery | None:
    """A message about the turn that is going on, to the channel or to a player."""
    on_turn = loaded.table.seats[loaded.table.public.seat].user
    if kind in ("late", "nudge"):
        if on_turn is None:
            return None
        call = _call(kind, body, loaded, on_turn)
        quiet = is_quiet(services.clock(), await services.store.player(on_turn))
        return Delivery(replace(call, mentions=()) if quiet else call)
    user = body.get("user")
    return await _to_player(services, kind, user, loaded) if isinstance(user, int) else None


async def _to_player(services: Services, kind: str, user: int, loaded: Loaded) -> Delivery | None:
    """A direct message about the turn, in the language of its reader."""
    table = loaded.table
    player = await services.store.player(user)
    words = texts(known(player.language, public_texts(loaded).language))
    where = whereabouts(loaded, words)
    # In a direct message the board itself calls to the turn.
    if kind == "turn" and loaded.row.guild is None:
        return None
    if kind == "turn":
        notice = info.turn_notice(table, table.view_for(user), words, where)
        return Delivery(replace(notice, theme=player.theme), user) if player.dm_rack else None
    if kind == "next":
        name = plain(table.names[table.public.seat])
        return Delivery(Screen(words("notice.next", game=table.id, name=name, place=where.place)), user)
    until = loaded.row.deadline
    if until is None or player.reminders == "off":
        return None
    if is_quiet(services.clock(), player) or on_vacation(player, services.clock()):
        await services.tables.replan(loaded, user)
        return None
    at, place = int(until.timestamp()), where.link or where.place
    public = public_texts(loaded)("away.reminder", who=f"<@{user}>", game=table.id, until=at)
    private = words("notice.reminder", game=table.id, until=at, place=place)
    return Delivery(Screen(private), user, Screen(public, mentions=(user,)))


def _call(kind: str, body: Body, loaded: Loaded, user: int) -> Screen:
    """A public word to the player on turn."""
    table, words = loaded.table, public_texts(loaded)
    by = plain(table.name_of(body["by"])) if "by" in body else "?"
    until = int(loaded.row.deadline.timestamp()) if loaded.row.deadline else 0
    text = words(f"away.{kind}", who=f"<@{user}>", game=table.id, by=by, until=until)
    return Screen(text, mentions=(user,))


async def render_table(services: Services, loaded: Loaded, bodies: Sequence[Body], words: Texts) -> Screen:
    """The public message of a table as `table_screen`, with the vacations of its people."""
    now = services.clock()
    rows = [await services.store.player(user) for user in loaded.table.active if loaded.table.status == "running"]
    away = {row.user: row.vacation_until for row in rows if on_vacation(row, now) and row.vacation_until is not None}
    screen = table_screen(loaded, bodies, words, away)
    guild = loaded.row.guild
    return screen if guild is None else replace(screen, theme=(await services.store.server(guild)).theme)


def table_screen(
    loaded: Loaded, bodies: Sequence[Body], words: Texts, away: Mapping[int, datetime] = MappingProxyType({})
) -> Screen:
    """The public message of a table: its lobby, its position, or its end; `away` is until when who is on vacation."""
    table = loaded.table
    if table.state is None:
        return lobby.lobby(table, words)
    since = min(int(str(body["since"])) for body in bodies)
    happened = [_happened(item, words) for body in bodies for item in _list(body.get("words"))]
    return board.board(table, words, since, happened=happened, deadline=loaded.row.deadline, away=away)


def _list(value: object) -> list[object]:
    return list(value) if isinstance(value, list) else []  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]


def _happened(item: object, words: Texts) -> str:
    key, facts = item  # type: ignore[misc]
    return words(str(key), **facts)  # type: ignore[misc]
