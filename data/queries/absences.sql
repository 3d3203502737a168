-- The servers that are away, since when, and until when the time of their games has been credited with that; and the
-- times at which the bot was away.

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

-- name: record_outage
INSERT INTO meta (name, value) VALUES (:name, :value) ON CONFLICT (name) DO UPDATE SET value = excluded.value
WHERE CAST(excluded.value AS BIGINT) > CAST(meta.value AS BIGINT);

-- name: outages
SELECT name, value FROM meta WHERE name LIKE 'outage:%' ORDER BY name;

-- The names are as long as each other, so they are in the order of their moments.
-- name: delete_outages
DELETE FROM meta WHERE name LIKE 'outage:%' AND name < :before;
