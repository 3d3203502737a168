"""The store on a PostgreSQL server, for several processes and machines."""

from data.postgres.store import PostgresStore

__all__ = ["PostgresStore"]
