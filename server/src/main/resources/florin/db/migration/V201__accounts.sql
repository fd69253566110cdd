-- Who uses this installation. These tables are global; everything that a merchant owns leads with realm_id.

CREATE TABLE account (
  number               bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
  id                   uuid NOT NULL UNIQUE,
  name                 text NOT NULL CHECK (length(name) BETWEEN 1 AND 256),
  address              text CHECK (length(address) BETWEEN 1 AND 500),
  support_email        text CHECK (length(support_email) BETWEEN 3 AND 254),
  statement_descriptor text CHECK (length(statement_descriptor) BETWEEN 1 AND 64),
  created_at           timestamptz NOT NULL
);
COMMENT ON COLUMN account.statement_descriptor IS 'For payments that name none.';

CREATE TABLE realm (
  id             bigint PRIMARY KEY,
  account_number bigint NOT NULL REFERENCES account (number),
  mode           text NOT NULL CHECK (mode IN ('test', 'live')),
  CONSTRAINT realm_id_says_its_mode CHECK (id = 2 * account_number + CASE mode WHEN 'live' THEN 1 ELSE 0 END)
);
COMMENT ON COLUMN realm.id IS 'Even for test, odd for live, so that a CHECK on one row can tell.';

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
COMMENT ON COLUMN api_key.plain IS 'A publishable key is no secret and can be shown again; a secret key is kept as its SHA-256 only.';

CREATE TABLE key_epoch (
  only_row boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  epoch    bigint NOT NULL
);
INSERT INTO key_epoch (epoch) VALUES (1);
COMMENT ON TABLE key_epoch IS 'Raised whenever a key is revoked, rolled or expires early; every node polls it and forgets what it knew of keys when it moves.';
