-- What is unique is unique within a realm, and its index says so: a server that has some of the realms can hold it to that by itself.
-- The realm stands last: an update by (realm_id, id) that was planned on an empty table would take an index that it leads for as good as the key.
CREATE UNIQUE INDEX attempt_one_for_a_refund_new ON attempt (refund_id, realm_id) WHERE refund_id IS NOT NULL;
DROP INDEX attempt_one_for_a_refund;
ALTER INDEX attempt_one_for_a_refund_new RENAME TO attempt_one_for_a_refund;
COMMENT ON INDEX attempt_one_for_a_refund IS 'A refund is never sent under a second reference: the payer could get it twice.';

CREATE UNIQUE INDEX bank_statement_once_new ON bank_statement (receiving_account_id, bank_reference, realm_id) WHERE status = 'booked';
DROP INDEX bank_statement_once;
ALTER INDEX bank_statement_once_new RENAME TO bank_statement_once;

CREATE UNIQUE INDEX bank_entry_once_new ON bank_entry (statement_id, number, detail, realm_id);
DROP INDEX bank_entry_once;
ALTER INDEX bank_entry_once_new RENAME TO bank_entry_once;
