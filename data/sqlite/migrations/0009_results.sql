-- The ninth schema: the results of finished games, a row for each seat, and people who are left out of leaderboards.

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

ALTER TABLE players ADD COLUMN unlisted INTEGER NOT NULL DEFAULT 0 CHECK (unlisted IN (0, 1));
