-- The vacations of people, also those that are over: their days break no streak of daily challenges.

CREATE TABLE vacations (
    user_id  INTEGER NOT NULL,
    began    INTEGER NOT NULL,
    until    INTEGER NOT NULL,
    PRIMARY KEY (user_id, began)
) WITHOUT ROWID;
INSERT INTO vacations (user_id, began, until)
    SELECT user_id, vacation_from, vacation_until FROM players
    WHERE vacation_from IS NOT NULL AND vacation_until IS NOT NULL;
