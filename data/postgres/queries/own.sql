-- What only this engine needs: its schema number, the outcome of a commit, and statements that it reads otherwise.

-- Of two that read the same event to rewrite it, the second waits for the first and then sees what that wrote.
-- name: event
SELECT body FROM events WHERE game = :game AND seq = :seq FOR UPDATE;

-- LIKE ignores case in SQLite only.
-- name: games_mentioning
SELECT DISTINCT game FROM events WHERE body ILIKE :pattern ESCAPE '\' ORDER BY game;

-- Values without a type of their own cannot be added or subtracted.
-- name: bound_lease
UPDATE lease SET expires_at = :until
WHERE expires_at > CAST(:until AS BIGINT) + (CAST(:until AS BIGINT) - CAST(:now AS BIGINT));

-- name: take_lease
INSERT INTO lease (id, holder, expires_at, shards, wanted)
VALUES (CAST(:shard AS BIGINT) + 1, :holder, :until, :shards, 0)
ON CONFLICT (id) DO UPDATE
SET holder = excluded.holder, expires_at = excluded.expires_at, shards = excluded.shards, wanted = 0
WHERE lease.holder = excluded.holder OR lease.expires_at <= :now
RETURNING id;

-- name: renew_lease
UPDATE lease SET expires_at = :until
WHERE holder = :holder AND shards = :shards AND expires_at > 0
    AND id BETWEEN CAST(:first AS BIGINT) + 1 AND CAST(:last AS BIGINT) + 1
RETURNING id;

-- name: want_lease
UPDATE lease SET wanted = :until
WHERE shards = :shards AND id BETWEEN CAST(:first AS BIGINT) + 1 AND CAST(:last AS BIGINT) + 1;

-- Until the end of the transaction nobody else takes a lease; the number is "INGL".
-- name: lock_leases
SELECT pg_advisory_xact_lock(1229866828);

-- The session of a process holds its lock (see `listener.py`); what gets it here has it for the time of the statement.
-- name: abandoned_leases
SELECT DISTINCT holder, expires_at FROM lease
WHERE expires_at > 0 AND strpos(holder, '/') > 0
    AND pg_try_advisory_xact_lock(1229866835, hashtext(split_part(holder, '/', 1)));

-- The moments up to which requests to Discord are given out, by the clock of this server. One statement without a
-- transaction of its own, whose commit need not reach the disk: what a crash forgets is past by then. A moment more than a
-- minute ahead was written by a clock that was wrong.
-- name: reserve_requests
INSERT INTO meta (name, value)
SELECT 'requests', CAST(CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT) + CAST(:span AS BIGINT) AS TEXT)
FROM set_config('synchronous_commit', 'off', true)
ON CONFLICT (name) DO UPDATE SET value = CAST(CAST(:span AS BIGINT) + CASE
    WHEN CAST(meta.value AS BIGINT) BETWEEN CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT)
        AND CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT) + 60000000
    THEN CAST(meta.value AS BIGINT)
    ELSE CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT) END AS TEXT)
RETURNING greatest(
    0,
    CAST(value AS BIGINT) - CAST(:span AS BIGINT) - CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT)
) AS ahead;

-- Alone, not in the transaction of what it tells: the server commits transactions that notify one after the other.
-- name: notify
SELECT pg_notify(:channel, :text);

-- name: server_time
SELECT CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS BIGINT) AS now;
