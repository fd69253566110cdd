-- Statements may come by key in live mode where an owner has allowed it: that is said of the account, and changes with it.
ALTER TABLE receiving_account ADD COLUMN uploads_allowed boolean NOT NULL DEFAULT false;
UPDATE receiving_account a
   SET uploads_allowed = true
  FROM bank_position p
 WHERE p.realm_id = a.realm_id
   AND p.receiving_account_id = a.id
   AND p.uploads_allowed;
ALTER TABLE bank_position DROP COLUMN uploads_allowed;
COMMENT ON COLUMN receiving_account.uploads_allowed IS 'Whether live statements of it may come by key, which an owner allows.';

-- For the alert: statements that do not begin with the balance of the one before are few.
CREATE INDEX bank_statement_gap ON bank_statement (created_at) WHERE gap AND status = 'booked';
