-- The slots of idempotency keys, and in them the drafts of payments. Keys are random, so a row may go to any page of the index: the table is kept
-- narrow, since after a checkpoint each page that is touched goes into the log as a whole.

CREATE TABLE idempotency (
  realm_id      bigint NOT NULL,
  id            uuid NOT NULL,
  publishable   boolean NOT NULL DEFAULT false,
  fingerprint   uuid NOT NULL,
  resource_id   uuid NOT NULL,
  created_at    timestamptz NOT NULL,
  expires_at    timestamptz NOT NULL,

  -- the answer: of an event, or in full
  status        integer,
  event_id      uuid,
  body          text,
  sealed_secret text,
  secret_at     integer,

  -- the payment as it began, until its rows are written
  drafted_at    timestamptz,
  draft_key     integer,
  draft         text,

  PRIMARY KEY (realm_id, id),
  CONSTRAINT idempotency_answer_has_its_place CHECK (
    CASE
      WHEN status IS NULL THEN body IS NULL AND (draft IS NULL OR event_id IS NOT NULL)
      WHEN event_id IS NOT NULL THEN status = 200 AND body IS NULL
      ELSE body IS NOT NULL
    END
    AND (sealed_secret IS NULL) = (secret_at IS NULL)
    AND (sealed_secret IS NULL OR body IS NOT NULL)
    AND (draft IS NULL) = (drafted_at IS NULL))
) WITH (toast_tuple_target = 8160);
-- Not compressed where it is a little over 2 KB: that costs more than it saves.
ALTER TABLE idempotency ALTER COLUMN draft SET STORAGE EXTERNAL;

CREATE INDEX idempotency_publishable ON idempotency (realm_id, created_at) WHERE publishable;
CREATE INDEX idempotency_sealed ON idempotency (realm_id, id) WHERE sealed_secret IS NOT NULL;
CREATE INDEX idempotency_drafts ON idempotency (drafted_at) WHERE draft IS NOT NULL;

COMMENT ON COLUMN idempotency.id IS '128 bits of an HMAC of the key. Neither the key nor the request is kept.';
COMMENT ON COLUMN idempotency.publishable IS 'Taken with a publishable key. Those are bounded for each realm: the oldest go first.';
COMMENT ON COLUMN idempotency.status IS 'HTTP status of the stored answer; null while the first request is under way.';
COMMENT ON COLUMN idempotency.event_id IS 'The event whose data.object is the answer, which is 200. Events are kept longer than slots. Null where the answer is the body.';
COMMENT ON COLUMN idempotency.sealed_secret IS 'A secret that belongs into the answer, sealed for resource_id: key version, dot, base64.';
COMMENT ON COLUMN idempotency.secret_at IS 'Where in the body it belongs, in characters.';
COMMENT ON COLUMN idempotency.draft IS 'The payment resource_id as it began, the card number sealed; of no use any more once there is the payment. Until then event_id is the event that will answer.';
COMMENT ON COLUMN idempotency.drafted_at IS 'When the transaction that wrote the draft began, by the clock of the database: behind the oldest transaction that runs, no draft comes any more.';
COMMENT ON COLUMN idempotency.draft_key IS 'The envelope key that the card number in the draft is sealed under; null where there is none.';

CREATE TABLE draft_mark (
  id      smallint PRIMARY KEY CHECK (id = 1),
  written timestamptz NOT NULL
) WITH (fillfactor = 50);
INSERT INTO draft_mark (id, written) VALUES (1, '-infinity');
COMMENT ON TABLE draft_mark IS 'Drafts before this time need not be looked at any more: each has its payment. It moves on, unless the clock of the database is set back.';
