-- Idempotency records. Keys are random, so a new row can go to any page of the index. The table is
-- narrow, because after a checkpoint PostgreSQL logs each page as a whole when it changes.

CREATE TABLE idempotency (
  realm_id      bigint NOT NULL,
  id            uuid NOT NULL,
  publishable   boolean NOT NULL DEFAULT false,
  fingerprint   uuid NOT NULL,
  resource_id   uuid NOT NULL,
  created_at    timestamptz NOT NULL,
  expires_at    timestamptz NOT NULL,

  -- The response: a reference to an event, or the full body.
  status        integer,
  event_id      uuid,
  body          text,
  sealed_secret text,
  secret_at     integer,

  PRIMARY KEY (realm_id, id),
  CONSTRAINT idempotency_answer_has_its_place CHECK (
    CASE
      WHEN status IS NULL THEN body IS NULL AND event_id IS NULL
      WHEN event_id IS NOT NULL THEN status = 200 AND body IS NULL
      ELSE body IS NOT NULL
    END
    AND (sealed_secret IS NULL) = (secret_at IS NULL)
    AND (sealed_secret IS NULL OR body IS NOT NULL))
) WITH (fillfactor = 50); -- space for the response, which the finish of each payment writes

CREATE INDEX idempotency_publishable ON idempotency (realm_id, created_at) WHERE publishable;
CREATE INDEX idempotency_sealed ON idempotency (realm_id, id) WHERE sealed_secret IS NOT NULL;

COMMENT ON COLUMN idempotency.id IS '128 bits of an HMAC of the idempotency key. Florin stores neither the key nor the request.';
COMMENT ON COLUMN idempotency.publishable IS 'True if the request used a publishable key. The number of such records in a realm is limited, and Florin deletes the oldest first.';
COMMENT ON COLUMN idempotency.status IS 'HTTP status of the stored response. Null while the first request is in progress.';
COMMENT ON COLUMN idempotency.event_id IS 'The event whose data.object is the response body, with status 200. Florin keeps events longer than idempotency records. Null if the response is in body, or if no response is known yet.';
COMMENT ON COLUMN idempotency.sealed_secret IS 'A secret that belongs in the response body, encrypted for resource_id: key version, dot, base64. Null if there is none.';
COMMENT ON COLUMN idempotency.secret_at IS 'Position in body at which Florin inserts the secret, in characters. Null if there is none.';
