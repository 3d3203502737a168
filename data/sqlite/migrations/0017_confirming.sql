-- Whether somebody was offered to be asked before a placement: once, after one that was made in haste.

ALTER TABLE players ADD COLUMN confirm_offered INTEGER NOT NULL DEFAULT 0 CHECK (confirm_offered IN (0, 1));
