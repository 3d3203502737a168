-- The servers that are away, since when, and until when the time of their games has been credited with that.

-- name: absences
SELECT name, value FROM meta WHERE name LIKE 'away:%' ORDER BY name;

-- name: absence
SELECT name, value FROM meta WHERE name = :name;

-- name: begin_absence
INSERT INTO meta (name, value) VALUES (:name, :value) ON CONFLICT (name) DO NOTHING;

-- Nobody else credits the same server until the transaction is over.
-- name: hold_absence
UPDATE meta SET value = value WHERE name = :name RETURNING name, value;

-- name: count_absence
UPDATE meta SET value = :value WHERE name = :name;

-- name: end_absence
DELETE FROM meta WHERE name = :name;

-- The games of a server for which something waits.
-- name: waiting_games
SELECT id FROM games
WHERE guild = :guild AND (
    status IN ('lobby', 'running') OR EXISTS (SELECT 1 FROM outbox WHERE game = games.id AND kind IN (:kinds))
)
ORDER BY id;
