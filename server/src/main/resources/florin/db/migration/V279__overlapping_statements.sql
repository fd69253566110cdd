-- A statement that begins before the end of another one repeats entries. Where the bank gives entries no reference, they are found by day, amount and text.

ALTER TABLE bank_statement
  ADD COLUMN overlap boolean NOT NULL DEFAULT false,
  ADD COLUMN place integer NOT NULL DEFAULT 0,
  ADD COLUMN first_on date;
COMMENT ON COLUMN bank_statement.overlap IS 'Whether it repeats entries of another statement.';
COMMENT ON COLUMN bank_statement.first_on IS 'The day of its first entry; null where it has none, or was read before this was kept.';
COMMENT ON COLUMN bank_statement.place IS 'The place among the account''s statements of its day, in the order in which their balances follow.';

ALTER TABLE bank_entry ADD COLUMN possible_duplicate boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN bank_entry.possible_duplicate IS 'Whether another statement has an entry like it, and the balances do not say whether the two are one booking.';

ALTER TABLE unapplied_funds DROP CONSTRAINT unapplied_funds_reason_is_known;
ALTER TABLE unapplied_funds ADD CONSTRAINT unapplied_funds_reason_is_known
  CHECK (reason IN ('overpaid', 'late', 'paid_already', 'no_reference', 'unknown_reference', 'several_references', 'other_currency', 'amount_differs', 'possible_duplicate')) NOT VALID;
ALTER TABLE unapplied_funds VALIDATE CONSTRAINT unapplied_funds_reason_is_known;

CREATE INDEX bank_entry_without_reference ON bank_entry (receiving_account_id, booked_on, amount) WHERE bank_reference IS NULL;

CREATE INDEX bank_statement_in_place ON bank_statement (receiving_account_id, stated_on, place, id) WHERE status = 'booked' AND opening IS NOT NULL;
DROP INDEX bank_statement_in_order;
