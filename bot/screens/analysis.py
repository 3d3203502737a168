"""The analysis of a finished game: the chances of all as a picture, and its turning points one by one."""

from __future__ import annotations

from bot.screens.model import Button, Row, Screen
from bot.screens.phrases import decimal_words, points_words, side_name, tile_words
from bot.screens.picture_labels import labels
from bot.screens.press import GamePress, TurningPointPress
from bot.screens.reasons import reasons_words
from bot.screens.verbs import GameVerb
from bot.tables.table import Table
from bot.texts import Texts, drawn, isolated, plain, unmarked
from game import rules
from game.analysis import Analysis, accuracy
from game.board import NAMES
from game.events import At, Placed
from game.rules import preview
from game.state import GameState, SeatView, view
from game.tiles import Tile
from render.curve import Curve, Line
from render.scene_builder import Ghost, board_scene

_LOWEST, _RANGE = 4, 20
"""Alone, what a value of 0 is as a score, and how much more 1 is."""


def overview(table: Table, analysis: Analysis, texts: Texts, *, may_share: bool = True) -> Screen:
    """The chances as a picture, how well everybody played, the turning points in a line each with a button."""
    if all(one.vague for one in analysis.placements):
        return Screen("\n".join((texts("analysis.head", game=table.id), texts("analysis.too-short"))))
    lines = [
        texts("analysis.head", game=table.id),
        *_people(table, analysis, texts),
        texts("analysis.points") if analysis.turning_points else texts("analysis.no-points"),
        *(f"{number}. {_cost(table, analysis, at, texts)}" for number, at in enumerate(analysis.turning_points, 1)),
        texts("analysis.note-solo" if analysis.seats == 1 else "analysis.note"),
    ]
    text = "\n".join(lines)
    return Screen(
        text,
        _curve(table, analysis, texts),
        unmarked(texts("analysis.alt", game=table.id, what="; ".join(_ways(table, analysis, texts))))[:1024],
        _rows(table, analysis, None, texts, may_share=may_share),
    )


def turning_point(table: Table, analysis: Analysis, number: int, texts: Texts, *, may_share: bool = True) -> Screen:
    """One turning point, numbered from 1: what was played, what was better and why, with the better one in the picture.

    A number out of range is the nearest; without any it is the overview.
    """
    points = analysis.turning_points
    if not points:
        return overview(table, analysis, texts, may_share=may_share)
    number = min(max(number, 1), len(points))
    at = points[number - 1]
    judged, state = analysis.placements[at], _before(table, at)
    seen = view(state, judged.seat)
    better = judged.better
    lines = [
        texts("analysis.point", game=table.id, number=number, points=len(points)),
        _cost(table, analysis, at, texts, points=_points(seen, judged.tile, judged.at)),
    ]
    ghost = None
    if better is not None:
        ghost = Ghost(better.tile, better.at, judged.at)
        why = reasons_words(better.reasons, seen.position, table.short_names, texts)
        what = f"{tile_words(better.tile, texts)} {_cells(better.at)}"
        gained = _points(seen, better.tile, better.at)
        lines += [texts("analysis.better", what=what, points=gained, why=why), texts("analysis.legend")]
    text = "\n".join(lines)
    words = labels(table, seen, texts)
    scene = board_scene(seen, words, since=len(seen.position.turns), rack=True, ghost=ghost)
    return Screen(text, scene, unmarked(text)[:1024], _rows(table, analysis, number, texts, may_share=may_share))


# --- words -----------------------------------------------------------------------------------------------------------


def _people(table: Table, analysis: Analysis, texts: Texts) -> list[str]:
    """How well everybody played, a line each; nothing of a seat that placed nothing."""
    placed = {one.seat for one in analysis.placements}
    alone = table.public.seats == 1
    lines: list[str] = []
    for seat, loss in enumerate(analysis.mean_loss):
        if seat not in placed:
            continue
        level = None if table.seats[seat].user is None else analysis.resembles[seat]  # a bot's name has its level
        words = texts(
            "analysis.accuracy-solo" if alone else "analysis.accuracy",
            name=plain(table.names[seat]),
            accuracy=decimal_words(accuracy(loss), texts),
            points=decimal_words(_RANGE * loss, texts),
        )
        key = "analysis.like-beginner" if level == "beginner" else "analysis.like"
        like = "" if level is None else texts(key, level=level)
        lines.append(f"{words} {like}".rstrip())
    return lines


