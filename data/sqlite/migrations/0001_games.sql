-- The first schema: games and their event logs, settings, outbox.
--
-- Times are microseconds since 1970 in UTC. Discord's ids are 64 bits wide. Yes and no are 1 and 0.
-- AUTOINCREMENT (an identity column elsewhere) is needed: buttons carry the id of a game and messages the
-- id of their note as nonce, so an id must never be given a second time.

CREATE TABLE meta (
    name   TEXT NOT NULL PRIMARY KEY,
    value  TEXT NOT NULL
);

CREATE TABLE games (
    id               INTEGER PRIMARY KEY AUTOINCREMENT,
    guild            BIGINT,                  -- null in a direct message
    channel          BIGINT NOT NULL,
    status           TEXT   NOT NULL CHECK (status IN ('lobby', 'running', 'over', 'cancelled', 'aside')),
    mode             TEXT   NOT NULL,
    language         TEXT   NOT NULL,
    host             BIGINT NOT NULL,
    version          INTEGER NOT NULL,        -- the last seq of its events, 0 if there is none
    message          BIGINT,                  -- the newest public message and where it stands
    message_channel  BIGINT,
    message_at       BIGINT,
    created_at       BIGINT NOT NULL,
    updated_at       BIGINT NOT NULL,
    aside_reason     TEXT                     -- why it cannot be read, if it was set aside
);
CREATE INDEX games_by_channel ON games (channel, status);
CREATE INDEX games_by_status ON games (status);

-- The game itself. The key is the lock: of two that append after the same event, one finds it taken.
-- WITHOUT ROWID keeps a log in one place, though games grow in turn; it is read three times as fast.
CREATE TABLE events (
    game  INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    seq   INTEGER NOT NULL,
    body  TEXT    NOT NULL,
    at    BIGINT  NOT NULL,
    PRIMARY KEY (game, seq)
) WITHOUT ROWID;

-- The people at a table, to find the games of a person; automatic players are only in the events.
CREATE TABLE seats (
    game     INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    place    INTEGER NOT NULL,
    user_id  BIGINT  NOT NULL,
    name     TEXT    NOT NULL,
    PRIMARY KEY (game, place)
);
CREATE INDEX seats_by_user ON seats (user_id);

CREATE TABLE players (
    user_id   BIGINT  NOT NULL PRIMARY KEY,
    language  TEXT,                           -- null: as Discord says
    dm_rack   INTEGER NOT NULL CHECK (dm_rack IN (0, 1))
);

CREATE TABLE servers (
    guild     BIGINT NOT NULL PRIMARY KEY,
    language  TEXT                            -- null: as the bot is set
);

-- What is still to be told; a row goes when Discord has taken it.
CREATE TABLE outbox (
    id          INTEGER PRIMARY KEY AUTOINCREMENT,
    game        INTEGER REFERENCES games (id) ON DELETE CASCADE,
    kind        TEXT    NOT NULL,
    body        TEXT    NOT NULL,
    created_at  BIGINT  NOT NULL,
    due_at      BIGINT  NOT NULL,
    attempts    INTEGER NOT NULL,
    error       TEXT                          -- why the last attempt failed
);
CREATE INDEX outbox_by_due ON outbox (due_at);
