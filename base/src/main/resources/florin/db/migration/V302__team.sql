-- Users of the dashboard, their access to accounts, and their sign-in. These tables are global,
-- like accounts and keys.

CREATE TABLE app_user (
  id         uuid PRIMARY KEY,
  email      text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  name       text NOT NULL CHECK (length(name) BETWEEN 1 AND 256),
  password   text NOT NULL CHECK (password LIKE '$argon2id$%'),
  theme      text NOT NULL DEFAULT 'system' CHECK (theme IN ('system', 'light', 'dark')),
  time_zone  text NOT NULL DEFAULT 'UTC' CHECK (length(time_zone) BETWEEN 1 AND 64),
  created_at timestamptz NOT NULL
);
CREATE UNIQUE INDEX app_user_by_email ON app_user (lower(email));
COMMENT ON COLUMN app_user.password IS 'Argon2id hash, with its parameters and salt, in the PHC string format.';
COMMENT ON COLUMN app_user.time_zone IS 'IANA name of the time zone in which the dashboard shows times.';

CREATE TABLE membership (
  account_number       bigint NOT NULL REFERENCES account (number),
  user_id              uuid NOT NULL REFERENCES app_user (id),
  role                 text NOT NULL CHECK (role IN ('owner', 'admin', 'developer', 'support', 'viewer')),
  created_at           timestamptz NOT NULL,
  seen_at              timestamptz,
  onboarding_hidden_at timestamptz,
  PRIMARY KEY (account_number, user_id)
);
CREATE INDEX membership_by_user ON membership (user_id);
COMMENT ON COLUMN membership.seen_at IS 'Time at which the member last requested a page of this account, accurate to some seconds. Null if there was no request.';
COMMENT ON COLUMN membership.onboarding_hidden_at IS 'Time at which the member hid the list of first steps. Null if the list is visible.';

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
  passkey        boolean NOT NULL DEFAULT false,
  flash          text,
  once           text
) WITH (fillfactor = 70);
CREATE INDEX session_by_user ON session (user_id);
CREATE INDEX session_by_age ON session (created_at);
COMMENT ON COLUMN session.token_hash IS 'SHA-256 of the value of the cookie.';
COMMENT ON COLUMN session.confirmed_at IS 'Time at which the user last confirmed the password.';
COMMENT ON COLUMN session.passkey IS 'True if the user authenticated with a passkey, which counts as a second factor.';
COMMENT ON COLUMN session.flash IS 'Message that the next page shows once. Null if there is none.';
COMMENT ON COLUMN session.once IS 'Secret that the next page shows once, encrypted. Null if there is none.';

CREATE TABLE setup_link (
  only_row   boolean PRIMARY KEY DEFAULT true CHECK (only_row),
  token_hash bytea NOT NULL CHECK (length(token_hash) = 32),
  expires_at timestamptz NOT NULL
);
COMMENT ON TABLE setup_link IS 'The link with which the first owner sets an email address and a password. Only the newest link is valid, until there is an owner.';

CREATE TABLE sign_in_failure (
  subject      bytea PRIMARY KEY CHECK (length(subject) = 32),
  failures     integer NOT NULL CHECK (failures >= 0),
  last_at      timestamptz NOT NULL,
  locked_until timestamptz
) WITH (fillfactor = 70);
CREATE INDEX sign_in_failure_by_age ON sign_in_failure (last_at);
COMMENT ON COLUMN sign_in_failure.subject IS 'A hash of an email address, even if no user has it, or of a network address.';

CREATE TABLE second_factor (
  user_id      uuid PRIMARY KEY REFERENCES app_user (id),
  secret       text NOT NULL,
  created_at   timestamptz NOT NULL,
  confirmed_at timestamptz,
  last_step    bigint
);
COMMENT ON COLUMN second_factor.secret IS 'The TOTP secret (RFC 6238), encrypted: version of the encryption key, a dot, base64.';
COMMENT ON COLUMN second_factor.confirmed_at IS 'Time of the first valid code. Null before that: Florin does not ask for a second factor yet.';
COMMENT ON COLUMN second_factor.last_step IS 'The time step of the last accepted code. Florin rejects codes of this and earlier steps. Null before the first code.';

