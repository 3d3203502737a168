"""The daily challenge as one person sees it: the overview, the panel of their try, and its end. Pure."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import date, timedelta

from bot.screens.daily_ranking import rank_lines
from bot.screens.daily_result import alt, back_button, picture, result_text
from bot.screens.draft import Draft
from bot.screens.model import Button, Row, Screen
from bot.screens.panel import panel_of
from bot.screens.panel_context import PanelContext
from bot.screens.phrases import done_words
from bot.screens.press import DailyBoardPress, DailyPress, DailyTurnPress
from bot.screens.verbs import DailyVerb, Step
from bot.tables.daily import Attempt, Summary, ends_at
from bot.tables.schedule import stamp
from bot.texts import Texts
from data.daily import DailyResult


@dataclass(frozen=True, slots=True)
class Overview:
    """What somebody is shown who asks for the daily challenge."""

    day: date
    mine: Attempt | None
    summary: Summary
    others: Sequence[DailyResult] = ()
    """The results of the day in this server, the best first."""
    unfinished: date | None = None
    """The day before, where its try may still be finished."""
    in_server: bool = False
    boards: bool = False
    """Whether there are boards of the day before to look at."""


def overview(shown: Overview, texts: Texts) -> Screen:
    """What the day is about, how the person stands, and the way to all the rest."""
    end = stamp(ends_at(shown.day), "t")
    lines = [texts("daily.title", day=texts.day(shown.day))]
    mine = shown.mine
    if mine is None:
        lines.append(texts("daily.about", until=end))
    elif mine.over:
        lines.append(texts("daily.next", until=stamp(ends_at(shown.day))))
    else:
        lines.append(texts("daily.running", tiles=_placed(mine), until=end))
    lines += summary_lines(shown.summary, texts)
    if shown.others:
        lines += ["", texts("daily.here"), *rank_lines(shown.others, texts)]
    return Screen("\n".join(lines), rows=_overview_rows(shown, texts))


def _overview_rows(shown: Overview, texts: Texts) -> tuple[Row, ...]:
    today, mine = shown.day, shown.mine
    first: list[Button] = []
    if mine is None:
        first.append(Button(texts("daily.play"), DailyTurnPress(today, 0, Step.PLAY), "success"))
    elif mine.over:
        first.append(Button(texts("daily.mine"), DailyTurnPress(today, 0, Step.PLAY), "primary"))
    else:
        first.append(Button(texts("daily.go-on"), DailyTurnPress(today, 0, Step.PLAY), "success"))
        first.append(Button(texts("daily.give-up"), DailyPress(today, DailyVerb.GIVE_UP)))
    if shown.in_server:
        first.append(Button(texts("daily.month"), DailyPress(today, DailyVerb.MONTH)))
    if shown.boards:
        first.append(Button(texts("daily.yesterday"), DailyBoardPress(shown.day - timedelta(days=1), 0)))
    if shown.unfinished is None:
        return (tuple(first),)
    late, day = shown.unfinished, texts.short_day(shown.unfinished)
    finish = Button(texts("daily.finish", day=day), DailyTurnPress(late, 0, Step.PLAY))
    give_up = Button(texts("daily.give-up-day", day=day), DailyPress(late, DailyVerb.GIVE_UP))
    return (tuple(first), (finish, give_up))


def summary_lines(summary: Summary, texts: Texts) -> list[str]:
    """The streak and the best result of a person; nothing for a first day."""
    if summary.best is None or summary.best_day is None:
        return []
    best = texts("daily.best", best=summary.best, day=texts.day(summary.best_day))
    if summary.streak < 2 and not summary.vacation:
        return [best]
    streak = texts("daily.streak", days=summary.streak)
    away = [texts("daily.vacation", days=summary.vacation)] if summary.vacation else []
    return [" · ".join([streak, *away, best])]


def panel_context(attempt: Attempt, texts: Texts, note: str = "") -> PanelContext:
    """What the panel of a try that goes on is made from."""
    table = attempt.table
    view = table.view_for(attempt.row.user)
    return PanelContext(table, view, texts, note, DailyTurnPress(attempt.day, view.position.version, Step.PLAY))


def step(attempt: Attempt, draft: Draft, texts: Texts, note: str = "", pressed: Step = Step.PLAY) -> Screen:
    """The panel of a try that goes on, at the step of the draft."""
    return panel_of(panel_context(attempt, texts, note), draft, pressed)


def placed_note(attempt: Attempt, texts: Texts) -> str:
    """What the last placement of a try did."""
    position = attempt.table.game().position
    turns = [turn for turn in position.turns if turn.placements]
    return done_words(turns[-1].placements[-1], position, texts) if turns else ""


def confirm_give_up(attempt: Attempt, texts: Texts) -> Screen:
    """The question before somebody gives up: what they have reached counts."""
    pegs = attempt.table.game().position.pegs(0)
    end = Button(texts("daily.give-up"), DailyPress(attempt.day, DailyVerb.RESIGN), "danger")
    on = Button(texts("daily.go-on"), DailyTurnPress(attempt.day, 0, Step.PLAY))
    lines = [texts("daily.head", day=texts.day(attempt.day)), texts("daily.confirm-give-up", lowest=min(pegs))]
    return Screen("\n".join(lines), rows=((end, on),))


def finished(
    attempt: Attempt,
    summary: Summary,
    texts: Texts,
    *,
    in_server: bool,
    over: bool,
    others: Sequence[DailyResult] = (),
) -> Screen:
    """The end of a try, for its person alone: beside the `others` of the day, with the way to show it to them."""
    row = attempt.row
    lines = [result_text(row, texts), *summary_lines(summary, texts)]
    if not row.counts:
        lines.append(texts("daily.too-late"))
    elif not over:
        lines.append(texts("daily.secret"))
    if len(others) > 1:
        lines += ["", texts("daily.here"), *rank_lines(others, texts, row.user)]
    if not over:
        lines += ["", texts("daily.next", until=stamp(ends_at(attempt.day)))]
    buttons: list[Button] = []
    if in_server and row.counts:
        buttons.append(Button(texts("daily.share"), DailyPress(attempt.day, DailyVerb.SHARE), "primary"))
    buttons.append(Button(texts("daily.back"), DailyPress(attempt.day)))
    return Screen("\n".join(lines), picture(attempt, texts), alt(attempt, texts), (tuple(buttons),))


def told_of_share(day: date, texts: Texts, *, new: bool) -> Screen:
    """That a result is shown to all, or was already, with the way back."""
    return Screen(texts("daily.shared" if new else "daily.shared-already"), rows=((back_button(day, texts),),))


def refused(why: str, today: date, texts: Texts) -> Screen:
    """Why a press led to nothing, with the way back."""
    return Screen(why, rows=((back_button(today, texts),),))


def _placed(attempt: Attempt) -> int:
    return sum(len(turn.placements) for turn in attempt.table.game().position.turns)
