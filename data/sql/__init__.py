"""The store, a part for each subject, over any engine that runs the statements of `data/queries`.

Must not know an engine, nor begin or end a transaction otherwise than by `Engine.write`.
"""

from data.sql.absences import Absences
from data.sql.daily import Dailies
from data.sql.engine import Engine
from data.sql.games import Games
from data.sql.outbox import Outbox
from data.sql.people import People
from data.sql.process import Process
from data.sql.results import Results
from data.sql.retention import Retention
from data.sql.tournaments import Tournaments

__all__ = ["Engine", "Store"]


class Store(Games, Outbox, Absences, People, Dailies, Results, Tournaments, Retention, Process):
    """Everything that outlives the process.

    All times are aware datetimes in UTC and come back exactly as they were given. Each call is one transaction: whole
    or not at all, also when the caller is cancelled. Each may raise `DatabaseUnusable`; after it nothing is half done,
    and a later call works again once the reason is gone. Only after `OutcomeUnknown`, a kind of it, the transaction may
    have been carried out.
    """
