-- The schema of the first release. Its number tells it from those of development, which were never released.
--
-- Times are microseconds since 1970 in UTC. Discord's ids are 64 bits wide. Yes and no are 1 and 0.
-- AUTOINCREMENT (an identity column elsewhere) is needed: buttons carry the id of a game and messages the id of their
-- outbox row as nonce, so an id must never be given a second time.
-- WITHOUT ROWID keeps the rows of a key together though games grow in turn: a log is read three times as fast.

CREATE TABLE meta (
    name   TEXT NOT NULL PRIMARY KEY,
    value  TEXT NOT NULL
);

CREATE TABLE games (
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
CREATE INDEX games_by_channel ON games (channel, status);
CREATE INDEX games_by_home ON games (home, status);
CREATE INDEX games_by_status ON games (status);
CREATE INDEX games_by_end ON games (ended_at) WHERE ended_at IS NOT NULL;

-- The game itself. The key is the lock: of two that append after the same event, one finds it taken.
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
    user_id          BIGINT  NOT NULL PRIMARY KEY,
    language         TEXT,                     -- null: as Discord says
    dm_rack          INTEGER NOT NULL CHECK (dm_rack IN (0, 1)),
    next_notice      INTEGER NOT NULL DEFAULT 0 CHECK (next_notice IN (0, 1)),
    reminders        TEXT NOT NULL DEFAULT 'half',
    quiet_from       INTEGER,                  -- minutes of the day in their zone
    quiet_to         INTEGER,
    zone             TEXT,
    vacation_until   BIGINT,
    vacation_days    INTEGER NOT NULL DEFAULT 0,  -- used in the season
    season           TEXT,
    told_closed      INTEGER NOT NULL DEFAULT 0 CHECK (told_closed IN (0, 1)),
    theme            TEXT,                     -- null: the server's
    confirm_placing  INTEGER NOT NULL DEFAULT 0 CHECK (confirm_placing IN (0, 1)),
    unlisted         INTEGER NOT NULL DEFAULT 0 CHECK (unlisted IN (0, 1))
);

CREATE TABLE servers (
    guild          BIGINT NOT NULL PRIMARY KEY,
    language       TEXT,                       -- null: as the bot is set
    pace           INTEGER,                    -- seconds
    channels       TEXT NOT NULL DEFAULT '[]', -- ids as JSON, empty: all
    threads        INTEGER NOT NULL DEFAULT 0 CHECK (threads IN (0, 1)),
    theme          TEXT,                       -- null: the bot's
    person_games   INTEGER,                    -- how many may be open, of one host; null: the bot's bound
    channel_games  INTEGER,                    -- in one channel; null: the bot's bound
    daily_channel  BIGINT                      -- where the table of the day goes; null: nowhere
);

-- What is still to be delivered; a row goes when Discord has taken it. The rows of one game are found among those of
-- thousands. There is no index by kind: it would make each move a third slower, only to help after an outage, when most
-- of the rows are moved anyway.
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
CREATE INDEX outbox_by_game ON outbox (game, due_at);

-- Analyses of finished games, and the first answer of a person to each puzzle; later ones do not count.
CREATE TABLE analyses (
    game  INTEGER NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    body  TEXT   NOT NULL  -- JSON
);
CREATE TABLE puzzle_answers (
    user_id  BIGINT  NOT NULL,
    puzzle   TEXT    NOT NULL,
    solved   INTEGER NOT NULL CHECK (solved IN (0, 1)),
    at       BIGINT  NOT NULL,
    PRIMARY KEY (user_id, puzzle)
) WITHOUT ROWID;

-- Results outlive the log of their game, so there is no reference to it; an id of a game is never given again.
CREATE TABLE results (
    game      INTEGER NOT NULL,
    seat      INTEGER NOT NULL,
    at        BIGINT  NOT NULL,              -- when the game ended
    guild     BIGINT,                        -- null in a direct message
    mode      TEXT    NOT NULL,
    seats     INTEGER NOT NULL,
    side      INTEGER NOT NULL,              -- partners have the same
    user_id   BIGINT,                        -- null: an automatic player; negative: a former player
    name      TEXT    NOT NULL,
    level     TEXT,                          -- of an automatic player
    place     INTEGER NOT NULL,              -- 1 is the best; equal results share it
    won       INTEGER NOT NULL CHECK (won IN (0, 1)),
    lowest    INTEGER NOT NULL,              -- the lowest colour at the end
    points    TEXT    NOT NULL,              -- what the seat's own tiles scored in each colour, as JSON
    ending    TEXT    NOT NULL,
    resigned  INTEGER NOT NULL CHECK (resigned IN (0, 1)),
    casual    INTEGER NOT NULL CHECK (casual IN (0, 1)),
    feats     TEXT    NOT NULL,              -- achievements, as JSON
    rated     INTEGER,                       -- null: to be rated; 0: never; 1: was rated; 2: one too many that day
    mu0       BIGINT,                        -- the skill before the game and how sure it is, in millionths
    sigma0    BIGINT,
    mu        BIGINT,                        -- and after it
    sigma     BIGINT,
    PRIMARY KEY (game, seat)
) WITHOUT ROWID;
CREATE INDEX results_by_user ON results (user_id, mode, at);
CREATE INDEX results_by_guild ON results (guild, mode, at);
CREATE INDEX results_by_rating ON results (rated, at, game);

-- Placements that people have planned for their next turn.
CREATE TABLE planned_moves (
    game     INTEGER NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    user_id  BIGINT NOT NULL,
    body     TEXT   NOT NULL,  -- JSON
    PRIMARY KEY (game, user_id)
) WITHOUT ROWID;
CREATE INDEX planned_moves_of_a_person ON planned_moves (user_id);

-- The lease of a shard is the row `shard + 1`; a process that has all servers has the row 1 with one shard.
CREATE TABLE lease (
    id          INTEGER NOT NULL PRIMARY KEY,
    holder      TEXT    NOT NULL,
    expires_at  BIGINT  NOT NULL,              -- 0: it was given back
    shards      INTEGER NOT NULL DEFAULT 1,    -- how many there are in all
    wanted      BIGINT  NOT NULL DEFAULT 0     -- until when the process that is set up for it waits for it
);

-- When a shard last identified itself, or is about to, by bucket: Discord takes one in five seconds of each.
CREATE TABLE identifies (
    bucket  INTEGER NOT NULL PRIMARY KEY,
    at      BIGINT  NOT NULL
);

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

-- How far somebody has come in the guided first game.
CREATE TABLE lessons (
    user_id  BIGINT  NOT NULL PRIMARY KEY,
    step     INTEGER NOT NULL
);
