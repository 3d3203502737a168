"""The statements about people and servers: their wishes, their settings, and what is left of who leaves."""

import json
import sqlite3

from data.rows import PlayerRow, ServerRow
from data.sql.values import micros_or_null, moment_or_none

_PLAYER = (
    "language, dm_rack, next_notice, reminders, quiet_from, quiet_to, zone,"
    " vacation_until, vacation_days, season, told_closed, theme"
)


def select_player(db: sqlite3.Connection, user: int) -> PlayerRow:
    """The wishes of a person or the defaults."""
    row = db.execute(f"SELECT {_PLAYER} FROM players WHERE user_id = ?", (user,)).fetchone()  # noqa: S608 - constant
    if row is None:
        return PlayerRow(user)
    language, dm_rack, next_notice, reminders, quiet_from, quiet_to, zone, until, days, season, told_closed, theme = row
    return PlayerRow(
        user,
        language,
        bool(dm_rack),
        bool(next_notice),
        reminders,
        quiet_from,
        quiet_to,
        zone,
        moment_or_none(until),
        days,
        season,
        bool(told_closed),
        theme,
    )


def upsert_player(db: sqlite3.Connection, row: PlayerRow) -> None:
    """Keep the wishes of a person."""
    db.execute(
        f"""
        INSERT INTO players (user_id, {_PLAYER}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)
        ON CONFLICT (user_id) DO UPDATE SET
            language = excluded.language, dm_rack = excluded.dm_rack, next_notice = excluded.next_notice,
            reminders = excluded.reminders, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
            zone = excluded.zone, vacation_until = excluded.vacation_until, vacation_days = excluded.vacation_days,
            season = excluded.season, told_closed = excluded.told_closed,
            theme = excluded.theme
        """,  # noqa: S608 - constant
        (
            row.user,
            row.language,
            int(row.dm_rack),
            int(row.next_notice),
            row.reminders,
            row.quiet_from,
            row.quiet_to,
            row.zone,
            micros_or_null(row.vacation_until),
            row.vacation_days,
            row.season,
            int(row.told_closed),
            row.theme,
        ),
    )


def delete_player(db: sqlite3.Connection, user: int) -> None:
    """Forget the wishes of a person."""
    db.execute("DELETE FROM players WHERE user_id = ?", (user,))


def update_name(db: sqlite3.Connection, user: int, name: str) -> None:
    """Give a person another name at all their tables."""
    db.execute("UPDATE seats SET name = ? WHERE user_id = ?", (name, user))


def select_server(db: sqlite3.Connection, guild: int) -> ServerRow:
    """The settings of a server or the defaults."""
    row = db.execute(
        "SELECT language, pace, channels, threads, theme FROM servers WHERE guild = ?", (guild,)
    ).fetchone()
    if row is None:
        return ServerRow(guild)
    language, pace, channels, threads, theme = row
    return ServerRow(guild, language, pace, tuple(json.loads(channels)), bool(threads), theme)


def upsert_server(db: sqlite3.Connection, row: ServerRow) -> None:
    """Keep the settings of a server."""
    db.execute(
        """
        INSERT INTO servers (guild, language, pace, channels, threads, theme) VALUES (?, ?, ?, ?, ?, ?)
        ON CONFLICT (guild) DO UPDATE SET
            language = excluded.language, pace = excluded.pace, channels = excluded.channels,
            threads = excluded.threads,
            theme = excluded.theme
        """,
        (row.guild, row.language, row.pace, json.dumps(row.channels), int(row.threads), row.theme),
    )
