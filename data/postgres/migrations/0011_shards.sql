-- The eleventh schema: a lease for each shard, so that several processes share the servers.

-- The lease of a shard is the row `shard + 1`; a process that has all servers has the row 1 with one shard.
ALTER TABLE lease DROP CONSTRAINT IF EXISTS lease_id_check;
ALTER TABLE lease ADD COLUMN shards BIGINT NOT NULL DEFAULT 1;  -- how many there are in all
ALTER TABLE lease ADD COLUMN wanted BIGINT NOT NULL DEFAULT 0;  -- until when the process that is set up for it waits

-- When a shard last identified itself, or is about to, by bucket: Discord takes one in five seconds of each.
CREATE TABLE identifies (
    bucket  BIGINT NOT NULL PRIMARY KEY,
    at      BIGINT NOT NULL
);
