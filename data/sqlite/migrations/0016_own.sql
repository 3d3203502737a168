-- A result counts for nothing of its person (own = 0) beside whether it is rated: somebody who took hints or was away for
-- most of a rated game has lost it.

ALTER TABLE results ADD COLUMN own INTEGER NOT NULL DEFAULT 1 CHECK (own IN (0, 1));
UPDATE results SET own = 0, rated = 0 WHERE rated = 3;
