-- A statement that begins before the end of another one repeats entries. If the bank gives no
-- references, Florin recognizes the entries by day, amount and text.

ALTER TABLE bank_statement
  ADD COLUMN overlap boolean NOT NULL DEFAULT false,
  ADD COLUMN place integer NOT NULL DEFAULT 0,
  ADD COLUMN first_on date;
COMMENT ON COLUMN bank_statement.overlap IS 'True if the statement repeats entries of another statement.';
COMMENT ON COLUMN bank_statement.first_on IS 'Day of the first entry. Null if the statement has no entries, or if the day is not recorded.';
COMMENT ON COLUMN bank_statement.place IS 'Position among the statements of the account on the same day, from 0, in the order of their balances.';

ALTER TABLE bank_entry ADD COLUMN possible_duplicate boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN bank_entry.possible_duplicate IS 'True if another statement has a similar entry, and the balances do not show whether the two are one booking.';

ALTER TABLE unapplied_funds DROP CONSTRAINT unapplied_funds_reason_is_known;
ALTER TABLE unapplied_funds ADD CONSTRAINT unapplied_funds_reason_is_known
  CHECK (reason IN ('overpaid', 'late', 'paid_already', 'no_reference', 'unknown_reference', 'several_references', 'other_currency', 'amount_differs', 'possible_duplicate')) NOT VALID;
ALTER TABLE unapplied_funds VALIDATE CONSTRAINT unapplied_funds_reason_is_known;

CREATE INDEX bank_entry_without_reference ON bank_entry (receiving_account_id, booked_on, amount) WHERE bank_reference IS NULL;

CREATE INDEX bank_statement_in_place ON bank_statement (receiving_account_id, stated_on, place, id) WHERE status = 'booked' AND opening IS NOT NULL;
DROP INDEX bank_statement_in_order;
