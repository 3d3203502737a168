"""The daily challenge: what one person sees of it, what they share, and the ranking of a server. Pure.

Nothing public shows anything of a board or a tile before the day is over.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from datetime import date, timedelta
from typing import Final

from bot.screens import fairness
from bot.screens.board import board_alt, record_file
from bot.screens.draft import Draft
from bot.screens.emoji import LENGTH
from bot.screens.model import Button, Row, Screen
from bot.screens.panel import panel_of
from bot.screens.panel_context import PanelContext
from bot.screens.phrases import JOINER, placement_words, sign
from bot.screens.picture_labels import labels
from bot.screens.press import DailyBoardPress, DailyPress, DailyTurnPress
from bot.screens.verbs import DailyVerb, Step
from bot.tables.daily import Attempt, Streak, Summary, ends_at
from bot.tables.ranks import ranks
from bot.tables.schedule import stamp
from bot.texts import Texts, plain, unmarked
from data.daily import DailyResult, MonthRow
from data.ids import UserId
from game.solo_results import BEST, better_than, stars
from game.tiles import COLOURS
from render.scene_builder import Scene, board_scene

_SQUARES: Final = "🟥🟧🟨🟩🟦🟪"
"""A square for each colour, in the order of `COLOURS`."""
_EMPTY: Final = "▫️"
_POINTS_A_SQUARE: Final = 4
LISTED: Final = 15
"""How many people a list names, fewer where their names are very long."""
WINNERS: Final = 5
"""How many people with the same best result are named."""
STREAKS: Final = 5
"""How many people the line of streaks names."""


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
        lines += ["", texts("daily.here"), *_ranks(shown.others, texts)]
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
    return [f"{texts('daily.streak', days=summary.streak)} · {best}" if summary.streak > 1 else best]


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
    turns = [turn for turn in attempt.table.game().position.turns if turn.placements]
    return texts("panel.done", what=placement_words(turns[-1].placements[-1], texts)) if turns else ""


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
        lines += ["", texts("daily.here"), *_ranks(others, texts, row.user)]
    if not over:
        lines += ["", texts("daily.next", until=stamp(ends_at(attempt.day)))]
    buttons: list[Button] = []
    if in_server and row.counts:
        buttons.append(Button(texts("daily.share"), DailyPress(attempt.day, DailyVerb.SHARE), "primary"))
    buttons.append(Button(texts("daily.back"), DailyPress(attempt.day)))
    return Screen("\n".join(lines), picture(attempt, texts), alt(attempt, texts), (tuple(buttons),))


def told_of_share(day: date, texts: Texts, *, new: bool) -> Screen:
    """That a result is shown to all, or was already, with the way back."""
    return Screen(texts("daily.shared" if new else "daily.shared-already"), rows=((_back(day, texts),),))


def refused(why: str, today: date, texts: Texts) -> Screen:
    """Why a press led to nothing, with the way back."""
    return Screen(why, rows=((_back(today, texts),),))


def _back(day: date, texts: Texts) -> Button:
    return Button(texts("daily.back"), DailyPress(day))


def result_text(row: DailyResult, texts: Texts, name: str = "") -> str:
    """A result without spoilers: the lowest colour, the six colours as levels, how good that is."""
    pegs = row.result
    lowest = [sign(colour) for colour in COLOURS if pegs[colour] == min(pegs)]
    of = JOINER + JOINER.join(lowest) if len(lowest) <= 2 else ""
    day = texts.day(date.fromisoformat(row.day))
    head = texts("daily.result-of", name=plain(name), day=day) if name else texts("daily.result", day=day)
    rated = "★" * stars(pegs) + "☆" * (5 - stars(pegs))
    squares = (_squares(colour, pegs[colour]) for colour in COLOURS)
    percent = better_than(pegs)
    better = f" · {texts('daily.better', percent=percent, level=BEST)}" if percent else ""
    return "\n".join([f"{head} **{min(pegs)}**{of}", *squares, f"{rated}{better}"])


def _squares(colour: int, peg: int) -> str:
    return _SQUARES[colour] * ((peg + _POINTS_A_SQUARE // 2) // _POINTS_A_SQUARE) or _EMPTY


def picture(attempt: Attempt, texts: Texts) -> Scene:
    """The board of a try as it is seen from outside."""
    table = attempt.table
    view = table.view_for(None)
    return board_scene(view, labels(table, view, texts))


def alt(attempt: Attempt, texts: Texts) -> str:
    """The same in words."""
    table = attempt.table
    return board_alt(table, table.view_for(None), texts)


def _placed(attempt: Attempt) -> int:
    return sum(len(turn.placements) for turn in attempt.table.game().position.turns)


def _ranks(
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


# --- the month and the boards of a day that is over ------------------------------------------------------------------


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
    return Screen("\n".join(whole), rows=((_back(today, texts), *others),))


def board(attempt: Attempt, number: int, boards: int, texts: Texts, *, seed: bytes = b"") -> Screen:
    """The board of one person of a day that is over; with its `seed`, for that person, the record as a file."""
    key = "daily.board" if boards > 1 else "daily.board-only"
    head = texts(key, day=texts.day(attempt.day), number=number + 1, boards=boards, name=plain(attempt.row.name))
    lines = [head, result_text(attempt.row, texts).split("\n")[-1]]
    buttons = [Button(texts("daily.back"), DailyPress(attempt.day))]
    if boards > 1:
        buttons.insert(
            0, Button(texts("daily.next-board"), DailyBoardPress(attempt.day, (number + 1) % boards), "primary")
        )
    file = (f"ingenious-{attempt.row.day}.json", record_file(attempt.table_with(seed))) if seed else None
    found = Screen("\n".join(lines), picture(attempt, texts), alt(attempt, texts), (tuple(buttons),))
    return replace(found, file=file)


# --- messages for everybody ------------------------------------------------------------------------------------------


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
    ended = shown.board.row.ended_at is not None
    words = alt(shown.board, texts) if ended else unmarked(texts("daily.title", day=texts.day(day)))
    return replace(screen, picture=picture(shown.board, texts), alt=words)


def _text_of_day(shown: DayRanking, texts: Texts, listed: int) -> str:
    """The words of the message about a day, with so many results by name; with none, nobody at all is named."""
    key = "daily.post-over" if shown.over else "daily.post"
    lines = [texts(key, day=texts.day(shown.day), until=stamp(ends_at(shown.day), "t"))]
    if shown.results and listed:
        lines += _ranks(shown.results, texts, listed=listed)
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


def shared(attempt: Attempt, texts: Texts, *, over: bool) -> Screen:
    """The result that somebody shows to all; the board only when the day is over."""
    screen = Screen(result_text(attempt.row, texts, attempt.row.name))
    play = Button(texts("daily.play"), DailyTurnPress(attempt.day, 0, Step.PLAY), "success")
    if not over:
        return replace(screen, rows=((play,),))
    return replace(screen, picture=picture(attempt, texts), alt=alt(attempt, texts))


def withdrawn(texts: Texts) -> Screen:
    """What a message says that showed the result of somebody whose data were deleted."""
    return Screen(texts("daily.withdrawn"))
