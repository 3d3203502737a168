"""The store on SQLite, the default: one file beside the program, written by one machine."""

from data.sqlite.store import SqliteStore

__all__ = ["SqliteStore"]
