-- The eleventh schema: a lease for each shard, so that several processes share the servers.

-- The lease of a shard is the row `shard + 1`; a process that has all servers has the row 1 with one shard.
CREATE TABLE lease_new (
    id          INTEGER NOT NULL PRIMARY KEY,
    holder      TEXT    NOT NULL,
    expires_at  BIGINT  NOT NULL,              -- 0: it was given back
    shards      INTEGER NOT NULL DEFAULT 1,    -- how many there are in all
    wanted      BIGINT  NOT NULL DEFAULT 0     -- until when the process that is set up for it waits for it
);
INSERT INTO lease_new (id, holder, expires_at) SELECT id, holder, expires_at FROM lease;
DROP TABLE lease;
ALTER TABLE lease_new RENAME TO lease;

-- When a shard last identified itself, or is about to, by bucket: Discord takes one in five seconds of each.
CREATE TABLE identifies (
    bucket  INTEGER NOT NULL PRIMARY KEY,
    at      BIGINT  NOT NULL
);
