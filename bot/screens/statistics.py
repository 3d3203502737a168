"""The profile of a person and the leaderboard of a server as pictures, with the same in words."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Final

from bot.screens.model import Button, Screen
from bot.screens.phrases import decimal_words
from bot.screens.press import PersonPress
from bot.screens.verbs import PersonVerb
from bot.services.statistics import LeaderboardRows, PersonStatistics
from bot.tables.daily import Summary as DailySummary
from bot.tables.ratings import START, number
from bot.tables.statistics import PERIODS, RATED_MODES, ModeStatistics
from bot.texts import Texts, isolated, plain, unmarked
from data.store import LeaderboardRow
from render.leaderboard import Leaderboard, Ranked
from render.profile import Figure, Profile
from render.shaping import is_covered

_CURVE = 100
"""Games in the curve, the latest."""


PODIUM: Final = 3
"""Up to which rank somebody is on the podium of a tournament."""


def profile(person: PersonStatistics, texts: Texts, *, button: bool, everywhere: bool) -> Screen:
    """The profile of somebody; `button` offers to post it, `everywhere`: it is of the games in all servers."""
    rows = ((Button(texts("profile.post"), PersonPress(PersonVerb.POST_PROFILE)),),) if button else ()
    head = texts("profile.head" if everywhere else "profile.head-here", name=plain(texts.shown(person.name)))
    return Screen(head, _card(person, texts), unmarked(_words(person, texts))[:1024], rows)


def no_games(days: DailySummary, texts: Texts, *, own: bool) -> Screen:
    """The profile of somebody without a finished game: that, and how they stand at the daily challenge."""
    return Screen("\n".join([texts("profile.none" if own else "profile.none-here"), *_days(days, texts)]))


def _days(days: DailySummary, texts: Texts) -> list[str]:
    """A line about the daily challenge; none for somebody without a result."""
    return [] if days.best is None else [texts("profile.daily", streak=days.streak, best=days.best)]


def _card(person: PersonStatistics, texts: Texts) -> Profile:
    found, rated = person.statistics, person.statistics.rated
    columns, rows = _modes(found.modes, texts)
    return Profile(
        texts.shown(person.name),
        _favourite(person, texts),
        found.favourite,
        tuple(Figure(label, value) for label, value in _figures(person, texts)),
        columns,
        rows,
        texts("profile.curve", mode=texts(f"mode.{rated.mode}")) if rated else "",
        (number(START), *rated.ratings)[-_CURVE:] if rated else (),
        tuple(_lines(person, texts)),
        tuple(texts(f"feat.{feat}") for feat in found.feats),
    )


def _favourite(person: PersonStatistics, texts: Texts) -> str:
    colour = person.statistics.favourite
    return "" if colour is None else texts("profile.favourite", colour=texts(f"textboard.{colour.name.lower()}"))


def _figures(person: PersonStatistics, texts: Texts) -> list[tuple[str, str]]:
    """The large numbers with what they are."""
    found, rated = person.statistics, person.statistics.rated
    figures = [(texts("profile.games"), str(found.games))]
    if found.shared:
        figures.append(
            (texts("profile.won"), texts("analysis.percent", percent=round(100 * found.wins / found.shared)))
        )
    if rated:
        figures.append((texts("profile.rating"), str(rated.ratings[-1])))
    if person.rank is not None:
        figures.append((texts("profile.rank"), str(person.rank)))
    return figures


def _modes(modes: Sequence[ModeStatistics], texts: Texts) -> tuple[tuple[str, ...], tuple[tuple[str, ...], ...]]:
    """The heads of the table of modes and its lines, without a column in which no mode has anything."""
    heads = tuple(texts(f"profile.{column}") for column in ("mode", "games", "won", "best", "mean", "rating"))
    rows = [_row(mode, texts) for mode in modes]
    filled = [at for at in range(len(heads)) if any(row[at] for row in rows)]
    return tuple(heads[at] for at in filled), tuple(tuple(row[at] for at in filled) for row in rows)


def _row(mode: ModeStatistics, texts: Texts) -> tuple[str, ...]:
    return (
        texts(f"mode.{mode.mode}"),
        str(mode.games),
        str(mode.wins) if mode.mode in RATED_MODES else "",
        "" if mode.best is None else str(mode.best),
        "" if mode.mean is None else decimal_words(mode.mean, texts),
        str(mode.ratings[-1]) if mode.ratings else "",
    )


def _lines(person: PersonStatistics, texts: Texts) -> list[str]:
    """What else is known of how they play, a line each."""
    lines: list[str] = []
    if person.accuracy is not None:
        value = decimal_words(person.accuracy, texts)
        lines.append(texts("profile.accuracy", accuracy=value, games=person.analysed))
    if person.level is not None:
        lines.append(texts("profile.like", level=_level(person.level, texts)))
    if person.places:
        won, podium = person.places.count(1), sum(place <= PODIUM for place in person.places)
        lines.append(texts("profile.tournaments", won=won, podium=podium, played=len(person.places)))
    return lines + _days(person.days, texts)


def _level(level: str, texts: Texts) -> str:
    """A level by its number and its title, the lowest by its title alone."""
    title = texts(f"level.title.{level}")
    return f"{level} · {title}" if level.isdecimal() else title


def _words(person: PersonStatistics, texts: Texts) -> str:
    """The picture in words."""
    heads = [texts(f"profile.{column}") for column in ("games", "won", "best", "mean", "rating")]
    modes = [
        f"{name}: {', '.join(f'{head} {value}' for head, value in zip(heads, values, strict=True) if value)}"
        for name, *values in (_row(mode, texts) for mode in person.statistics.modes)
    ]
    parts = [
        isolated(texts.shown(person.name)),
        ", ".join(f"{label} {value}" for label, value in _figures(person, texts)),
        *modes,
        _favourite(person, texts),
        *_lines(person, texts),
        ", ".join(texts(f"feat.{feat}") for feat in person.statistics.feats),
    ]
    return ". ".join(part for part in parts if part)


def leaderboard(rows: LeaderboardRows, mode: str, period: str, user: int, texts: Texts) -> Screen:
    """The best of a server, and the row of the person who asked."""
    title = texts("leaderboard.head", mode=texts(f"mode.{mode}"))
    about = texts(f"leaderboard.{period}")
    if not rows.top:
        nobody = texts("leaderboard.nobody" if mode in RATED_MODES else "leaderboard.nobody-solo")
        return Screen(f"**{title}** · {about}\n{nobody}")
    columns = _columns(mode, period)
    heads = tuple(texts(f"profile.{column}") for column in columns)
    shown = tuple(
        Ranked(rank, texts.shown(one.name), tuple(_value(one, column, texts) for column in columns), one.user == user)
        for rank, one in (*rows.top, *([rows.mine] if rows.mine else []))
    )
    lines = [f"{row.rank}. {isolated(row.name)}: {heads[-1]} {row.values[-1]}" for row in shown]
    alt = unmarked(f"{title}, {about}. {'; '.join(lines)}")[:1024]
    head = [f"**{title}** · {about}", *(f"**{row.rank}** {plain(row.name)}" for row in shown if _is_unseen(row.name))]
    return Screen("\n".join(head), Leaderboard(title, about, heads, shown), alt)


def _is_unseen(name: str) -> bool:
    """Whether a picture has no letters for most of a name."""
    letters = [letter for letter in name if letter.isalnum()]
    return 2 * sum(map(is_covered, letters)) <= len(letters)


def _columns(mode: str, period: str) -> tuple[str, ...]:
    if mode not in RATED_MODES:
        return ("games", "mean", "best")
    return ("games", "won", "rating") if PERIODS[period] is None else ("games", "rating", "won")


def _value(one: LeaderboardRow, column: str, texts: Texts) -> str:
    match column:
        case "games":
            return str(one.games)
        case "won":
            return str(one.wins)
        case "best":
            return "" if one.best is None else str(one.best)
        case "mean":
            return decimal_words(one.total / one.played_out, texts) if one.played_out else ""
        case _:
            return "" if one.skill is None else str(number(one.skill))
