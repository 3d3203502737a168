"""The store: its protocol, put together from one for each subject, with the rows and errors that belong to it.

Must not know an engine (SQLite is in `sqlite/`), and not what an event or an outbox row means: both are text here.
All times are aware datetimes in UTC and come back exactly as they were given.

Each call is one transaction: whole or not at all, also when the caller is cancelled. Each may raise `DatabaseUnusable`;
after it nothing is half done, and a later call works again once the reason is gone. Only after `OutcomeUnknown`, a kind
of it, the transaction may have been carried out.
"""

from typing import Protocol

from data.errors import (
    Conflict,
    DatabaseDamaged,
    DatabaseReplaced,
    DatabaseUnusable,
    EventMissing,
    GameMissing,
    GameUnreadable,
    Interrupted,
    NewerSchema,
    OtherShards,
    OutcomeUnknown,
    StoreError,
    TooMany,
    Unstorable,
)
from data.protocols.daily import Dailies
from data.protocols.games import Games
from data.protocols.outbox import Outbox
from data.protocols.people import People
from data.protocols.process import Process
from data.protocols.results import Results
from data.rows import (
    ENDED,
    KEEP,
    STATUSES,
    UNCHANGED,
    Bounds,
    Clock,
    GameChange,
    GameRow,
    Keep,
    LeftBehind,
    NewGame,
    NewOutboxRow,
    NewRating,
    NewResult,
    OutboxRow,
    Pending,
    PlayerRow,
    Preferences,
    PuzzleAnswer,
    Rated,
    Replacement,
    ResultRow,
    SeatRow,
    SentBoard,
    ServerRow,
    Settle,
    Settled,
    Skill,
    Standing,
    Status,
    StoredGame,
)
from data.shards import WHOLE, Shards

__all__ = [
    "ENDED",
    "KEEP",
    "STATUSES",
    "UNCHANGED",
    "WHOLE",
    "Bounds",
    "Clock",
    "Conflict",
    "Dailies",
    "DatabaseDamaged",
    "DatabaseReplaced",
    "DatabaseUnusable",
    "EventMissing",
    "GameChange",
    "GameMissing",
    "GameRow",
    "GameUnreadable",
    "Games",
    "Interrupted",
    "Keep",
    "LeftBehind",
    "NewGame",
    "NewOutboxRow",
    "NewRating",
    "NewResult",
    "NewerSchema",
    "OtherShards",
    "Outbox",
    "OutboxRow",
    "OutcomeUnknown",
    "Pending",
    "People",
    "PlayerRow",
    "Preferences",
    "Process",
    "PuzzleAnswer",
    "Rated",
    "Replacement",
    "ResultRow",
    "Results",
    "SeatRow",
    "SentBoard",
    "ServerRow",
    "Settle",
    "Settled",
    "Shards",
    "Skill",
    "Standing",
    "Status",
    "Store",
    "StoreError",
    "StoredGame",
    "TooMany",
    "Unstorable",
]


class Store(Games, Outbox, People, Dailies, Results, Process, Protocol):
    """Everything that outlives the process."""
