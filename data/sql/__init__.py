"""The five parts of a `Store` over any engine that runs the statements of `data/queries`.

Must not know an engine, nor begin or end a transaction otherwise than by `Engine.write`.
"""

from data.sql.daily import SqlDailies
from data.sql.engine import Engine
from data.sql.games import SqlGames
from data.sql.outbox import SqlOutbox
from data.sql.people import SqlPeople
from data.sql.process import SqlProcess
from data.sql.results import SqlResults

__all__ = ["Engine", "SqlStore"]


class SqlStore(SqlGames, SqlOutbox, SqlPeople, SqlDailies, SqlResults, SqlProcess):
    """A `Store` over an engine."""
