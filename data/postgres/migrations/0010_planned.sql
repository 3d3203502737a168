-- The tenth schema: placements that people have planned for their next turn.

CREATE TABLE planned_moves (
    game     BIGINT NOT NULL REFERENCES games (id) ON DELETE CASCADE,
    user_id  BIGINT NOT NULL,
    body     TEXT   NOT NULL,  -- JSON
    PRIMARY KEY (game, user_id)
);

CREATE INDEX planned_moves_of_a_person ON planned_moves (user_id);
