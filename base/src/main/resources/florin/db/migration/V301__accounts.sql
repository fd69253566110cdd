-- Accounts, realms and API keys of this installation. These tables are global. In other tables,
-- realm_id names the account and mode to which a row belongs.

CREATE TABLE account (
  number                 bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id                     uuid NOT NULL UNIQUE,
  name                   text NOT NULL CHECK (length(name) BETWEEN 1 AND 256),
  address                text CHECK (length(address) BETWEEN 1 AND 500),
  support_email          text CHECK (length(support_email) BETWEEN 3 AND 254),
  statement_descriptor   text CHECK (length(statement_descriptor) BETWEEN 1 AND 64),
  second_factor_required boolean NOT NULL DEFAULT false,
  second_factor_from     timestamptz,
  logs_live_fields       boolean NOT NULL DEFAULT false,
  live_settings_by_key   boolean NOT NULL DEFAULT false,
  created_at             timestamptz NOT NULL
);
COMMENT ON COLUMN account.statement_descriptor IS 'Statement descriptor of payments that have none of their own. Null if the merchant has set none.';
COMMENT ON COLUMN account.second_factor_required IS 'True if members need a second factor. A member without one can only set one up.';
-- Members have until a date to set up a required second factor, and get a reminder before it.
COMMENT ON COLUMN account.second_factor_from IS 'If a second factor is required, the time from which a member without one can only set one up. Null if the requirement has no delay.';
COMMENT ON COLUMN account.logs_live_fields IS 'True if Florin logs the fields of live requests. It always logs those of test mode.';
-- A live API key alone must not direct payers' money to another provider account. An owner has to
-- allow it in the dashboard.
COMMENT ON COLUMN account.live_settings_by_key IS 'True if live API keys may change connectors and other live settings. An owner allows it in the dashboard.';

CREATE TABLE realm (
  id             bigint PRIMARY KEY,
  account_number bigint NOT NULL REFERENCES account (number),
  mode           text NOT NULL CHECK (mode IN ('test', 'live')),
  CONSTRAINT realm_id_says_its_mode CHECK (id = 2 * account_number + CASE mode WHEN 'live' THEN 1 ELSE 0 END)
);
COMMENT ON COLUMN realm.id IS 'Even for test mode and odd for live mode, so that a CHECK on a single row can derive the mode.';

CREATE TABLE api_key (
  id           uuid PRIMARY KEY,
  realm_id     bigint NOT NULL REFERENCES realm (id),
  kind         text NOT NULL CHECK (kind IN ('secret', 'publishable')),
  name         text NOT NULL CHECK (length(name) <= 256),
  hash         bytea NOT NULL UNIQUE CHECK (length(hash) = 32),
  last4        text NOT NULL,
  plain        text,
  created_at   timestamptz NOT NULL,
  expires_at   timestamptz,
  revoked_at   timestamptz,
  last_used_at timestamptz,
  CONSTRAINT api_key_secret_is_not_kept CHECK (kind = 'publishable' OR plain IS NULL)
);
CREATE INDEX api_key_by_realm ON api_key (realm_id, id);
COMMENT ON COLUMN api_key.plain IS 'The publishable key in plain text. It is not a secret, and Florin can show it again. Null for a secret key, of which Florin stores only the SHA-256 hash.';

CREATE TABLE key_epoch (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  epoch    bigint NOT NULL
);
INSERT INTO key_epoch (epoch) VALUES (1);
COMMENT ON TABLE key_epoch IS 'A counter that Florin increments when a key is revoked, rolled or set to expire early. Each node polls it, and clears its cache of keys when the counter changes.';

-- A table has one owner: see TablesTest. The views are what other packages may read of it.

CREATE VIEW account_for_team AS
SELECT number, name, created_at, second_factor_required, second_factor_from
  FROM account;
COMMENT ON VIEW account_for_team IS 'The name of an account, and its rule for second factors.';

CREATE VIEW realm_with_logged_fields AS
SELECT r.id
  FROM account a
  JOIN realm r ON r.account_number = a.number
 WHERE a.logs_live_fields
   AND r.mode = 'live';
COMMENT ON VIEW realm_with_logged_fields IS 'The live realms whose request log stores fields.';

CREATE VIEW known_realm AS
SELECT id
  FROM realm;
COMMENT ON VIEW known_realm IS 'The ids of all realms, for what runs for each.';
