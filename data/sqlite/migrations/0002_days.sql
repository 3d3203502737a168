-- The second schema: games that last for days. Clocks, absence, two processes, an end after which a game may go.

ALTER TABLE games ADD COLUMN deadline BIGINT;  -- when the time of the player on turn runs out
ALTER TABLE games ADD COLUMN ended_at BIGINT;  -- when it was over or cancelled; null otherwise
UPDATE games SET ended_at = updated_at WHERE status IN ('over', 'cancelled');
CREATE INDEX games_by_end ON games (ended_at) WHERE ended_at IS NOT NULL;

ALTER TABLE players ADD COLUMN next_notice INTEGER NOT NULL DEFAULT 0 CHECK (next_notice IN (0, 1));
ALTER TABLE players ADD COLUMN reminders TEXT NOT NULL DEFAULT 'half';
ALTER TABLE players ADD COLUMN quiet_from INTEGER;  -- minutes of the day in their zone
ALTER TABLE players ADD COLUMN quiet_to INTEGER;
ALTER TABLE players ADD COLUMN zone TEXT;
ALTER TABLE players ADD COLUMN vacation_until BIGINT;
ALTER TABLE players ADD COLUMN vacation_days INTEGER NOT NULL DEFAULT 0;  -- used in the season
ALTER TABLE players ADD COLUMN season TEXT;
ALTER TABLE players ADD COLUMN told_closed INTEGER NOT NULL DEFAULT 0 CHECK (told_closed IN (0, 1));

ALTER TABLE servers ADD COLUMN pace INTEGER;  -- seconds
ALTER TABLE servers ADD COLUMN channels TEXT NOT NULL DEFAULT '[]';  -- ids as JSON, empty: all
ALTER TABLE servers ADD COLUMN threads INTEGER NOT NULL DEFAULT 0 CHECK (threads IN (0, 1));

-- The notes of one game are found among those of thousands. There is none by kind: it would make each move a third
-- slower, only to help after an outage, when most of the notes are moved anyway.
CREATE INDEX outbox_by_game ON outbox (game, due_at);

-- Which of several processes acts: one row or none.
CREATE TABLE lease (
    id          INTEGER NOT NULL PRIMARY KEY CHECK (id = 1),
    holder      TEXT    NOT NULL,
    expires_at  BIGINT  NOT NULL
);
