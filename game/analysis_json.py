"""Analyses as JSON: for people and programs, and to be kept."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from typing import Any, cast

from game.ai.reasons import Reason
from game.analysis import Analysis, Better, Judged, resembling
from game.board import NAMES, parse_cell
from game.events import At
from game.tiles import COLOURS, parse_tile


def to_json(analysis: Analysis) -> dict[str, object]:
    """The analysis as one JSON object; chances and losses from 0 to 1."""
    return {
        "mode": analysis.mode,
        "players": analysis.seats,
        "placements": [_placement_json(one) for one in analysis.placements],
        "final": analysis.final,
        "turning_points": list(analysis.turning_points),
        "mean_loss": [round(loss, 4) for loss in analysis.mean_loss],
        "resembles": list(analysis.resembles),
    }


def _placement_json(one: Judged) -> dict[str, object]:
    better = one.better and {
        "tile": one.better.tile.code,
        "at": [NAMES[cell] for cell in one.better.at],
        "exchange": one.better.exchange,
        "chance": round(one.better.chance, 4),
        "reasons": [
            {
                "code": reason.code,
                "colour": None if reason.colour is None else reason.colour.letter,
                "amount": reason.amount,
                "seat": reason.seat,
            }
            for reason in one.better.reasons
        ],
    }
    return {
        "seat": one.seat,
        "tile": one.tile.code,
        "at": [NAMES[cell] for cell in one.at],
        "chances": [round(chance, 4) for chance in one.chances],
        "loss": round(one.loss, 4),
        "vague": one.vague,
        "better": better,
    }


def from_json(document: object) -> Analysis:
    """The analysis of a document that `to_json` made; whom somebody resembles is looked up again.

    Raises:
        ValueError: it is none.
    """
    try:
        kept = cast("dict[str, Any]", document)
        mode, seats, losses = str(kept["mode"]), int(kept["players"]), tuple(map(float, kept["mean_loss"]))
        placements = tuple(_judged(one) for one in kept["placements"])
        placed = Counter(one.seat for one in placements)
        return Analysis(
            mode,
            seats,
            placements,
            None if kept["final"] is None else tuple(map(float, kept["final"])),
            tuple(map(int, kept["turning_points"])),
            losses,
            tuple(resembling(mode, seats, loss, placed[seat]) for seat, loss in enumerate(losses)),
        )
    except (KeyError, TypeError, AttributeError) as error:
        raise ValueError(f"not an analysis ({type(error).__name__})") from error


def _judged(one: dict[str, Any]) -> Judged:
    return Judged(
        int(one["seat"]),
        parse_tile(one["tile"]),
        _at(one["at"]),
        tuple(map(float, one["chances"])),
        float(one["loss"]),
        _better(one["better"]) if one["better"] else None,
        vague=bool(one["vague"]),
    )


def _better(one: dict[str, Any]) -> Better:
    colours = {colour.letter: colour for colour in COLOURS}
    why = tuple(
        Reason(
            reason["code"],
            None if reason["colour"] is None else colours[reason["colour"]],
            int(reason["amount"]),
            reason["seat"],
        )
        for reason in one["reasons"]
    )
    return Better(parse_tile(one["tile"]), _at(one["at"]), bool(one["exchange"]), float(one["chance"]), why)


def _at(cells: Sequence[str]) -> At:
    first, second = cells
    return parse_cell(first), parse_cell(second)
