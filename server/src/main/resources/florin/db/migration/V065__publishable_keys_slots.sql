-- A publishable key stands in browsers, so anybody can fill slots with it. They are apart from a secret key's (the kind goes into the HMAC), and there
-- is an end to their number: the newest stay.
ALTER TABLE idempotency ADD COLUMN publishable boolean NOT NULL DEFAULT false;
CREATE INDEX idempotency_publishable ON idempotency (realm_id, created_at) WHERE publishable;
COMMENT ON COLUMN idempotency.publishable IS 'Taken with a publishable key. Those are bounded for each realm: the oldest go first.';
