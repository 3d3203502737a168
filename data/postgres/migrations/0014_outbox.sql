-- One outbox: rows may be about a server instead of a game, and the messages of the daily challenge are among them.

ALTER TABLE outbox ALTER COLUMN game DROP NOT NULL;
ALTER TABLE outbox ADD COLUMN guild BIGINT  -- the server of what is about no game
    CHECK ((game IS NULL) <> (guild IS NULL));
CREATE INDEX outbox_by_guild ON outbox (guild, due_at) WHERE guild IS NOT NULL;

-- What is still to be sent, the end of each day whose messages stand, and the next day of each server that follows.
INSERT INTO outbox (guild, kind, body, created_at, due_at, attempts)
SELECT guild, 'result', '{"day": "' || day || '", "user": ' || user_id || '}', created_at, due_at, 0
FROM daily_posts WHERE user_id > 0 AND message IS NULL AND due_at IS NOT NULL;
INSERT INTO outbox (guild, kind, body, created_at, due_at, attempts)
SELECT guild, CASE WHEN user_id = 0 THEN 'day' ELSE 'result' END,
    '{"day": "' || day || '"' || CASE WHEN user_id = 0 THEN '' ELSE ', "user": ' || user_id END || '}',
    created_at, CAST(extract(epoch FROM CAST(day AS DATE) + 1) AS BIGINT) * 1000000, 0
FROM daily_posts WHERE user_id >= 0 AND message IS NOT NULL AND closed = 0;
INSERT INTO outbox (guild, kind, body, created_at, due_at, attempts)
SELECT guild, CASE WHEN user_id = 0 THEN 'day' ELSE 'result' END,
    '{"day": "' || day || '"' || CASE WHEN user_id = 0 THEN '' ELSE ', "user": ' || user_id END || '}',
    created_at, due_at, 0
FROM daily_posts WHERE user_id >= 0 AND message IS NOT NULL AND due_at IS NOT NULL;
INSERT INTO outbox (guild, kind, body, created_at, due_at, attempts)
SELECT guild, 'withdrawn', '{"channel": ' || channel || ', "message": ' || message || '}', created_at, due_at, 0
FROM daily_posts WHERE user_id < 0 AND message IS NOT NULL AND due_at IS NOT NULL;
INSERT INTO outbox (guild, kind, body, created_at, due_at, attempts)
SELECT guild, 'dawn', '{}', 0, 0, 0 FROM servers WHERE daily_channel IS NOT NULL;

-- The messages that stand: the table of a server (user_id 0), one a channel, or the result that somebody shows.
CREATE TABLE daily_posts_new (
    guild     BIGINT NOT NULL,
    day       TEXT   NOT NULL,
    user_id   BIGINT NOT NULL,
    channel   BIGINT NOT NULL,
    message   BIGINT,  -- null before it was sent
    shown_at  BIGINT,  -- when it was sent or edited last
    PRIMARY KEY (guild, day, user_id, channel)
);
INSERT INTO daily_posts_new (guild, day, user_id, channel, message, shown_at)
SELECT guild, day, user_id, channel, message, shown_at FROM daily_posts WHERE user_id >= 0;
DROP TABLE daily_posts;
ALTER TABLE daily_posts_new RENAME TO daily_posts;
CREATE INDEX daily_posts_by_user ON daily_posts (user_id);
-- A person shows the result of a day once in a server.
CREATE UNIQUE INDEX daily_posts_once ON daily_posts (guild, day, user_id) WHERE user_id <> 0;
