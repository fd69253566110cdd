-- Accounts, realms and API keys of this installation. These tables are global. In other tables,
-- realm_id names the account and mode to which a row belongs.

CREATE TABLE account (
  number               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id                   uuid NOT NULL UNIQUE,
  name                 text NOT NULL CHECK (length(name) BETWEEN 1 AND 256),
  address              text CHECK (length(address) BETWEEN 1 AND 500),
  support_email        text CHECK (length(support_email) BETWEEN 3 AND 254),
  statement_descriptor text CHECK (length(statement_descriptor) BETWEEN 1 AND 64),
  created_at           timestamptz NOT NULL
);
COMMENT ON COLUMN account.statement_descriptor IS 'Statement descriptor of payments that have none of their own. Null if the merchant has set none.';

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
