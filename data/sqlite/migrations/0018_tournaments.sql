-- Tournaments: like a game each is a log, whose key is the lock.

CREATE TABLE tournaments (
    id               INTEGER PRIMARY KEY AUTOINCREMENT,
    guild            BIGINT  NOT NULL,
    channel          BIGINT  NOT NULL,  -- where its messages and games come
    status           TEXT    NOT NULL CHECK (status IN ('open', 'running', 'over', 'cancelled')),
    host             BIGINT  NOT NULL,
    version          INTEGER NOT NULL,  -- the last seq of its events
    message          BIGINT,            -- the newest message about it and where it stands
    message_channel  BIGINT,
    edition          INTEGER,           -- which of its messages that is
    created_at       BIGINT  NOT NULL,
    ended_at         BIGINT             -- when it was over or cancelled; null otherwise
);
CREATE INDEX tournaments_by_guild ON tournaments (guild, status);

CREATE TABLE tournament_events (
    tournament  INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    seq         INTEGER NOT NULL,
    body        TEXT    NOT NULL,
    at          BIGINT  NOT NULL,
    PRIMARY KEY (tournament, seq)
) WITHOUT ROWID;

-- The people in it, to find the tournaments and trophies of a person.
CREATE TABLE tournament_people (
    tournament  INTEGER NOT NULL REFERENCES tournaments (id) ON DELETE CASCADE,
    user_id     BIGINT  NOT NULL,
    name        TEXT    NOT NULL,
    place       INTEGER,                -- the rank at the end; null before
    PRIMARY KEY (tournament, user_id)
);
CREATE INDEX tournament_people_by_user ON tournament_people (user_id);
