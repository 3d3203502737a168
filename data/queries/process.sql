-- The store itself: its seed, its heartbeat, and which process acts.

-- name: seed
SELECT value FROM meta WHERE name = 'seed';

-- name: insert_seed
INSERT INTO meta (name, value) VALUES ('seed', :value) ON CONFLICT (name) DO NOTHING;

-- name: record_heartbeat
INSERT INTO meta (name, value) VALUES ('beat', :value) ON CONFLICT (name) DO UPDATE SET value = excluded.value;

-- name: last_heartbeat
SELECT value FROM meta WHERE name = 'beat';

-- name: keep_answer
INSERT INTO meta (name, value) VALUES (:name, :value) ON CONFLICT (name) DO UPDATE SET value = excluded.value;

-- name: drop_answers
DELETE FROM meta WHERE name IN (:names);

-- name: left_behind
SELECT name, value FROM meta WHERE name = 'beat' OR name LIKE 'answer:%' ORDER BY name;

-- name: take_lease
INSERT INTO lease (id, holder, expires_at) VALUES (1, :holder, :until)
ON CONFLICT (id) DO UPDATE SET holder = excluded.holder, expires_at = excluded.expires_at
WHERE lease.holder = excluded.holder OR lease.expires_at <= :now
RETURNING id;

-- A lease that ends more than its own length after one taken now was written by a clock that was wrong, and must not
-- last for hours. The length more is for clocks that differ a little: the lease of a holder that counts on it is not cut.
-- name: bound_lease
UPDATE lease SET expires_at = :until WHERE expires_at > :until + (:until - :now);

-- name: lease_holder
SELECT holder FROM lease;

-- name: drop_lease
DELETE FROM lease WHERE holder = :holder;
