-- The store itself: its seed, its heartbeat, and which process acts.

-- name: seed
SELECT value FROM meta WHERE name = 'seed';

-- name: insert_seed
INSERT INTO meta (name, value) VALUES ('seed', :value) ON CONFLICT (name) DO NOTHING;

-- A clock in the past moves no heartbeat back: what lies between would be credited once more when it is right again.
-- name: record_heartbeat
INSERT INTO meta (name, value) VALUES (:name, :value)
ON CONFLICT (name) DO UPDATE SET value = excluded.value
WHERE CAST(excluded.value AS BIGINT) > CAST(meta.value AS BIGINT);

-- name: heartbeats
SELECT name, value FROM meta WHERE name = 'beat' OR name LIKE 'beat:%' ORDER BY name;

-- name: drop_heartbeats
DELETE FROM meta WHERE name IN (:names);

-- name: keep_answer
INSERT INTO meta (name, value) VALUES (:name, :value) ON CONFLICT (name) DO UPDATE SET value = excluded.value;

-- name: drop_answers
DELETE FROM meta WHERE name IN (:names);

-- name: drop_answer_in
DELETE FROM meta WHERE name LIKE :pattern;

-- name: left_behind
SELECT name, value FROM meta WHERE name = 'beat' OR name LIKE 'beat:%' OR name LIKE 'answer:%' OR name LIKE 'away:%'
ORDER BY name;

-- One at a time takes leases; here the transaction is enough.
-- name: lock_leases
SELECT 1;

-- A row of the lease is a shard of a number of shards; with one shard, it is the whole store.
-- name: leases
SELECT id - 1 AS shard, shards, holder, expires_at, wanted FROM lease ORDER BY id;

-- name: take_lease
INSERT INTO lease (id, holder, expires_at, shards, wanted) VALUES (:shard + 1, :holder, :until, :shards, 0)
ON CONFLICT (id) DO UPDATE
SET holder = excluded.holder, expires_at = excluded.expires_at, shards = excluded.shards, wanted = 0
WHERE lease.holder = excluded.holder OR lease.expires_at <= :now
RETURNING id;

-- name: renew_lease
UPDATE lease SET expires_at = :until
WHERE holder = :holder AND shards = :shards AND expires_at > 0 AND id BETWEEN :first + 1 AND :last + 1
RETURNING id;

-- A lease that ends more than its own length after one taken now was written by a clock that was wrong, and must not
-- last for hours. The length more is for clocks that differ a little: the lease of a holder that counts on it is not cut.
-- name: bound_lease
UPDATE lease SET expires_at = :until WHERE expires_at > :until + (:until - :now);

-- name: want_lease
UPDATE lease SET wanted = :until WHERE shards = :shards AND id BETWEEN :first + 1 AND :last + 1;

-- name: forget_leases
DELETE FROM lease WHERE shards <> :shards AND expires_at <= :now;

-- The row stays: it says which shards are free.
-- name: drop_lease
UPDATE lease SET expires_at = 0 WHERE holder = :holder;

-- name: drop_lease_that_ends
UPDATE lease SET expires_at = 0 WHERE holder = :holder AND expires_at = :until;

-- Nobody has a session.
-- name: abandoned_leases
SELECT holder, expires_at FROM lease WHERE 0 = 1;

-- No row where another shard of the bucket has identified itself of late; a moment ahead was written by a wrong clock.
-- name: take_identify
INSERT INTO identifies (bucket, at) VALUES (:bucket, :now)
ON CONFLICT (bucket) DO UPDATE SET at = excluded.at
WHERE identifies.at = :held OR identifies.at + :gap <= excluded.at OR identifies.at > excluded.at + :gap
RETURNING at;

-- name: last_identify
SELECT at FROM identifies WHERE bucket = :bucket;

-- What the operator is about to say to all tables.
-- name: keep_announcement
INSERT INTO meta (name, value) VALUES ('announcement', :value) ON CONFLICT (name) DO UPDATE SET value = excluded.value;

-- name: announcement
SELECT value FROM meta WHERE name = 'announcement';

-- name: take_announcement
DELETE FROM meta WHERE name = 'announcement' AND value = :value RETURNING value;

-- A server in which no new games are opened.
-- name: stop_serving
INSERT INTO meta (name, value) VALUES (:name, :value) ON CONFLICT (name) DO NOTHING;

-- name: serve_again
DELETE FROM meta WHERE name = :name;
