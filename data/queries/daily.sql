-- The daily challenge: the tries of people, the servers that show them, and the messages about them.

-- name: daily_try
SELECT * FROM daily_tries WHERE day = :day AND user_id = :user;

-- name: begin_daily
INSERT INTO daily_tries (day, user_id, name, log, version, ended_at, counts, result, lowest)
VALUES (:day, :user, :name, :log, :version, :ended_at, :counts, :result, :lowest)
ON CONFLICT (day, user_id) DO NOTHING RETURNING user_id;

-- name: change_daily
UPDATE daily_tries
SET log = :log, version = :version, ended_at = :ended_at, counts = :counts, result = :result, lowest = :lowest,
    name = :name
WHERE day = :day AND user_id = :user AND version = :after AND ended_at IS NULL
RETURNING user_id;

-- name: daily_member_of_games
INSERT INTO daily_members (guild, user_id, name)
SELECT games.guild, seats.user_id, MAX(seats.name) FROM seats JOIN games ON games.id = seats.game
WHERE seats.user_id = :user AND games.guild IS NOT NULL
GROUP BY games.guild, seats.user_id
ON CONFLICT (guild, user_id) DO NOTHING;

-- A while after the last edit, so that a message is not edited all the time.
-- name: edit_daily_tables
INSERT INTO outbox (game, guild, kind, body, created_at, due_at, attempts)
SELECT NULL, daily_posts.guild, CAST(:kind AS TEXT), CAST(:body AS TEXT), CAST(:now AS BIGINT),
    CASE WHEN shown_at > CAST(:now AS BIGINT) - :gap THEN shown_at + :gap ELSE CAST(:now AS BIGINT) END, 0
FROM daily_posts JOIN servers ON servers.guild = daily_posts.guild AND servers.daily_channel = daily_posts.channel
WHERE user_id = 0 AND day = :day AND daily_posts.guild IN (SELECT guild FROM daily_members WHERE user_id = :user);

-- name: latest_daily
SELECT MAX(day) AS day FROM (SELECT MAX(day) AS day FROM daily_tries UNION ALL SELECT MAX(day) FROM daily_posts) AS days;

-- name: daily_history
SELECT * FROM daily_tries WHERE user_id = :user ORDER BY day;

-- name: daily_days
SELECT user_id, day FROM daily_tries WHERE user_id IN (:users) AND counts = 1 ORDER BY user_id, day;

-- name: daily_results
SELECT daily_tries.day, daily_tries.user_id, daily_members.name, daily_tries.ended_at, daily_tries.counts,
       daily_tries.result
FROM daily_tries JOIN daily_members ON daily_members.user_id = daily_tries.user_id
WHERE daily_tries.day = :day AND daily_members.guild = :guild AND daily_tries.counts = 1
  AND NOT EXISTS (SELECT 1 FROM players WHERE players.user_id = daily_tries.user_id AND players.unlisted = 1)
ORDER BY daily_tries.ended_at, daily_tries.user_id;

-- name: daily_month
SELECT daily_tries.user_id, daily_members.name, COUNT(*) AS days, SUM(daily_tries.lowest) AS total,
       MAX(daily_tries.lowest) AS best
FROM daily_tries JOIN daily_members ON daily_members.user_id = daily_tries.user_id
WHERE daily_tries.day >= :first AND daily_tries.day <= :last AND daily_members.guild = :guild
  AND daily_tries.counts = 1
  AND NOT EXISTS (SELECT 1 FROM players WHERE players.user_id = daily_tries.user_id AND players.unlisted = 1)
GROUP BY daily_tries.user_id, daily_members.name
ORDER BY total DESC, days, best DESC, daily_tries.user_id;

-- name: join_daily
INSERT INTO daily_members (guild, user_id, name) VALUES (:guild, :user, :name)
ON CONFLICT (guild, user_id) DO UPDATE SET name = excluded.name WHERE daily_members.name <> excluded.name;

-- name: leave_daily
DELETE FROM daily_members WHERE guild = :guild AND user_id = :user RETURNING user_id;

-- name: daily_servers
SELECT guild FROM daily_members WHERE user_id = :user ORDER BY guild;

-- name: followers
SELECT guild FROM servers WHERE daily_channel IS NOT NULL ORDER BY guild;

-- name: daily_posts
SELECT * FROM daily_posts WHERE guild = :guild AND day = :day AND user_id = :user ORDER BY channel;

-- The result of a person is shown once a server, a ranking once a channel.
-- name: share_daily
INSERT INTO daily_posts (guild, day, user_id, channel) VALUES (:guild, :day, :user, :channel)
ON CONFLICT DO NOTHING RETURNING guild;

-- name: show_daily_ranking
INSERT INTO daily_posts (guild, day, user_id, channel, message, shown_at)
VALUES (:guild, :day, 0, :channel, :message, :shown_at)
ON CONFLICT (guild, day, user_id, channel) DO UPDATE
SET message = coalesce(excluded.message, daily_posts.message),
    shown_at = coalesce(excluded.shown_at, daily_posts.shown_at);

-- name: show_daily_result
UPDATE daily_posts SET message = :message, shown_at = :shown_at
WHERE guild = :guild AND day = :day AND user_id = :user AND channel = :channel
RETURNING guild;

-- A mark of somebody who deleted their try has a number below 0, and none of the person.
-- name: delete_daily_marks
DELETE FROM daily_tries WHERE user_id < 0 AND day < :day;

-- A day at a time: a clock that is wrong for a moment must not delete everything.
-- name: delete_daily_tries
DELETE FROM daily_tries WHERE day < :before AND day = (SELECT MIN(day) FROM daily_tries);

-- name: delete_daily_posts
DELETE FROM daily_posts WHERE day < :before AND day = (SELECT MIN(day) FROM daily_posts);

-- A ranking of a day names those who finished it, and that of the present day those of the day before.
-- name: posts_naming
SELECT * FROM daily_posts
WHERE user_id = :user OR (
    user_id = 0 AND guild IN (SELECT guild FROM daily_members WHERE user_id = :user)
    AND (day >= :day OR day IN (SELECT day FROM daily_tries WHERE user_id = :user AND counts = 1))
)
ORDER BY guild, day, user_id, channel;

-- name: delete_person_dailies
DELETE FROM daily_tries WHERE user_id = :user;

-- name: delete_person_members
DELETE FROM daily_members WHERE user_id = :user;

-- name: delete_person_posts
DELETE FROM daily_posts WHERE user_id = :user;
