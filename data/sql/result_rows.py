"""The rows of results as the statements take and give them."""

import json
from collections.abc import Sequence
from typing import Final

from data.ids import GameId
from data.rows import GameRow, NewResult, Rated, Replacement, ResultRow, Skill
from data.sql.engine import Transaction
from data.sql.values import Row, Values, micros, moment

RATED: Final[dict[int | None, Rated]] = {None: "pending", 0: "never", 1: "rated", 2: "too-many"}
"""What the column says."""
NUMBERS: Final[dict[Rated, int | None]] = {words: number for number, words in RATED.items()}


async def insert_results(db: Transaction, game: GameRow, results: Sequence[NewResult]) -> None:
    """Write the results of a game that is over; its row has its end."""
    await db.insert("insert_results", [_values(game, result) for result in results])


async def anonymise_results(db: Transaction, game: GameId, replaced: Replacement) -> None:
    """Replace a person by a former player in the results of a game."""
    await db.run("anonymise_results", game=game, user=replaced.user, substitute=replaced.substitute, name=replaced.name)


def _values(game: GameRow, result: NewResult) -> Values:
    return {
        "game": game.id,
        "seat": result.seat,
        "at": micros(game.ended_at or game.updated_at),
        "guild": game.guild,
        "mode": result.mode,
        "seats": result.seats,
        "side": result.side,
        "user": result.user,
        "name": result.name,
        "level": result.level,
        "place": result.rank,
        "won": int(result.won),
        "lowest": result.lowest,
        "points": json.dumps(result.points),
        "ending": result.ending,
        "resigned": int(result.resigned),
        "casual": int(result.casual),
        "feats": json.dumps(result.feats),
        "rated": NUMBERS["pending" if result.ratable else "never"],
        "own": int(result.own),
    }


def result_row(row: Row) -> ResultRow:
    """A row of the table of results."""
    rated = RATED[row["rated"]]
    result = NewResult(
        row["seat"],
        row["mode"],
        row["seats"],
        row["side"],
        row["user_id"],
        row["name"],
        row["level"],
        row["place"],
        bool(row["won"]),
        row["lowest"],
        tuple(json.loads(row["points"])),
        row["ending"],
        bool(row["resigned"]),
        bool(row["casual"]),
        tuple(json.loads(row["feats"])),
        rated != "never",
        bool(row["own"]),
    )
    return ResultRow(
        row["game"],
        row["guild"],
        moment(row["at"]),
        result,
        rated,
        skill_or_none(row["mu0"], row["sigma0"]),
        skill_or_none(row["mu"], row["sigma"]),
    )


def skill_or_none(mu: int | None, sigma: int | None) -> Skill | None:
    """A stored skill, None for null."""
    return None if mu is None or sigma is None else Skill(mu, sigma)
