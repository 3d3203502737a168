-- The results of finished games and the ratings that follow from them.

-- name: insert_results
INSERT INTO results (
    game, seat, at, guild, mode, seats, side, user_id, name, level, place, won, lowest, points, ending, resigned,
    casual, feats, rated
)
VALUES (
    :game, :seat, :at, :guild, :mode, :seats, :side, :user, :name, :level, :place, :won, :lowest, :points, :ending,
    :resigned, :casual, :feats, :rated
);

-- name: results_of_game
SELECT * FROM results WHERE game = :game ORDER BY seat;

-- name: results_of
SELECT * FROM results WHERE user_id = :user ORDER BY at, game, seat;

-- name: delete_results
DELETE FROM results WHERE game = :game;

-- name: former_skills
SELECT seat, mu0, sigma0 FROM results WHERE game = :game AND user_id < 0 AND mu0 IS NOT NULL;

-- name: keep_skill
UPDATE results SET mu0 = :mu0, sigma0 = :sigma0 WHERE game = :game AND seat = :seat;

-- name: anonymise_results
UPDATE results SET user_id = :substitute, name = :name WHERE game = :game AND user_id = :user;

-- The number says nothing and is no other in its game.
-- name: forget_results
UPDATE results SET user_id = -1 - (game * 8 + seat), name = :name WHERE user_id = :user;
