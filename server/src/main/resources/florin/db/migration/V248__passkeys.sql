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

ALTER TABLE session
  ADD passkey boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN session.passkey IS 'True if the user authenticated with a passkey, which counts as a second factor.';
