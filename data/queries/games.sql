-- The rows of games, their event logs and seats.

-- name: insert_game
INSERT INTO games (guild, channel, home, status, mode, language, host, version, created_at, updated_at)
VALUES (:guild, :channel, :home, 'lobby', :mode, :language, :host, :version, :now, :now)
RETURNING *;

-- The version is checked here, so that a caller who has seen an older event is refused before anything is written.
-- name: advance_game
UPDATE games SET
    version = :version,
    updated_at = :now,
    deadline = CASE WHEN :keep_deadline = 1 THEN deadline ELSE :deadline END
WHERE id = :game AND version = :after
RETURNING *;

-- Apart from advance_game, since naming an indexed column writes its index entries even where the value is the same.
-- name: advance_and_change_game
UPDATE games SET
    version = :version,
    updated_at = :now,
    status = coalesce(:status, status),
    host = coalesce(:host, host),
    guild = coalesce(:guild, guild),
    channel = coalesce(:channel, channel),
    home = coalesce(:home, home),
    mode = coalesce(:mode, mode),
    deadline = CASE WHEN :ended = 1 THEN NULL WHEN :keep_deadline = 1 THEN deadline ELSE :deadline END,
    ended_at = CASE WHEN :ended = 1 THEN coalesce(ended_at, :now) WHEN :ended = 0 THEN NULL ELSE ended_at END
WHERE id = :game AND version = :after
RETURNING *;

-- A game from the future was opened by a clock that was ahead, and counts for no minute.
-- What a new game may not make too many of; the ones that were opened lately are looked for among the last of all.
-- name: count_for_bounds
SELECT
    (SELECT count(*) FROM games WHERE status IN ('lobby', 'running') AND host = :host) AS host_open,
    (SELECT count(*) FROM games WHERE status IN ('lobby', 'running') AND home = :channel) AS channel_open,
    (SELECT count(*) FROM games WHERE status IN ('lobby', 'running') AND guild = :guild) AS guild_open,
    (
        SELECT count(*) FROM (SELECT host, created_at FROM games ORDER BY id DESC LIMIT 300) AS lately
        WHERE host = :host AND created_at > :since AND created_at <= :now
    ) AS host_new;

-- name: insert_events
INSERT INTO events (game, seq, body, at) VALUES (:game, :seq, :body, :at);

-- name: insert_seats
INSERT INTO seats (game, place, user_id, name) VALUES (:game, :seat, :user, :name);

-- name: delete_seats
DELETE FROM seats WHERE game = :game;

-- name: game
SELECT * FROM games WHERE id = :game;

-- A game, its events, people and planned moves at one moment, in one statement. `part` tells them apart: 0 to 3.
-- name: load_game
SELECT
    0 AS part, 0 AS number, 0 AS user_id, '' AS text,
    id, guild, channel, home, status, mode, language, host, version, message, message_channel, message_at,
    created_at, updated_at, deadline, ended_at, quarantine_reason
FROM games WHERE id = :game
UNION ALL
SELECT 1, seq, 0, body, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM events WHERE game = :game
UNION ALL
SELECT 2, place, user_id, name, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
    NULL, NULL
FROM seats WHERE game = :game
UNION ALL
SELECT 3, 0, user_id, body, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL,
    NULL, NULL
FROM planned_moves WHERE game = :game;

-- The parts of `load_game` one by one, for where one of them is damaged.
-- name: load_log
SELECT
    0 AS part, 0 AS number, 0 AS user_id, '' AS text,
    id, guild, channel, home, status, mode, language, host, version, message, message_channel, message_at,
    created_at, updated_at, deadline, ended_at, quarantine_reason
FROM games WHERE id = :game
UNION ALL
SELECT 1, seq, 0, body, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL, NULL
FROM events WHERE game = :game;

-- name: load_seats
SELECT 2 AS part, place AS number, user_id, name AS text FROM seats WHERE game = :game;

-- name: load_plans
SELECT 3 AS part, 0 AS number, user_id, body AS text FROM planned_moves WHERE game = :game;

-- name: games_of
SELECT * FROM games
WHERE id IN (SELECT game FROM seats WHERE user_id = :user) AND status IN (:statuses)
ORDER BY id;

-- name: games_in
SELECT * FROM games WHERE (channel = :channel OR home = :channel) AND status IN (:statuses) ORDER BY id;

-- name: games_with
SELECT * FROM games WHERE status IN (:statuses) ORDER BY id;

-- name: count_games
SELECT count(*) AS games FROM games WHERE status IN (:statuses);

-- name: quarantine_game
UPDATE games SET status = 'quarantined', ended_at = NULL, quarantine_reason = :reason, updated_at = :now
WHERE id = :game
RETURNING id;

-- Of two messages of the same moment the higher id is the newer.
-- name: set_board_message
UPDATE games SET message = :message, message_channel = :channel, message_at = :at
WHERE id = :game AND (message IS NULL OR message_at < :at OR (message_at = :at AND message < :message));

-- name: postpone_deadlines
UPDATE games SET deadline = deadline + :by
WHERE status = 'running'
    AND coalesce(guild, 0) NOT IN (SELECT CAST(substr(name, 6) AS BIGINT) FROM meta WHERE name LIKE 'away:%');

-- name: postpone_deadlines_in
UPDATE games SET deadline = deadline + :by
WHERE status = 'running' AND (coalesce(guild, 0) >> 22) % :count BETWEEN :first AND :last
    AND coalesce(guild, 0) NOT IN (SELECT CAST(substr(name, 6) AS BIGINT) FROM meta WHERE name LIKE 'away:%');

-- name: postpone_deadline
UPDATE games SET deadline = deadline + :by WHERE id = :game RETURNING id;

-- Nobody else writes to the game until the transaction is over.
-- name: hold_game
UPDATE games SET version = version WHERE id = :game AND version = coalesce(:version, version) RETURNING id;

-- name: plans
SELECT user_id, body FROM planned_moves WHERE game = :game;

-- name: save_plan
INSERT INTO planned_moves (game, user_id, body) VALUES (:game, :user, :body)
ON CONFLICT (game, user_id) DO UPDATE SET body = excluded.body;

-- name: delete_plan
DELETE FROM planned_moves WHERE game = :game AND user_id = :user RETURNING game;

-- name: analysis
SELECT body FROM analyses WHERE game = :game;

-- name: save_analysis
INSERT INTO analyses (game, body) VALUES (:game, :body) ON CONFLICT (game) DO UPDATE SET body = excluded.body;
