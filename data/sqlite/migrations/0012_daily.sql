-- The twelfth schema: the daily challenge, the servers that follow it, and the guided first game.

-- The one try of a person at the deal of a day.
CREATE TABLE daily_tries (
    day       TEXT    NOT NULL,  -- of UTC, such as 2026-11-28
    user_id   BIGINT  NOT NULL,
    name      TEXT    NOT NULL,
    log       TEXT    NOT NULL,  -- the events as a JSON list of texts
    version   INTEGER NOT NULL,  -- how many events
    ended_at  BIGINT,            -- null while it goes on
    counts    INTEGER NOT NULL CHECK (counts IN (0, 1)),  -- ended on its day
    result    TEXT    NOT NULL,  -- the pegs as a JSON list in the order of the colours; of an unfinished try []
    lowest    INTEGER NOT NULL,  -- the smallest of them, 0 while it goes on
    PRIMARY KEY (day, user_id)
) WITHOUT ROWID;
CREATE INDEX daily_tries_by_user ON daily_tries (user_id, day);

-- In which servers somebody is shown, under the name that they have there.
CREATE TABLE daily_members (
    guild    BIGINT NOT NULL,
    user_id  BIGINT NOT NULL,
    name     TEXT   NOT NULL,
    PRIMARY KEY (guild, user_id)
) WITHOUT ROWID;
CREATE INDEX daily_members_by_user ON daily_members (user_id);

-- Messages about a day: the table of a server (user_id 0), or the result that somebody shows.
CREATE TABLE daily_posts (
    guild       BIGINT  NOT NULL,
    day         TEXT    NOT NULL,
    user_id     BIGINT  NOT NULL,
    channel     BIGINT  NOT NULL,
    message     BIGINT,            -- null before it was sent
    created_at  BIGINT  NOT NULL,
    shown_at    BIGINT,            -- when it was sent or edited last
    due_at      BIGINT,            -- when to send or edit it; null where there is nothing to do
    attempts    INTEGER NOT NULL,
    closed      INTEGER NOT NULL CHECK (closed IN (0, 1)),  -- the day is over
    PRIMARY KEY (guild, day, user_id)
) WITHOUT ROWID;
CREATE INDEX daily_posts_by_user ON daily_posts (user_id);
CREATE INDEX daily_posts_by_due ON daily_posts (due_at) WHERE due_at IS NOT NULL;

ALTER TABLE servers ADD COLUMN daily_channel BIGINT;  -- where the table of the day goes; null: nowhere

-- How far somebody has come in the guided first game.
CREATE TABLE lessons (
    user_id  BIGINT  NOT NULL PRIMARY KEY,
    step     INTEGER NOT NULL
);
