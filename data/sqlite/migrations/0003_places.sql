-- The third schema: games that change their place, into a thread of their own and back.

ALTER TABLE games ADD COLUMN home BIGINT NOT NULL DEFAULT 0;  -- the channel to which a game in a thread belongs
UPDATE games SET home = channel;
CREATE INDEX games_by_home ON games (home, status);
