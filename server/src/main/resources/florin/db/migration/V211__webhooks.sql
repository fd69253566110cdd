-- Webhook endpoints, and what is delivered to them.

CREATE TABLE webhook_endpoint (
  realm_id              bigint NOT NULL,
  id                    uuid NOT NULL,
  version               integer NOT NULL,
  url                   text NOT NULL,
  enabled_events        text[] NOT NULL CHECK (cardinality(enabled_events) > 0),
  description           text,
  metadata              jsonb,
  status                text NOT NULL CHECK (status IN ('enabled', 'disabled')),
  disabled_reason       text CHECK (disabled_reason IN ('requested', 'gone', 'failing')),
  secret                text NOT NULL,
  old_secret            text,
  old_secret_expires_at timestamptz,
  failing_since         timestamptz,
  failures              integer NOT NULL DEFAULT 0,
  replay_after          uuid,
  replay_until          uuid,
  created_at            timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id),
  CONSTRAINT webhook_endpoint_disabled_says_why CHECK ((status = 'disabled') = (disabled_reason IS NOT NULL)),
  CONSTRAINT webhook_endpoint_old_secret_ends CHECK ((old_secret IS NULL) = (old_secret_expires_at IS NULL)),
  CONSTRAINT webhook_endpoint_replay_has_both_ends CHECK ((replay_after IS NULL) = (replay_until IS NULL))
) WITH (fillfactor = 70);
CREATE INDEX webhook_endpoint_replays ON webhook_endpoint (id) WHERE replay_after IS NOT NULL;
COMMENT ON COLUMN webhook_endpoint.enabled_events IS 'Types of events, or * for all.';
COMMENT ON COLUMN webhook_endpoint.secret IS 'Sealed: version of the envelope key, a dot, base64.';
COMMENT ON COLUMN webhook_endpoint.failing_since IS 'The first failure since the last success; null while all is well. Not guarded by the version, and a few seconds late.';
COMMENT ON COLUMN webhook_endpoint.replay_after IS 'A replay is under way: the events behind this id, up to the other, are looked at next.';

-- The first half of an event's id, which is its time, stays: so deliveries are in the order of their events, and those of one event stand together.
CREATE FUNCTION delivery_id(event_id uuid, endpoint_id uuid) RETURNS uuid
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (substr(event_id::text, 1, 19) || substr(md5(event_id::text || endpoint_id::text), 1, 16))::uuid;

CREATE DOMAIN delivery_status_word AS text
  CONSTRAINT delivery_status_is_known CHECK (VALUE IN ('pending', 'delivered', 'exhausted', 'canceled'));
CREATE DOMAIN delivery_result_word AS text
  CONSTRAINT delivery_result_is_known CHECK (VALUE IN ('delivered', 'refused', 'failed'));

CREATE TABLE delivery (
  realm_id    bigint NOT NULL,
  id          uuid NOT NULL,
  endpoint_id uuid NOT NULL,
  event_id    uuid NOT NULL,
  status      delivery_status_word NOT NULL,
  version     integer NOT NULL,
  attempts    integer NOT NULL,
  due_at      timestamptz,
  created_at  timestamptz NOT NULL,
  completed_at  timestamptz,
  PRIMARY KEY (realm_id, id),
  CONSTRAINT delivery_is_due_until_completed CHECK ((status = 'pending') = (due_at IS NOT NULL) AND (due_at IS NULL) = (completed_at IS NOT NULL))
);
-- Led by the endpoint, so that what one endpoint has waiting is not waded through for another.
CREATE INDEX delivery_due ON delivery (endpoint_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX delivery_by_endpoint ON delivery (endpoint_id, id);
-- For lists of what is rare. Those that are pending are found by delivery_due, those that are delivered at once.
CREATE INDEX delivery_by_rare_status ON delivery (endpoint_id, status, id) WHERE status IN ('exhausted', 'canceled');
COMMENT ON COLUMN delivery.due_at IS 'When it is tried next; while somebody works on it, the end of the lease.';
COMMENT ON COLUMN delivery.version IS 'Raised whenever somebody takes it: what tells one lease from the next.';
COMMENT ON COLUMN delivery.attempts IS 'Of the present course of retries; a resend begins another.';
COMMENT ON COLUMN delivery.status IS 'exhausted: every retry has failed. canceled: its endpoint was disabled or deleted, or its event is gone.';

CREATE TABLE delivery_attempt (
  realm_id         bigint NOT NULL,
  delivery_id      uuid NOT NULL,
  version          integer NOT NULL,
  result           delivery_result_word NOT NULL,
  http_status      integer,
  error            text,
  latency_ms       integer NOT NULL,
  response_headers text,
  response_body    text,
  created_at       timestamptz NOT NULL,
  PRIMARY KEY (realm_id, delivery_id, version)
);
COMMENT ON COLUMN delivery_attempt.version IS 'Of the delivery when it was taken: a lease makes one attempt.';
COMMENT ON COLUMN delivery_attempt.result IS 'refused: the receiver answered, and not with 2xx. failed: it did not answer.';
COMMENT ON COLUMN delivery_attempt.response_body IS 'The first 4 KiB.';
