"""The games of a person as a list, each with what opens its turn or its replay; in pages where they are many."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Final

from bot.screens.location import Whereabouts
from bot.screens.model import Button, Screen, rows_of
from bot.screens.phrases import length, result_words
from bot.screens.press import GamePress, GamesPress, OpenTurnPress
from bot.screens.verbs import GameVerb
from bot.tables.table import Table
from bot.texts import Texts, plain
from data.ids import UserId

FINISHED: Final = 5
"""How many finished games the list has."""
_LENGTH, _BUTTONS = 1850, 20
"""How many characters and buttons a page has, beside its head and the ways to the other pages."""


@dataclass(frozen=True, slots=True)
class Listed:
    """A game in the list."""

    table: Table
    where: Whereabouts


@dataclass(frozen=True, slots=True)
class _Line:
    """A game as the list shows it."""

    text: str
    button: Button | None


def games(listed: Sequence[Listed], user: UserId, page: int, texts: Texts) -> Screen:
    """A page of the list, counted from 0: first the games in which it is the turn of the person, last finished ones."""
    if not listed:
        return Screen(texts("games.none"))
    finished = [item for item in listed if item.table.status == "over"][:FINISHED]
    going_on = [item for item in listed if item.table.status != "over"]
    going_on.sort(key=lambda item: not _is_yours(item, user))
    pages = _pages([*(_going_on(one, user, texts) for one in going_on), *_finished(finished, texts)])
    at = min(page, len(pages) - 1)
    head = texts("games.head" if going_on else "games.none")
    rows = rows_of([line.button for line in pages[at] if line.button])
    return Screen("\n".join([head, *(line.text for line in pages[at])]), rows=(*rows, *_ways(at, len(pages))))


def _ways(at: int, pages: int) -> tuple[tuple[Button, ...], ...]:
    """The ways to the pages before and after this one."""
    before = [Button("◀", GamesPress(at - 1))] if at else []
    after = [Button("▶", GamesPress(at + 1))] if at + 1 < pages else []
    return ((*before, *after),) if pages > 1 else ()


def _pages(lines: Sequence[_Line]) -> list[list[_Line]]:
    pages: list[list[_Line]] = [[]]
    for line in lines:
        page = [*pages[-1], line]
        full = (
            sum(length(one.text) + 1 for one in page) > _LENGTH or len([one for one in page if one.button]) > _BUTTONS
        )
        if full and pages[-1]:
            pages.append([line])
        else:
            pages[-1] = page
    return pages


def _is_yours(item: Listed, user: UserId) -> bool:
    """Whether it is the turn of this person."""
    table = item.table
    return table.status == "running" and table.seats[table.public.seat].user == user


def _going_on(item: Listed, user: UserId, texts: Texts) -> _Line:
    """A game that is not over: with the way to the turn, to the own rack where others are on turn."""
    table, mode = item.table, texts(f"mode.{item.table.opened.mode}")
    if table.status == "lobby":
        line = texts("games.lobby", game=table.id, mode=mode, where=_where(item), free=table.free)
        return _Line(line, None)
    yours, label = _is_yours(item, user), texts("rack.button", game=table.id)
    name = plain(table.names[table.public.seat])
    line = texts("games.yours" if yours else "games.other", game=table.id, mode=mode, where=_where(item), name=name)
    if yours:
        return _Line(line, Button(label, OpenTurnPress(table.id), "success"))
    return _Line(line, Button(label, GamePress(table.id, GameVerb.RACK)))


def _finished(items: Sequence[Listed], texts: Texts) -> list[_Line]:
    """The games that are over, each with the way to its replay, below a head of their own."""
    lines: list[_Line] = []
    for item in items:
        table, mode = item.table, texts(f"mode.{item.table.opened.mode}")
        result = result_words(table.public, table.names, texts)
        line = texts("games.over", game=table.id, mode=mode, result=result, where=_where(item))
        button = Button(texts("button.replay-game", game=table.id), GamePress(table.id, GameVerb.FILM))
        lines.append(_Line(line if lines else f"{texts('games.finished')}\n{line}", button))
    return lines


def _where(item: Listed) -> str:
    return " ".join(part for part in (item.where.location, item.where.link) if part)
