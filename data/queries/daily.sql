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

-- The next look is a while after the last, so that a message is not edited all the time.
-- name: daily_tables_due
UPDATE daily_posts
SET due_at = CASE WHEN shown_at > CAST(:now AS BIGINT) - :gap THEN shown_at + :gap ELSE CAST(:now AS BIGINT) END
WHERE user_id = 0 AND day = :day AND guild IN (SELECT guild FROM daily_members WHERE user_id = :user);

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

-- name: daily_table_due
UPDATE daily_posts SET due_at = :now WHERE user_id = 0 AND guild = :guild AND day >= :day AND due_at IS NULL;

-- name: daily_servers
SELECT guild FROM daily_members WHERE user_id = :user ORDER BY guild;

-- name: followers
SELECT guild, daily_channel FROM servers WHERE daily_channel IS NOT NULL ORDER BY guild;

-- A table that never came is left out: the next one says who won.
-- name: close_daily_posts
UPDATE daily_posts
SET closed = 1, due_at = CASE WHEN user_id = 0 AND message IS NULL THEN NULL ELSE CAST(:now AS BIGINT) END
WHERE day < :day AND closed = 0;

-- name: open_daily_post
INSERT INTO daily_posts (guild, day, user_id, channel, message, created_at, shown_at, due_at, attempts, closed)
VALUES (:guild, :day, :user, :channel, NULL, :now, NULL, :now, 0, 0)
ON CONFLICT (guild, day, user_id) DO NOTHING RETURNING guild;

-- name: due_daily_posts
SELECT * FROM daily_posts
WHERE due_at <= :now AND (due_at, guild, day, user_id)
    > (CAST(:after_at AS BIGINT), CAST(:after_guild AS BIGINT), CAST(:after_day AS TEXT), CAST(:after_user AS BIGINT))
ORDER BY due_at, guild, day, user_id LIMIT :limit;

-- name: next_daily_post
SELECT MIN(due_at) AS due_at FROM daily_posts WHERE due_at IS NOT NULL;

-- name: claim_daily_post
UPDATE daily_posts SET due_at = :until, attempts = attempts + 1
WHERE guild = :guild AND day = :day AND user_id = :user AND due_at = :due_at
RETURNING guild;

-- name: finish_daily_post
UPDATE daily_posts
SET message = :message, shown_at = :shown_at, attempts = 0, due_at = CASE WHEN due_at = :until THEN NULL ELSE due_at END
WHERE guild = :guild AND day = :day AND user_id = :user;

-- name: postpone_daily_post
UPDATE daily_posts SET due_at = :due_at
WHERE guild = :guild AND day = :day AND user_id = :user AND due_at = :until;

-- A mark of somebody who deleted their try has a number below 0, and none of the person.
-- name: delete_daily_marks
DELETE FROM daily_tries WHERE user_id < 0 AND day < :day;

-- A day at a time: a clock that is wrong for a moment must not delete everything.
-- name: delete_daily_tries
DELETE FROM daily_tries WHERE day < :before AND day = (SELECT MIN(day) FROM daily_tries);

-- name: delete_daily_posts
DELETE FROM daily_posts WHERE day < :before AND day = (SELECT MIN(day) FROM daily_posts);

-- name: tables_of_person_due
UPDATE daily_posts SET due_at = :now
WHERE user_id = 0 AND guild IN (SELECT guild FROM daily_members WHERE user_id = :user)
  AND (closed = 0 OR day IN (SELECT day FROM daily_tries WHERE user_id = :user AND counts = 1));

-- name: delete_person_dailies
DELETE FROM daily_tries WHERE user_id = :user;

-- name: delete_person_members
DELETE FROM daily_members WHERE user_id = :user;

-- A message that shows a result of theirs belongs to nobody from now on, and is edited.
-- name: withdraw_person_posts
UPDATE daily_posts
SET user_id = (SELECT CASE WHEN MIN(posts.user_id) < 0 THEN MIN(posts.user_id) ELSE 0 END - 1 FROM daily_posts AS posts),
    due_at = :now
WHERE user_id = :user AND message IS NOT NULL;

-- name: delete_person_posts
DELETE FROM daily_posts WHERE user_id = :user;
