-- Entries by the bank's name for them. The search for a payment has only that name; reconciliation
-- has the account too.

DROP INDEX bank_entry_by_bank_reference;
CREATE INDEX bank_entry_by_bank_reference ON bank_entry (bank_reference, receiving_account_id) WHERE bank_reference IS NOT NULL;
