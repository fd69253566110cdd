-- The days of the audit log's filter.

CREATE INDEX audit_entry_by_time ON audit_entry (account_number, at, number);
