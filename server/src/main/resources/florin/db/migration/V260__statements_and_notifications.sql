-- A notification (camt.054) that gives another amount than the account's statement holds its money for a person.

ALTER TABLE unapplied_funds DROP CONSTRAINT unapplied_funds_reason_is_known;
ALTER TABLE unapplied_funds ADD CONSTRAINT unapplied_funds_reason_is_known
  CHECK (reason IN ('overpaid', 'late', 'paid_already', 'no_reference', 'unknown_reference', 'several_references', 'other_currency', 'amount_differs')) NOT VALID;
ALTER TABLE unapplied_funds VALIDATE CONSTRAINT unapplied_funds_reason_is_known;
COMMENT ON COLUMN bank_statement.duplicates IS 'Transactions of whose money another statement tells. They are kept, and book nothing.';
