-- What only this engine needs: its schema number, the outcome of a commit, and statements that it reads otherwise.

-- Of two that read the same event to rewrite it, the second waits for the first and then sees what that wrote.
-- name: event
SELECT body FROM events WHERE game = :game AND seq = :seq FOR UPDATE;

-- LIKE ignores case in SQLite only.
-- name: games_mentioning
SELECT DISTINCT game FROM events WHERE body ILIKE :pattern ESCAPE '\' ORDER BY game;

-- Two values without a type of their own cannot be subtracted.
-- name: bound_lease
UPDATE lease SET expires_at = :until
WHERE expires_at > CAST(:until AS BIGINT) + (CAST(:until AS BIGINT) - CAST(:now AS BIGINT));
