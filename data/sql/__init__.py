"""Every statement that the store makes, by subject, as functions of a connection that is inside a transaction.

Must not know threads, locks or errors of the engine beyond a taken key; begins and ends no transaction. The SQL is
kept to what PostgreSQL takes as well, except for the form of the placeholders.
"""

from data.sql import games, meta, outbox, people, retention

__all__ = ["games", "meta", "outbox", "people", "retention"]
