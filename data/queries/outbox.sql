-- What waits to be delivered or done, and until when.

-- name: insert_outbox
INSERT INTO outbox (game, kind, body, created_at, due_at, attempts) VALUES (:game, :kind, :body, :now, :due_at, 0);

-- name: delete_outbox_kinds
DELETE FROM outbox WHERE game = :game AND kind IN (:kinds);

-- name: delete_outbox
DELETE FROM outbox WHERE id IN (:rows);

-- name: due
SELECT * FROM outbox WHERE due_at <= :now ORDER BY due_at, id LIMIT :limit;

-- name: due_of
SELECT * FROM outbox WHERE game = :game AND due_at <= :now ORDER BY due_at, id LIMIT :limit;

-- name: outbox_of
SELECT * FROM outbox WHERE game = :game ORDER BY due_at, id;

-- name: next_due
SELECT min(due_at) AS due_at FROM outbox;

-- name: postpone
UPDATE outbox SET attempts = attempts + 1, due_at = :due_at, error = :error WHERE id = :id;

-- name: postpone_all
UPDATE outbox SET due_at = due_at + :by WHERE kind IN (:kinds);

-- name: postpone_game
UPDATE outbox SET due_at = due_at + :by WHERE game = :game AND kind IN (:kinds);
