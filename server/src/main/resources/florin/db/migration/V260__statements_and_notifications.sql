-- If a notification (camt.054) has another amount than the statement of the account, Florin sets
-- the money aside for a person to decide.

ALTER TABLE unapplied_funds DROP CONSTRAINT unapplied_funds_reason_is_known;
ALTER TABLE unapplied_funds ADD CONSTRAINT unapplied_funds_reason_is_known
  CHECK (reason IN ('overpaid', 'late', 'paid_already', 'no_reference', 'unknown_reference', 'several_references', 'other_currency', 'amount_differs')) NOT VALID;
ALTER TABLE unapplied_funds VALIDATE CONSTRAINT unapplied_funds_reason_is_known;
COMMENT ON COLUMN bank_statement.duplicates IS 'Number of transactions whose money another statement reports. Florin stores them and does not book them.';