def _cost(table: Table, analysis: Analysis, at: int, texts: Texts, *, points: str = "") -> str:
    """What a placement cost: who made it, where, how their chances fell, and its points where they are given."""
    one = analysis.placements[at]
    alone = analysis.seats == 1
    with_points = "analysis.was-solo" if alone else "analysis.was"
    without = "analysis.cost-solo" if alone else "analysis.cost"
    return texts(
        with_points if points else without,
        points=points,
        name=plain(table.short_names[one.seat]),
        placement=at + 1,
        what=f"{tile_words(one.tile, texts)} {_cells(one.at)}",
        before=_value(one.before, texts, alone=alone),
        after=_value(one.after, texts, alone=alone),
    )


def _points(seen: SeatView, tile: Tile, at: At) -> str:
    return points_words(preview(seen, tile, at).placement)


def _value(chance: float, texts: Texts, *, alone: bool) -> str:
    return (
        decimal_words(_LOWEST + _RANGE * chance, texts)
        if alone
        else texts("analysis.percent", percent=round(100 * chance))
    )


def _cells(at: At) -> str:
    return f"{NAMES[at[0]]}-{NAMES[at[1]]}"


def _ways(table: Table, analysis: Analysis, texts: Texts) -> list[str]:
    """The lines of the picture in words: where each began and ended."""
    found: list[str] = []
    for line in _lines(table, analysis, texts):
        if line.points:
            ends = (line.points[0], line.points[-1])
            first, last = (_value(chance, texts, alone=analysis.seats == 1) for _, chance in ends)
            found.append(f"{isolated(line.name)} {first} → {last}")
    return found


# --- picture and buttons ---------------------------------------------------------------------------------------------


def _curve(table: Table, analysis: Analysis, texts: Texts) -> Curve:
    alone = analysis.seats == 1
    return Curve(
        texts("analysis.title-solo" if alone else "analysis.title", game=table.id),
        _lines(table, analysis, texts),
        tuple((at + 1, analysis.placements[at].after) for at in analysis.turning_points),
        tuple((share, _value(share, texts, alone=alone)) for share in (0.0, 0.5, 1.0)),
        axis=texts("analysis.axis"),
    )


def _lines(table: Table, analysis: Analysis, texts: Texts) -> tuple[Line, ...]:
    """The chances of each side, those of the vague beginning left out."""
    position, seats = table.public, range(analysis.seats)
    sides: dict[int, list[int]] = {}
    for seat in seats:
        sides.setdefault(position.mode.side_of(seat, analysis.seats), []).append(seat)
    return tuple(
        Line(drawn(side_name(position, table.short_names, side, texts)), analysis.course(partners))
        for side, partners in sorted(sides.items())
    )


def _rows(table: Table, analysis: Analysis, chosen: int | None, texts: Texts, *, may_share: bool) -> tuple[Row, ...]:
    """A button for each turning point, and the ways to the picture and to all, for who `may_share` it."""
    points = tuple(
        Button(texts("analysis.button", number=number), TurningPointPress(table.id, number))
        for number in range(1, len(analysis.turning_points) + 1)
        if number != chosen
    )
    chances = Button(texts("analysis.chances"), GamePress(table.id, GameVerb.ANALYSIS))
    post = Button(texts("analysis.share"), GamePress(table.id, GameVerb.SHARE_ANALYSIS))
    back = (chances,) if chosen else ()
    share = (post,) if may_share and not table.analysis_shared else ()
    row = (*back, *points, *share)
    return (row,) if row else ()


def _before(table: Table, placement: int) -> GameState:
    """The game as it stood before a placement, numbered from 0."""
    state: GameState | None = None
    left = placement
    for event in table.events:
        if isinstance(event, Placed):
            if left == 0:
                break
            left -= 1
        state = rules.apply(state, event)
    return state or table.game()
