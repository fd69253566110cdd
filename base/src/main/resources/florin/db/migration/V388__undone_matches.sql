-- A person takes the money of a bank entry away from the payout that has it by mistake.

ALTER TABLE unapplied_funds DROP CONSTRAINT unapplied_funds_reason_is_known;
ALTER TABLE unapplied_funds ADD CONSTRAINT unapplied_funds_reason_is_known
  CHECK (reason IN ('overpaid', 'late', 'paid_already', 'no_reference', 'unknown_reference', 'several_references', 'other_currency', 'amount_differs', 'possible_duplicate', 'unassigned')) NOT VALID;

-- Debits that a provider collected before it reported the negative payout.
CREATE INDEX bank_entry_debit_booked_on ON bank_entry (realm_id, booked_on) WHERE debit;
