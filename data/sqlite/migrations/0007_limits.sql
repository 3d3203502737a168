-- The seventh schema: how many games may be open in a server, where it wants fewer than the bot allows.

ALTER TABLE servers ADD COLUMN person_games INTEGER;   -- of one host; null: the bot's bound
ALTER TABLE servers ADD COLUMN channel_games INTEGER;  -- in one channel; null: the bot's bound
