-- An owner can allow uploads of live statements with an API key. The setting is part of the
-- receiving account.
ALTER TABLE receiving_account ADD COLUMN uploads_allowed boolean NOT NULL DEFAULT false;
UPDATE receiving_account a
   SET uploads_allowed = true
  FROM bank_position p
 WHERE p.realm_id = a.realm_id
   AND p.receiving_account_id = a.id
   AND p.uploads_allowed;
ALTER TABLE bank_position DROP COLUMN uploads_allowed;
COMMENT ON COLUMN receiving_account.uploads_allowed IS 'True if an owner allows uploads of live statements of this account with an API key.';

-- An index for the alert. Few statements begin with another balance than the end of the previous
-- one.
CREATE INDEX bank_statement_gap ON bank_statement (created_at) WHERE gap AND status = 'booked';
