-- The fifth schema: a game that cannot be read is called quarantined. A CHECK cannot be changed, so the table is made
-- anew; foreign keys are off meanwhile, or all events would go with the old one. Its ids go on where they were.

CREATE TABLE games_new (
    id                 INTEGER PRIMARY KEY AUTOINCREMENT,
    guild              BIGINT,                  -- null in a direct message
    channel            BIGINT NOT NULL,
    home               BIGINT NOT NULL,         -- the channel to which a game in a thread belongs
    status             TEXT   NOT NULL CHECK (status IN ('lobby', 'running', 'over', 'cancelled', 'quarantined')),
    mode               TEXT   NOT NULL,
    language           TEXT   NOT NULL,
    host               BIGINT NOT NULL,
    version            INTEGER NOT NULL,        -- the last seq of its events, 0 if there is none
    message            BIGINT,                  -- the newest public message and where it stands
    message_channel    BIGINT,
    message_at         BIGINT,
    created_at         BIGINT NOT NULL,
    updated_at         BIGINT NOT NULL,
    deadline           BIGINT,                  -- when the time of the player on turn runs out
    ended_at           BIGINT,                  -- when it was over or cancelled; null otherwise
    quarantine_reason  TEXT                     -- why it cannot be read
);
INSERT INTO games_new
SELECT
    id, guild, channel, home, CASE status WHEN 'aside' THEN 'quarantined' ELSE status END, mode, language, host, version,
    message, message_channel, message_at, created_at, updated_at, deadline, ended_at, aside_reason
FROM games;
DELETE FROM sqlite_sequence WHERE name = 'games_new';
INSERT INTO sqlite_sequence (name, seq) SELECT 'games_new', seq FROM sqlite_sequence WHERE name = 'games';
DROP TABLE games;
ALTER TABLE games_new RENAME TO games;
CREATE INDEX games_by_channel ON games (channel, status);
CREATE INDEX games_by_home ON games (home, status);
CREATE INDEX games_by_status ON games (status);
CREATE INDEX games_by_end ON games (ended_at) WHERE ended_at IS NOT NULL;

-- Every outbox row is about a game.
DELETE FROM outbox WHERE game IS NULL;
