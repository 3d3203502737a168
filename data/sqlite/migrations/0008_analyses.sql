-- The eighth schema: analyses of finished games, and the puzzles that people have answered.

CREATE TABLE analyses (
    game  INTEGER NOT NULL PRIMARY KEY REFERENCES games (id) ON DELETE CASCADE,
    body  TEXT   NOT NULL  -- JSON
);

-- The first answer of a person to each puzzle; later ones do not count.
CREATE TABLE puzzle_answers (
    user_id  BIGINT  NOT NULL,
    puzzle   TEXT    NOT NULL,
    solved   INTEGER NOT NULL CHECK (solved IN (0, 1)),
    at       BIGINT  NOT NULL,
    PRIMARY KEY (user_id, puzzle)
) WITHOUT ROWID;
