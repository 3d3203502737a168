-- Stored games that are changed or deleted after they were played: privacy and retention.

-- Reads all events.
-- name: games_mentioning
SELECT DISTINCT game FROM events WHERE body LIKE :pattern ESCAPE '\' ORDER BY game;

-- name: event
SELECT body FROM events WHERE game = :game AND seq = :seq;

-- name: rewrite_event
UPDATE events SET body = :body WHERE game = :game AND seq = :seq;

-- At most a day's worth at a time: a clock that is wrong for a moment must not delete everything.
-- name: ended_games
SELECT id FROM games WHERE ended_at < :before AND ended_at <= (SELECT MIN(ended_at) FROM games) + 86400000000
ORDER BY ended_at, id LIMIT :limit;

-- The end is looked up again, since a game may have been resumed after it was found.
-- name: delete_ended
DELETE FROM games WHERE id IN (:games) AND ended_at < :before RETURNING id;