CREATE TABLE recovery_code (
  user_id    uuid NOT NULL REFERENCES app_user (id),
  hash       bytea NOT NULL CHECK (length(hash) = 32),
  created_at timestamptz NOT NULL,
  used_at    timestamptz,
  PRIMARY KEY (user_id, hash)
);

CREATE TABLE invitation (
  id             uuid PRIMARY KEY,
  account_number bigint NOT NULL REFERENCES account (number),
  email          text NOT NULL CHECK (length(email) BETWEEN 3 AND 254),
  role           text NOT NULL CHECK (role IN ('owner', 'admin', 'developer', 'support', 'viewer')),
  token_hash     bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  invited_by     uuid NOT NULL REFERENCES app_user (id),
  created_at     timestamptz NOT NULL,
  expires_at     timestamptz NOT NULL
);
CREATE UNIQUE INDEX invitation_by_email ON invitation (account_number, lower(email));
COMMENT ON TABLE invitation IS 'Invitations of users to accounts. A new invitation replaces an earlier one for the same account and email address.';

CREATE TABLE reset_link (
  user_id       uuid PRIMARY KEY REFERENCES app_user (id),
  token_hash    bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  second_factor boolean NOT NULL,
  expires_at    timestamptz NOT NULL
);
COMMENT ON COLUMN reset_link.second_factor IS 'True if the link also removes the second factor.';

CREATE TABLE sign_in_step (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  user_id    uuid NOT NULL REFERENCES app_user (id),
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_step_by_age ON sign_in_step (expires_at);
COMMENT ON TABLE sign_in_step IS 'Users who have entered the right password and still have to enter the second factor. A row is not a session.';

-- Passkeys (WebAuthn): keys with which a device signs its user in.

CREATE TABLE passkey (
  id            uuid PRIMARY KEY,
  user_id       uuid NOT NULL REFERENCES app_user (id),
  credential_id bytea NOT NULL UNIQUE CHECK (length(credential_id) BETWEEN 1 AND 1023),
  public_key    bytea NOT NULL CHECK (length(public_key) BETWEEN 1 AND 2048),
  sign_count    bigint NOT NULL CHECK (sign_count BETWEEN 0 AND 4294967295),
  transports    text[] NOT NULL CHECK (cardinality(transports) <= 10),
  name          text NOT NULL CHECK (length(name) BETWEEN 1 AND 60),
  created_at    timestamptz NOT NULL,
  used_at       timestamptz
) WITH (fillfactor = 70);
CREATE INDEX passkey_by_user ON passkey (user_id);
COMMENT ON TABLE passkey IS 'Passkeys of users, at most ten for each user.';
COMMENT ON COLUMN passkey.public_key IS 'The public key in the COSE format (RFC 9052).';
COMMENT ON COLUMN passkey.sign_count IS 'The last signature counter of the device, or 0 if it does not count. A counter that decreases indicates a copy of the key.';

CREATE TABLE passkey_challenge (
  hash       bytea PRIMARY KEY CHECK (length(hash) = 32),
  expires_at timestamptz NOT NULL
);
CREATE INDEX passkey_challenge_by_age ON passkey_challenge (expires_at);
COMMENT ON TABLE passkey_challenge IS 'Challenges that a valid signature has used. Florin keeps them until they would have expired in any case.';

CREATE VIEW author AS
SELECT id, name
  FROM app_user;
COMMENT ON VIEW author IS 'The names of users beside what they wrote.';

CREATE VIEW alert_recipient AS
SELECT m.account_number, u.email
  FROM membership m
  JOIN app_user u ON u.id = m.user_id
 WHERE m.role IN ('owner', 'admin');
COMMENT ON VIEW alert_recipient IS 'The addresses of those who act on an alert of an account.';
