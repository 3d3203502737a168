-- The fourth schema: the look of pictures, for a server and for a person alone.

ALTER TABLE players ADD COLUMN theme TEXT;  -- null: the server's
ALTER TABLE servers ADD COLUMN theme TEXT;  -- null: the bot's
