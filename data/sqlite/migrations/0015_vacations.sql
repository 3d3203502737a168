-- Vacation is counted in microseconds, from when it began. One that is counted in days is taken to have begun so many
-- days before its end; where it has ended by the person's word, the days are used.

ALTER TABLE players ADD COLUMN vacation_used INTEGER NOT NULL DEFAULT 0;  -- by ended vacations of the season
ALTER TABLE players ADD COLUMN vacation_from INTEGER;
UPDATE players SET vacation_used = vacation_days * 86400000000 WHERE vacation_until IS NULL;
UPDATE players SET vacation_from = vacation_until - vacation_days * 86400000000 WHERE vacation_until IS NOT NULL;
ALTER TABLE players DROP COLUMN vacation_days;
