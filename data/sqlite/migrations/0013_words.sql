-- What is stored of a message has the names that the program uses. A quotation mark inside a text is written \", so only
-- keys are found so.

UPDATE outbox SET body = replace(replace(body, '"words": ', '"remarks": '), '"facts": ', '"args": ')
WHERE kind IN ('word', 'table');
