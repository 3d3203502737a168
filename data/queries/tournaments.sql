-- Tournaments: their rows, event logs and people.

-- name: insert_tournament
INSERT INTO tournaments (guild, channel, status, host, version, created_at)
VALUES (:guild, :channel, 'open', :host, :version, :now)
RETURNING *;

-- name: count_tournaments
SELECT count(*) AS tournaments FROM tournaments WHERE guild = :guild AND status IN ('open', 'running');

-- The version is checked here, so that a caller who has seen an older event is refused before anything is written.
-- name: advance_tournament
UPDATE tournaments SET
    version = :version,
    status = coalesce(:status, status),
    channel = coalesce(:channel, channel),
    host = coalesce(:host, host),
    ended_at = CASE WHEN :ended = 1 THEN CAST(:now AS BIGINT) ELSE ended_at END
WHERE id = :tournament AND version = :after
RETURNING *;

-- name: insert_tournament_events
INSERT INTO tournament_events (tournament, seq, body, at) VALUES (:tournament, :seq, :body, :at);

-- name: delete_tournament_people
DELETE FROM tournament_people WHERE tournament = :tournament;

-- name: insert_tournament_people
INSERT INTO tournament_people (tournament, user_id, name, place) VALUES (:tournament, :user, :name, :place);

-- name: tournament
SELECT * FROM tournaments WHERE id = :tournament;

-- name: tournament_events
SELECT seq, body FROM tournament_events WHERE tournament = :tournament ORDER BY seq;

-- name: tournaments_in
SELECT * FROM tournaments WHERE guild = :guild AND status IN (:statuses) ORDER BY id;

-- name: tournaments_with
SELECT * FROM tournaments WHERE status IN (:statuses) ORDER BY id;

-- name: tournaments_of
SELECT * FROM tournaments
WHERE id IN (SELECT tournament FROM tournament_people WHERE user_id = :user) AND status IN (:statuses)
ORDER BY id;

-- name: tournament_places
SELECT tournaments.id, tournaments.guild, tournament_people.name, tournament_people.place
FROM tournament_people JOIN tournaments ON tournaments.id = tournament_people.tournament
WHERE tournament_people.user_id = :user ORDER BY tournaments.id;

-- A message of an older edition that was sent late is not kept.
-- name: set_tournament_message
UPDATE tournaments SET message = :message, message_channel = :channel, edition = :edition
WHERE id = :tournament AND (edition IS NULL OR edition <= :edition);

-- Reads all events.
-- name: tournaments_mentioning
SELECT DISTINCT tournament FROM tournament_events WHERE body LIKE :pattern ESCAPE '\' ORDER BY tournament;

-- name: rewrite_tournament_event
UPDATE tournament_events SET body = :body WHERE tournament = :tournament AND seq = :seq AND body = :expected
RETURNING seq;

-- A clock that is wrong for a moment must not delete everything.
-- name: delete_tournaments
DELETE FROM tournaments
WHERE ended_at < :before AND ended_at <= (SELECT MIN(ended_at) FROM tournaments) + 86400000000;

-- What was written while their tournaments were anonymised.
-- name: delete_person_tournaments
DELETE FROM tournament_people WHERE user_id = :user;
