-- How people come into an account, and how a lost password is set anew: by links that work once.

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
COMMENT ON TABLE invitation IS 'One for each account and e-mail address: a new one takes the place of the one before.';

CREATE TABLE reset_link (
  user_id       uuid PRIMARY KEY REFERENCES app_user (id),
  token_hash    bytea NOT NULL UNIQUE CHECK (length(token_hash) = 32),
  second_factor boolean NOT NULL,
  expires_at    timestamptz NOT NULL
);
COMMENT ON COLUMN reset_link.second_factor IS 'Whether using the link takes the second factor away as well.';

CREATE TABLE sign_in_step (
  token_hash bytea PRIMARY KEY CHECK (length(token_hash) = 32),
  user_id    uuid NOT NULL REFERENCES app_user (id),
  expires_at timestamptz NOT NULL
);
CREATE INDEX sign_in_step_by_age ON sign_in_step (expires_at);
COMMENT ON TABLE sign_in_step IS 'Whoever has given the right password and must still give the second factor. That is no session.';
