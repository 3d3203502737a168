-- The preferences of people and the settings of servers.

-- name: players
SELECT * FROM players WHERE user_id IN (:users);

-- name: save_player
INSERT INTO players (
    user_id, language, dm_rack, next_notice, reminders, quiet_from, quiet_to, zone,
    vacation_until, vacation_used, season, told_closed, theme, confirm_placing, unlisted, vacation_from,
    confirm_offered
)
VALUES (
    :user, :language, :dm_rack, :next_notice, :reminders, :quiet_from, :quiet_to, :zone,
    :vacation_until, :vacation_used, :season, :closed_dms_reported, :theme, :confirm_placing, :unlisted, :vacation_from,
    :confirm_offered
)
ON CONFLICT (user_id) DO UPDATE SET
    language = excluded.language, dm_rack = excluded.dm_rack, next_notice = excluded.next_notice,
    reminders = excluded.reminders, quiet_from = excluded.quiet_from, quiet_to = excluded.quiet_to,
    zone = excluded.zone, vacation_until = excluded.vacation_until, vacation_used = excluded.vacation_used,
    season = excluded.season, told_closed = excluded.told_closed, theme = excluded.theme,
    confirm_placing = excluded.confirm_placing, unlisted = excluded.unlisted, vacation_from = excluded.vacation_from,
    confirm_offered = excluded.confirm_offered;

-- name: vacations
SELECT user_id, began, until FROM vacations WHERE user_id IN (:users) ORDER BY user_id, began;

-- name: drop_vacation
DELETE FROM vacations WHERE user_id = :user AND began = :began;

-- name: save_vacation
INSERT INTO vacations (user_id, began, until) VALUES (:user, :began, :until);

-- name: delete_person_vacations
DELETE FROM vacations WHERE user_id = :user;

-- name: delete_player
DELETE FROM players WHERE user_id = :user;

-- name: puzzle_answers
SELECT puzzle, solved, at FROM puzzle_answers WHERE user_id = :user ORDER BY at, puzzle;

-- name: save_puzzle_answer
INSERT INTO puzzle_answers (user_id, puzzle, solved, at) VALUES (:user, :puzzle, :solved, :now)
ON CONFLICT (user_id, puzzle) DO NOTHING RETURNING puzzle;

-- name: delete_puzzle_answers
DELETE FROM puzzle_answers WHERE user_id = :user;

-- name: lesson
SELECT step FROM lessons WHERE user_id = :user;

-- name: has_played
SELECT EXISTS (SELECT 1 FROM seats WHERE user_id = :user) OR EXISTS (SELECT 1 FROM lessons WHERE user_id = :user)
    AS played;

-- name: save_lesson
INSERT INTO lessons (user_id, step) VALUES (:user, :step) ON CONFLICT (user_id) DO UPDATE SET step = excluded.step;

-- name: delete_person_lesson
DELETE FROM lessons WHERE user_id = :user;

-- name: plans_of
SELECT game, body FROM planned_moves WHERE user_id = :user ORDER BY game;

-- name: delete_plans_of
DELETE FROM planned_moves WHERE user_id = :user;

-- name: rename_player
UPDATE seats SET name = :name WHERE user_id = :user;

-- name: server
SELECT servers.*, (SELECT count(*) FROM meta WHERE name = 'unserved:' || CAST(:guild AS TEXT)) AS unserved
FROM (SELECT 1 AS one) AS here LEFT JOIN servers ON servers.guild = :guild;

-- name: save_server
INSERT INTO servers (guild, language, pace, channels, threads, theme, person_games, channel_games, daily_channel)
VALUES (:guild, :language, :pace, :channels, :threads, :theme, :person_games, :channel_games, :daily_channel)
ON CONFLICT (guild) DO UPDATE SET
    language = excluded.language, pace = excluded.pace, channels = excluded.channels, threads = excluded.threads,
    theme = excluded.theme, person_games = excluded.person_games, channel_games = excluded.channel_games,
    daily_channel = excluded.daily_channel;
