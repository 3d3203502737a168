-- The results of finished games and the ratings that follow from them.

-- name: insert_results
INSERT INTO results (
    game, seat, at, guild, mode, seats, side, user_id, name, level, place, won, lowest, points, ending, resigned,
    casual, feats, rated, own
)
VALUES (
    :game, :seat, :at, :guild, :mode, :seats, :side, :user, :name, :level, :place, :won, :lowest, :points, :ending,
    :resigned, :casual, :feats, :rated, :own
);

-- name: results_of_game
SELECT * FROM results WHERE game = :game ORDER BY seat;

-- name: results_of
SELECT * FROM results WHERE user_id = :user ORDER BY at, game, seat;

-- name: results_after
SELECT * FROM results WHERE user_id = :user AND (at > :at OR (at = :at AND game > :game))
ORDER BY at, game LIMIT :limit;

-- name: delete_results
DELETE FROM results WHERE game = :game;

-- name: former_skills
SELECT seat, mu0, sigma0 FROM results WHERE game = :game AND user_id < 0 AND mu0 IS NOT NULL;

-- name: former_left_out
SELECT seat FROM results WHERE game = :game AND user_id < 0 AND rated = 2;

-- name: keep_left_out
UPDATE results SET rated = 2 WHERE game = :game AND rated IS NULL;

-- name: keep_skill
UPDATE results SET mu0 = :mu0, sigma0 = :sigma0 WHERE game = :game AND seat = :seat;

-- name: anonymise_results
UPDATE results SET user_id = :substitute, name = :name WHERE game = :game AND user_id = :user;

-- The number says nothing and is no other in its game.
-- name: forget_results
UPDATE results SET user_id = -1 - (game * 8 + seat), name = :name WHERE user_id = :user;

-- name: to_rate
SELECT * FROM results WHERE rated IS NULL ORDER BY at, game, seat LIMIT :limit;

-- Without the games that `unrate` leaves as they are.
-- name: last_rated
SELECT at, game FROM (SELECT at, game FROM results WHERE rated = 1 ORDER BY at DESC, game DESC LIMIT 1) AS counted
UNION ALL
SELECT at, game FROM (
    SELECT at, game FROM results
    WHERE rated = 2
        AND NOT EXISTS (SELECT 1 FROM results AS former WHERE former.game = results.game AND former.user_id < 0)
    ORDER BY at DESC, game DESC LIMIT 1
) AS left_out;

-- What only a row of a former player knows stays; so does that a game was one too many with them, as nobody can count
-- their games of that day any more.
-- name: unrate
UPDATE results SET
    rated = NULL,
    mu0 = CASE WHEN user_id < 0 THEN mu0 ELSE NULL END,
    sigma0 = CASE WHEN user_id < 0 THEN sigma0 ELSE NULL END,
    mu = NULL,
    sigma = NULL
WHERE rated IN (1, 2) AND (at > :at OR (at = :at AND game >= :game)) AND (
    rated = 1 OR NOT EXISTS (SELECT 1 FROM results AS former WHERE former.game = results.game AND former.user_id < 0)
);

-- Up to a moment, so that later games, which may be many and not rated yet, are not looked at. The plus keeps the engine
-- at the games of the person: to somebody without a rated one all rated games of everybody would be looked at.
-- name: skills
WITH played AS (SELECT DISTINCT user_id, mode FROM results WHERE user_id IN (:users))
SELECT newest.user_id, newest.mode, newest.mu, newest.sigma
FROM played JOIN results AS newest ON newest.user_id = played.user_id AND newest.game = (
    SELECT game FROM results AS rated
    WHERE rated.user_id = played.user_id AND rated.mode = played.mode AND +rated.rated = 1 AND rated.at <= :until
    ORDER BY rated.at DESC, rated.game DESC LIMIT 1
);

-- The plus keeps the engine from reading all that these people ever played.
-- name: rated_since
SELECT game, at, user_id FROM results WHERE rated = 1 AND at >= :since AND +user_id IN (:users);

-- name: save_rating
UPDATE results SET rated = :rated, mu0 = :mu0, sigma0 = :sigma0, mu = :mu, sigma = :sigma
WHERE game = :game AND seat = :seat AND rated IS NULL
RETURNING game;

-- The people of a server in a mode with their games there since a moment, and their present skill, wherever it comes
-- from. Only rated games count, but for `every`, and of these only what counts for its person. The pluses are those of
-- `skills`.
-- name: leaderboard
WITH here AS (
    SELECT
        user_id,
        count(*) AS games,
        CAST(sum(won) AS BIGINT) AS wins,
        max(CASE WHEN resigned = 0 AND ending IN ('board-full', 'instant-win') THEN lowest END) AS best,
        CAST(
            coalesce(sum(CASE WHEN resigned = 0 AND ending IN ('board-full', 'instant-win') THEN lowest END), 0)
            AS BIGINT
        ) AS total,
        count(CASE WHEN resigned = 0 AND ending IN ('board-full', 'instant-win') THEN 1 END) AS played_out
    FROM results
    WHERE guild = :guild AND mode = :mode AND at >= :since AND user_id > 0 AND own = 1
        AND (rated = 1 OR :every = 1)
    GROUP BY user_id
)
SELECT
    here.*,
    (
        SELECT name FROM results
        WHERE user_id = here.user_id AND mode = :mode AND guild = :guild ORDER BY at DESC LIMIT 1
    ) AS name,
    (
        SELECT mu FROM results
        WHERE user_id = here.user_id AND mode = :mode AND +rated = 1 ORDER BY at DESC, game DESC LIMIT 1
    ) AS mu,
    (
        SELECT sigma FROM results
        WHERE user_id = here.user_id AND mode = :mode AND +rated = 1 ORDER BY at DESC, game DESC LIMIT 1
    ) AS sigma,
    coalesce((SELECT unlisted FROM players WHERE players.user_id = here.user_id), 0) AS unlisted
FROM here;

-- The bots that somebody has met, with how both fared.
-- name: met_bots
SELECT bots.level AS level, mine.place AS mine, bots.place AS theirs
FROM results AS mine JOIN results AS bots ON bots.game = mine.game AND bots.level IS NOT NULL
WHERE mine.user_id = :user AND mine.ending NOT IN ('stopped', 'manager', 'nobody', 'unused') AND mine.own = 1
ORDER BY mine.at DESC, mine.game DESC
LIMIT :limit;

-- name: analyses_of
SELECT results.seat AS seat, analyses.body AS body
FROM results JOIN analyses ON analyses.game = results.game
WHERE results.user_id = :user
ORDER BY results.at DESC, results.game DESC
LIMIT :limit;

-- Whose achievements at the end of which game, oldest first.
-- name: feats_of
SELECT game, at, user_id, feats FROM results
WHERE user_id IN (:users) AND feats <> '[]'
ORDER BY at, game;
