-- A match changes the status of an entry, and writes it into no index then: what is to be matched is known of whole statements.
ALTER TABLE bank_statement ADD COLUMN matched boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN bank_statement.matched IS 'Whether none of its entries is to be matched any more.';
UPDATE bank_statement s
   SET matched = true
 WHERE s.status = 'booked'
   AND NOT EXISTS (SELECT FROM bank_entry e WHERE e.statement_id = s.id AND e.realm_id = s.realm_id AND e.status = 'new');
CREATE INDEX bank_statement_to_match ON bank_statement (receiving_account_id, id) WHERE status = 'booked' AND NOT matched;
DROP INDEX bank_entry_new;

-- Money is mostly moved by the entry by which it had come, and is found by that: only what is moved by another one is found by its source.
CREATE INDEX bank_match_by_other ON bank_match (source_id) WHERE source_id <> entry_id;
DROP INDEX bank_match_of_source;
