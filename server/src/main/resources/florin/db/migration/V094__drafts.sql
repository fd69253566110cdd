-- A payment that goes its usual way is written once, when its outcome is known. Until then all there is of it is its draft, in the slot of its
-- idempotency key (or a slot of its own): one row, one commit before the network is asked. Whoever finds a draft without its payment, after a
-- crash or because the network takes long, writes the payment as it began, and goes on from there.
ALTER TABLE idempotency
  ADD COLUMN draft text,
  ADD COLUMN drafted_at timestamptz,
  ADD COLUMN draft_key integer,
  DROP CONSTRAINT idempotency_answer_has_its_place,
  ADD CONSTRAINT idempotency_answer_has_its_place CHECK (
    CASE
      WHEN status IS NULL THEN body IS NULL AND (draft IS NULL OR event_id IS NOT NULL)
      WHEN event_id IS NOT NULL THEN status = 200 AND body IS NULL
      ELSE body IS NOT NULL
    END
    AND (sealed_secret IS NULL) = (secret_at IS NULL)
    AND (sealed_secret IS NULL OR body IS NOT NULL)
    AND (draft IS NULL) = (drafted_at IS NULL));
COMMENT ON COLUMN idempotency.draft IS 'The payment resource_id as it began, the card number sealed; of no use any more once there is the payment. Until then event_id is the event that will answer.';
COMMENT ON COLUMN idempotency.drafted_at IS 'When the transaction that wrote the draft began, by the clock of the database: behind the oldest transaction that runs, no draft comes any more.';
COMMENT ON COLUMN idempotency.draft_key IS 'The envelope key that the card number in the draft is sealed under; null where there is none.';

-- Not compressed where it is a little over 2 KB: that costs more than it saves.
ALTER TABLE idempotency SET (toast_tuple_target = 8160);
ALTER TABLE idempotency ALTER COLUMN draft SET STORAGE EXTERNAL;

CREATE INDEX idempotency_drafts ON idempotency (drafted_at) WHERE draft IS NOT NULL;

-- Up to where every draft has its payment.
CREATE TABLE draft_mark (
  id      smallint PRIMARY KEY CHECK (id = 1),
  written timestamptz NOT NULL
) WITH (fillfactor = 50);
INSERT INTO draft_mark (id, written) VALUES (1, '-infinity');
COMMENT ON TABLE draft_mark IS 'Drafts before this time need not be looked at any more: each has its payment. It moves on, unless the clock of the database is set back.';

-- As what the rows of a claim are sent: see the script before.
CREATE TYPE idempotency_claim_row AS (
  realm_id bigint, id uuid, publishable boolean, fingerprint uuid, resource_id uuid, status integer, body text, event_id uuid,
  sealed_secret text, secret_at integer, created_at timestamptz, expires_at timestamptz, draft text, draft_key integer);
