-- A payment is looked for by its bank's name for an entry: whoever looks knows no account, and whoever matches knows both.

DROP INDEX bank_entry_by_bank_reference;
CREATE INDEX bank_entry_by_bank_reference ON bank_entry (bank_reference, receiving_account_id) WHERE bank_reference IS NOT NULL;
