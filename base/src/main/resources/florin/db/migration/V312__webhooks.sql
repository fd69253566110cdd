-- Webhook endpoints, and the deliveries to them.

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
COMMENT ON COLUMN webhook_endpoint.enabled_events IS 'Types of events that Florin delivers, or * for all.';
COMMENT ON COLUMN webhook_endpoint.secret IS 'The signing secret, encrypted: version of the encryption key, a dot, base64.';
COMMENT ON COLUMN webhook_endpoint.failing_since IS 'Time of the first failure since the last success. The version does not guard it, and it is a few seconds late. Null if there is no such failure.';
COMMENT ON COLUMN webhook_endpoint.replay_after IS 'Id after which a running replay continues with the next event, up to replay_until. Null if no replay is running.';

-- Keeps the first half of the event's id, which contains its time. Deliveries therefore have the
-- order of their events, and the deliveries of one event are adjacent.
CREATE FUNCTION delivery_id(event_id uuid, endpoint_id uuid) RETURNS uuid
  LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
  RETURN (substr(event_id::text, 1, 19) || substr(md5(event_id::text || endpoint_id::text), 1, 16))::uuid;

CREATE DOMAIN delivery_status_word AS text
  CONSTRAINT delivery_status_is_known CHECK (VALUE IN ('pending', 'delivered', 'exhausted', 'canceled'));
CREATE DOMAIN delivery_result_word AS text
  CONSTRAINT delivery_result_is_known CHECK (VALUE IN ('delivered', 'refused', 'failed'));

CREATE TABLE delivery (
  realm_id     bigint NOT NULL,
  id           uuid NOT NULL,
  endpoint_id  uuid NOT NULL,
  event_id     uuid NOT NULL,
  status       delivery_status_word NOT NULL,
  version      integer NOT NULL,
  attempts     integer NOT NULL,
  due_at       timestamptz,
  created_at   timestamptz NOT NULL,
  completed_at timestamptz,
  PRIMARY KEY (realm_id, id),
  CONSTRAINT delivery_is_due_until_completed CHECK ((status = 'pending') = (due_at IS NOT NULL) AND (due_at IS NULL) = (completed_at IS NOT NULL))
);
-- The endpoint is the first column, so that a scan for one endpoint skips the waiting deliveries of
-- others.
CREATE INDEX delivery_due ON delivery (endpoint_id, due_at) WHERE due_at IS NOT NULL;
CREATE INDEX delivery_by_endpoint ON delivery (endpoint_id, id);
-- An index for lists of rare statuses. delivery_due finds pending deliveries, and delivered ones
-- are common.
CREATE INDEX delivery_by_rare_status ON delivery (endpoint_id, status, id) WHERE status IN ('exhausted', 'canceled');
COMMENT ON COLUMN delivery.due_at IS 'Time of the next attempt or, while a node works on the delivery, the end of its lease. Null if the delivery is completed.';
COMMENT ON COLUMN delivery.version IS 'A number that increases whenever a node takes the delivery. It distinguishes one lease from the next.';
COMMENT ON COLUMN delivery.attempts IS 'Number of attempts in the current series of retries. A resend begins another series.';
COMMENT ON COLUMN delivery.status IS 'pending: due for an attempt. delivered: the endpoint responded with 2xx. exhausted: every retry failed. canceled: the endpoint was disabled or deleted, or the event no longer exists.';

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
COMMENT ON COLUMN delivery_attempt.version IS 'Version of the delivery when a node took it. A lease makes one attempt.';
COMMENT ON COLUMN delivery_attempt.result IS 'delivered: the receiver responded with 2xx. refused: it responded with another status. failed: it did not respond.';
COMMENT ON COLUMN delivery_attempt.response_body IS 'The first 4 KiB of the response body. Null if the receiver did not respond.';

-- Results of the deliveries to each endpoint by hour. Each node adds them up and writes them every
-- few seconds, outside of the transactions of deliveries.

CREATE TABLE endpoint_hour (
  realm_id    bigint NOT NULL,
  endpoint_id uuid NOT NULL,
  begins_at   timestamptz NOT NULL,
  delivered   integer NOT NULL,
  failed      integer NOT NULL,
  latencies   integer[] NOT NULL,
  PRIMARY KEY (realm_id, endpoint_id, begins_at),
  CONSTRAINT endpoint_hour_of_endpoint FOREIGN KEY (realm_id, endpoint_id) REFERENCES webhook_endpoint (realm_id, id) ON DELETE CASCADE,
  CONSTRAINT endpoint_hour_counts_something CHECK (least(delivered, failed) >= 0 AND delivered + failed > 0)
) WITH (fillfactor = 50);
COMMENT ON TABLE endpoint_hour IS 'Attempts by the hour (UTC) in which they began, of the last 8 days. If a node is killed, the attempts of its last few seconds are missing.';
COMMENT ON COLUMN endpoint_hour.latencies IS 'Number of responses in each bucket of LatencyBuckets, in the order of the buckets.';
