-- A match changes the status of an entry, and no index has that column. Florin records for whole
-- statements whether they have entries to match.
ALTER TABLE bank_statement ADD COLUMN matched boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN bank_statement.matched IS 'True if no entry of the statement is left to match.';
UPDATE bank_statement s
   SET matched = true
 WHERE s.status = 'booked'
   AND NOT EXISTS (SELECT FROM bank_entry e WHERE e.statement_id = s.id AND e.realm_id = s.realm_id AND e.status = 'new');
CREATE INDEX bank_statement_to_match ON bank_statement (receiving_account_id, id) WHERE status = 'booked' AND NOT matched;
DROP INDEX bank_entry_new;

-- The entry with which money arrives usually moves it, and bank_match_of_entry finds that row. This
-- index finds rows of other entries by their source.
CREATE INDEX bank_match_by_other ON bank_match (source_id) WHERE source_id <> entry_id;
DROP INDEX bank_match_of_source;
