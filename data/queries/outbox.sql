-- What waits to be delivered or done, and until when.

-- name: insert_outbox
INSERT INTO outbox (game, guild, kind, body, created_at, due_at, attempts)
VALUES (:game, :guild, :kind, :body, :now, :due_at, 0);

-- name: delete_outbox_kinds
DELETE FROM outbox WHERE game = :game AND kind IN (:kinds);

-- name: delete_outbox
DELETE FROM outbox WHERE id IN (:rows);

-- name: due
SELECT * FROM outbox WHERE due_at <= :now ORDER BY due_at, id LIMIT :limit;

-- The same of the servers of some shards. The rows come in the order of the index, and the game of each is looked up: a
-- join would let PostgreSQL read all games first, as it cannot know how few rows are due.
-- name: due_in
SELECT * FROM outbox
WHERE due_at <= :now
    AND (coalesce(guild, (SELECT guild FROM games WHERE id = outbox.game), 0) >> 22) % :count BETWEEN :first AND :last
ORDER BY due_at, id LIMIT :limit;

-- name: outbox_of
SELECT * FROM outbox WHERE game = :game ORDER BY due_at, id;

-- name: outbox_of_server
SELECT * FROM outbox WHERE guild = :guild ORDER BY due_at, id;

-- name: next_due
SELECT min(due_at) AS due_at FROM outbox;

-- name: next_due_in
SELECT due_at FROM outbox
WHERE (coalesce(guild, (SELECT guild FROM games WHERE id = outbox.game), 0) >> 22) % :count BETWEEN :first AND :last
ORDER BY due_at LIMIT 1;

-- name: postpone
UPDATE outbox SET attempts = attempts + 1, due_at = :due_at, error = :error WHERE id = :id;

-- What belongs to a server that is away has a credit of its own.
-- name: postpone_all
UPDATE outbox SET due_at = due_at + :by WHERE kind IN (:kinds) AND game NOT IN (
    SELECT id FROM games WHERE guild IN (SELECT CAST(substr(name, 6) AS BIGINT) FROM meta WHERE name LIKE 'away:%')
);

-- name: postpone_in
UPDATE outbox SET due_at = due_at + :by WHERE kind IN (:kinds) AND game IN (
    SELECT id FROM games WHERE (coalesce(guild, 0) >> 22) % :count BETWEEN :first AND :last
        AND coalesce(guild, 0) NOT IN (SELECT CAST(substr(name, 6) AS BIGINT) FROM meta WHERE name LIKE 'away:%')
);

-- name: postpone_game
UPDATE outbox SET due_at = due_at + :by WHERE game = :game AND kind IN (:kinds);
