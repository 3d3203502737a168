-- The sixth schema: people who want to be asked before the panel places a tile.

ALTER TABLE players ADD COLUMN confirm_placing BIGINT NOT NULL DEFAULT 0 CHECK (confirm_placing IN (0, 1));
