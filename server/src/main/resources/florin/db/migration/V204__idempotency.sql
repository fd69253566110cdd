-- Idempotency records, some of them with a provisional payment. Keys are random, so a new row can
-- go to any page of the index. The table is narrow, because after a checkpoint PostgreSQL logs each
-- page as a whole when it changes.

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

  -- The provisional payment, until Florin writes its rows.
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
-- EXTERNAL storage doesn't compress: for a value slightly over 2 KB, compression costs more than it
-- saves.
ALTER TABLE idempotency ALTER COLUMN draft SET STORAGE EXTERNAL;

CREATE INDEX idempotency_publishable ON idempotency (realm_id, created_at) WHERE publishable;
CREATE INDEX idempotency_sealed ON idempotency (realm_id, id) WHERE sealed_secret IS NOT NULL;
CREATE INDEX idempotency_drafts ON idempotency (drafted_at) WHERE draft IS NOT NULL;

COMMENT ON COLUMN idempotency.id IS '128 bits of an HMAC of the idempotency key. Florin stores neither the key nor the request.';
COMMENT ON COLUMN idempotency.publishable IS 'True if the request used a publishable key. The number of such records in a realm is limited, and Florin deletes the oldest first.';
COMMENT ON COLUMN idempotency.status IS 'HTTP status of the stored response. Null while the first request is in progress.';
COMMENT ON COLUMN idempotency.event_id IS 'The event whose data.object is the response body, with status 200. Florin keeps events longer than idempotency records. Null if the response is in body, or if no response is known yet.';
COMMENT ON COLUMN idempotency.sealed_secret IS 'A secret that belongs in the response body, sealed for resource_id: key version, dot, base64. Null if there is none.';
COMMENT ON COLUMN idempotency.secret_at IS 'Position in body at which Florin inserts the secret, in characters. Null if there is none.';
COMMENT ON COLUMN idempotency.draft IS 'The provisional payment resource_id, with the card number sealed. Until Florin writes the payment, event_id names the future event. Florin no longer needs the draft after that. Null if there is none.';
COMMENT ON COLUMN idempotency.drafted_at IS 'Start of the transaction that wrote the draft, by the clock of the database. No new draft can have a time before the start of the oldest running transaction. Null if there is no draft.';
COMMENT ON COLUMN idempotency.draft_key IS 'Version of the envelope key that seals the card number in the draft. Null if there is no card number.';

CREATE TABLE draft_mark (
  id      smallint PRIMARY KEY CHECK (id = 1),
  written timestamptz NOT NULL
) WITH (fillfactor = 50);
INSERT INTO draft_mark (id, written) VALUES (1, '-infinity');
COMMENT ON TABLE draft_mark IS 'Time before which every draft has its payment, so that recovery skips older drafts. It only increases, unless the clock of the database is set back.';
