-- The pace of a server is kept by its name, as games keep theirs: a time bank has three lengths.

ALTER TABLE servers ADD COLUMN pace_name TEXT NOT NULL DEFAULT 'none';
UPDATE servers SET pace_name = CASE pace
    WHEN 3600 THEN '1h' WHEN 28800 THEN '8h' WHEN 86400 THEN '1d' WHEN 172800 THEN '2d' WHEN 259200 THEN '3d'
    WHEN 604800 THEN '7d' ELSE 'none' END;
ALTER TABLE servers DROP COLUMN pace;
ALTER TABLE servers RENAME COLUMN pace_name TO pace;
