-- The people who use the dashboard, how they sign in, and what they did. These tables are global, as accounts and keys are.

CREATE TABLE app_user (
  id         uuid PRIMARY KEY,
  email      text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  name       text NOT NULL CHECK (length(name) BETWEEN 1 AND 256),
  password   text NOT NULL CHECK (password LIKE '$argon2id$%'),
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX app_user_by_email ON app_user (lower(email));
COMMENT ON COLUMN app_user.password IS 'Argon2id, with its parameters and salt, as PHC strings have them.';

CREATE TABLE membership (
  account_number bigint NOT NULL REFERENCES account (number),
  user_id        uuid NOT NULL REFERENCES app_user (id),
  role           text NOT NULL CHECK (role IN ('owner', 'admin', 'developer', 'support', 'viewer')),
  created_at     timestamptz NOT NULL,
  PRIMARY KEY (account_number, user_id)
);
CREATE INDEX membership_by_user ON membership (user_id);

CREATE TABLE session (
  id             uuid PRIMARY KEY,
  token_hash     bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  user_id        uuid NOT NULL REFERENCES app_user (id),
  account_number bigint NOT NULL REFERENCES account (number),
  mode           text NOT NULL CHECK (mode IN ('test', 'live')),
  address        text NOT NULL,
  user_agent     text NOT NULL,
  created_at     timestamptz NOT NULL,
  seen_at        timestamptz NOT NULL,
  confirmed_at   timestamptz NOT NULL,
  flash          text,
  once           text
) WITH (fillfactor = 70);
CREATE INDEX session_by_user ON session (user_id);
CREATE INDEX session_by_age ON session (created_at);
COMMENT ON COLUMN session.token_hash IS 'SHA-256 of what the cookie holds.';
COMMENT ON COLUMN session.confirmed_at IS 'When the password was given last.';
COMMENT ON COLUMN session.flash IS 'What the next page says; then it is gone.';
COMMENT ON COLUMN session.once IS 'A secret that the next page shows, sealed; then it is gone.';

CREATE TABLE setup_link (
  only_row   boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  token_hash bytea NOT NULL CHECK (length(token_hash) = 32),
  expires_at timestamptz NOT NULL
);
COMMENT ON TABLE setup_link IS 'The link by which the first owner sets e-mail and password; the newest one holds, until there is an owner.';

CREATE TABLE sign_in_failure (
  subject      bytea PRIMARY KEY CHECK (length(subject) = 32),
  failures     integer NOT NULL CHECK (failures >= 0),
  last_at      timestamptz NOT NULL,
  locked_until timestamptz
) WITH (fillfactor = 70);
CREATE INDEX sign_in_failure_by_age ON sign_in_failure (last_at);
COMMENT ON COLUMN sign_in_failure.subject IS 'A hash of an e-mail address, whether anybody has it or not, or of a network address.';

CREATE TABLE second_factor (
  user_id      uuid PRIMARY KEY REFERENCES app_user (id),
  secret       text NOT NULL,
  created_at   timestamptz NOT NULL,
  confirmed_at timestamptz,
  last_step    bigint
);
COMMENT ON COLUMN second_factor.secret IS 'Of TOTP (RFC 6238), sealed: version of the envelope key, a dot, base64.';
COMMENT ON COLUMN second_factor.confirmed_at IS 'Null until a first code has shown that the user has the secret: until then it is not asked for.';
COMMENT ON COLUMN second_factor.last_step IS 'The time step of the last code that was accepted; none up to it is accepted again.';

CREATE TABLE recovery_code (
  user_id    uuid NOT NULL REFERENCES app_user (id),
  hash       bytea NOT NULL CHECK (length(hash) = 32),
  created_at timestamptz NOT NULL,
  used_at    timestamptz,
  PRIMARY KEY (user_id, hash)
);

CREATE TABLE audit_head (
  account_number bigint PRIMARY KEY REFERENCES account (number),
  number         bigint NOT NULL,
  mac            bytea NOT NULL
);
COMMENT ON TABLE audit_head IS 'The last entry of each account''s audit log: who appends locks it, and an end that was cut off shows.';

CREATE TABLE audit_entry (
  account_number bigint NOT NULL,
  number         bigint NOT NULL,
  at             timestamptz NOT NULL,
  user_id        uuid,
  actor          text NOT NULL,
  action         text NOT NULL,
  object         text NOT NULL,
  detail         text NOT NULL,
  outcome        text NOT NULL CHECK (outcome IN ('done', 'refused', 'failed')),
  mode           text NOT NULL CHECK (mode IN ('test', 'live')),
  address        text NOT NULL,
  request_id     uuid NOT NULL,
  mac            bytea NOT NULL CHECK (length(mac) = 32),
  PRIMARY KEY (account_number, number)
);
COMMENT ON COLUMN audit_entry.mac IS 'HMAC-SHA256 of the entry before and of this one, under a key that is not in the database.';

CREATE FUNCTION audit_entry_stays() RETURNS trigger
  LANGUAGE plpgsql
  AS $$ BEGIN RAISE EXCEPTION 'the audit log is only appended to'; END $$;
CREATE TRIGGER audit_entry_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry
  EXECUTE FUNCTION audit_entry_stays();
