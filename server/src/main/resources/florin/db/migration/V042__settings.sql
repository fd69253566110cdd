-- What a merchant tells its payers of itself, and ways into the audit log.

ALTER TABLE account
  ADD COLUMN address              text CHECK (length(address) BETWEEN 1 AND 500),
  ADD COLUMN support_email        text CHECK (length(support_email) BETWEEN 3 AND 254),
  ADD COLUMN statement_descriptor text CHECK (length(statement_descriptor) BETWEEN 1 AND 64);
COMMENT ON COLUMN account.statement_descriptor IS 'For payments that name none.';

CREATE INDEX audit_entry_by_user ON audit_entry (account_number, user_id, number);
CREATE INDEX audit_entry_by_action ON audit_entry (account_number, action, number);
