"""The rankings of the daily challenge in a server: the message about a day, and the month. Pure.

Nothing of them shows anything of a board or a tile before the day is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final

from bot.screens import fairness
from bot.screens.daily_result import alt, back_button, picture
from bot.screens.emoji import LENGTH
from bot.screens.model import Button, Screen
from bot.screens.phrases import JOINER
from bot.screens.press import DailyBoardPress, DailyPress, DailyTurnPress
from bot.screens.verbs import DailyVerb, Step
from bot.tables.daily import Attempt, Streak, ends_at
from bot.tables.ranks import ranks
from bot.tables.schedule import stamp
from bot.texts import Texts, plain, unmarked
from data.daily import DailyResult, MonthRow
from data.ids import UserId

LISTED: Final = 15
"""How many people a list names, fewer where their names are very long."""
WINNERS: Final = 5
"""How many people with the same best result are named."""
STREAKS: Final = 5
"""How many people the line of streaks names."""


@dataclass(frozen=True, slots=True)
class DayRanking:
    """What the message of a server says about a day."""

    day: date
    results: Sequence[DailyResult]
    """The best first."""
    before: Sequence[DailyResult] = ()
    """The results of the day before."""
    streaks: Sequence[Streak] = ()
    """Those that end with the day unless their people finish it, the longest first."""
    board: Attempt | None = None
    """What the picture shows: the first position, or the best try of a day that is over; without it, what it has."""
    commitment: str = ""
    """The SHA-256 of the seed of the day's bag."""
    over: bool = False


def rank_lines(
    results: Sequence[DailyResult], texts: Texts, me: UserId | None = None, *, listed: int = LISTED
) -> list[str]:
    """A line a person, the best first; equal results share a rank."""
    values = [sorted(one.result) for one in results]
    lines = [
        texts("daily.rank", rank=_rank(rank, texts), name=plain(one.name), lowest=one.lowest)
        for number, (rank, one) in enumerate(zip(ranks(values), results, strict=True))
        if number < listed or one.user == me
    ]
    return [*lines, *_left(len(results) - len(lines), texts)]


def _left(people: int, texts: Texts) -> list[str]:
    """A line for those of a ranking who have none; no line for nobody."""
    return [texts("daily.more", people=people)] if people else []


def _rank(rank: int, texts: Texts) -> str:
    """A rank at the begin of a line; the joiner keeps Discord from counting `1.` and `1.` on as a list of its own."""
    return texts("end.rank", rank=rank) + JOINER


def month(
    rows: Sequence[MonthRow], day: date, me: UserId, texts: Texts, today: date, beside: Sequence[date] = ()
) -> Screen:
    """The ranking of the month of a day in a server, with the person's own row; equal rows share a rank.

    `beside` are days of other months that can be shown.
    """
    values = [(one.total, one.days, one.best) for one in rows]
    lines = [
        texts(
            "daily.month-row",
            rank=_rank(rank, texts),
            name=plain(one.name),
            total=one.total,
            days=one.days,
            best=one.best,
        )
        for number, (rank, one) in enumerate(zip(ranks(values), rows, strict=True))
        if number < LISTED or one.user == me
    ]
    title = texts("daily.month-title", month=texts.month(day))
    about = texts("daily.month-about" if rows else "daily.month-empty")
    whole = [title, *lines, *_left(len(rows) - len(lines), texts), about]
    others = (Button(texts.month(one), DailyPress(one, DailyVerb.MONTH)) for one in beside)
    return Screen("\n".join(whole), rows=((back_button(today, texts), *others),))


def ranking_of_day(shown: DayRanking, texts: Texts) -> Screen:
    """The message about a day in a channel: the results as they come in, and who won the day before.

    Of a day that is over it has the results alone, with the best board.
    """
    day = shown.day
    every = (_text_of_day(shown, texts, listed) for listed in range(LISTED, 0, -1))
    text = next((text for text in every if len(text) < LENGTH), "")
    if shown.over:
        buttons = [Button(texts("daily.boards"), DailyBoardPress(day, 0))] if shown.results else []
    else:
        buttons = [Button(texts("daily.play"), DailyTurnPress(day, 0, Step.PLAY), "success")]
        buttons.append(Button(texts("daily.month"), DailyPress(day, DailyVerb.MONTH)))
        if shown.before:
            buttons.append(Button(texts("daily.yesterday"), DailyBoardPress(day - timedelta(days=1), 0)))
    buttons.append(fairness.button_of_day(day, texts))
    screen = Screen(text, rows=(tuple(buttons),))
    if shown.board is None:
        return replace(screen, keeps_picture=True)
    if shown.board.row.ended_at is not None:
        return replace(screen, picture=picture(shown.board, texts), alt=alt(shown.board, texts))
    first = shown.board.called(texts("puzzle.you"))
    return replace(screen, picture=picture(first, texts), alt=unmarked(texts("daily.title", day=texts.day(day))))


def _text_of_day(shown: DayRanking, texts: Texts, listed: int) -> str:
    """The words of the message about a day, with so many results by name; with none, nobody at all is named."""
    key = "daily.post-over" if shown.over else "daily.post"
    lines = [texts(key, day=texts.day(shown.day), until=stamp(ends_at(shown.day), "t"))]
    if shown.results and listed:
        lines += rank_lines(shown.results, texts, listed=listed)
    elif shown.results:
        lines.append(texts("daily.unnamed", people=len(shown.results)))
    else:
        lines.append(texts("daily.nobody" if shown.over else "daily.nobody-yet"))
    if shown.before and listed and not shown.over:
        lines += ["", _winners(shown.before, texts)]
    if shown.streaks and listed and not shown.over:
        lines.append(texts("daily.streaks", streaks=_streaks(shown.streaks, texts)))
    if shown.commitment:
        lines.append(fairness.mark(shown.commitment, texts))
    return "\n".join(lines)


def ranking_without_names(shown: DayRanking, texts: Texts) -> str:
    """The words of the message about a day for a server whose rules do not allow one of the names."""
    return _text_of_day(shown, texts, 0)


def _winners(before: Sequence[DailyResult], texts: Texts) -> str:
    """Who was best the day before, some of them by name, and how many others finished."""
    best = [one for one in before if one.result and sorted(one.result) == sorted(before[0].result)]
    named, others = best[:WINNERS], len(before) - len(best)
    sentences = [texts("daily.winner", names=[plain(one.name) for one in named], lowest=best[0].lowest)]
    if len(best) > len(named):
        sentences.append(texts("daily.winner-equals", people=len(best) - len(named)))
    if others:
        sentences.append(texts("daily.winner-others", people=others))
    return " ".join(sentences)


def _streaks(streaks: Sequence[Streak], texts: Texts) -> str:
    """The people of the longest streaks with their days."""
    named = [f"{plain(one.name)}\N{NO-BREAK SPACE}**{one.days}**" for one in streaks[:STREAKS]]
    if len(streaks) > STREAKS:
        named.append(texts("daily.more", people=len(streaks) - STREAKS))
    return " · ".join(named)
