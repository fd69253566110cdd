-- Makes each unique index unique within a realm, so that a server with some of the realms can
-- enforce it alone. realm_id is the last column: see attempt_by_payment.
CREATE UNIQUE INDEX attempt_one_for_a_refund_new ON attempt (refund_id, realm_id) WHERE refund_id IS NOT NULL;
DROP INDEX attempt_one_for_a_refund;
ALTER INDEX attempt_one_for_a_refund_new RENAME TO attempt_one_for_a_refund;
COMMENT ON INDEX attempt_one_for_a_refund IS 'Prevents a second reference for a refund, with which the payer could get the money twice.';

CREATE UNIQUE INDEX bank_statement_once_new ON bank_statement (receiving_account_id, bank_reference, realm_id) WHERE status = 'booked';
DROP INDEX bank_statement_once;
ALTER INDEX bank_statement_once_new RENAME TO bank_statement_once;

CREATE UNIQUE INDEX bank_entry_once_new ON bank_entry (statement_id, number, detail, realm_id);
DROP INDEX bank_entry_once;
ALTER INDEX bank_entry_once_new RENAME TO bank_entry_once;
