"""The rows in which the absences of servers are kept."""

from collections.abc import Sequence

from data.ids import GuildId
from data.rows import GuildAbsence
from data.sql.values import Row, micros, moment

_PREFIX = "away:"


def absences_in(rows: Sequence[Row]) -> dict[GuildId, GuildAbsence]:
    """The servers that are away among rows of state."""
    away = (row for row in rows if row["name"].startswith(_PREFIX))
    return {GuildId(int(row["name"].removeprefix(_PREFIX))): absence_of(row) for row in away}


def name_of(guild: GuildId) -> str:
    """What the row of a server is called."""
    return f"{_PREFIX}{guild}"


def value_of(absence: GuildAbsence) -> str:
    """What is stored of an absence."""
    return f"{micros(absence.since)} {micros(absence.counted)}"


def absence_of(row: Row) -> GuildAbsence:
    """The absence that a row says."""
    since, counted = row["value"].split()
    return GuildAbsence(moment(int(since)), moment(int(counted)))
