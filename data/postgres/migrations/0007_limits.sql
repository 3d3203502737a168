-- The seventh schema: how many games may be open in a server, where it wants fewer than the bot allows.

ALTER TABLE servers ADD COLUMN person_games BIGINT;   -- of one host; null: the bot's bound
ALTER TABLE servers ADD COLUMN channel_games BIGINT;  -- in one channel; null: the bot's bound
