-- Most answers stand in an event already, which is written in the same commit: its data.object is the same bytes. Such a slot refers to the
-- event, so a payment's last commit writes a kilobyte less. What no event holds is kept as it was: payment methods, endpoints, refusals, declines.
ALTER TABLE idempotency
  ADD COLUMN event_id uuid,
  DROP CONSTRAINT IF EXISTS idempotency_secret_has_its_place,
  ADD CONSTRAINT idempotency_answer_has_its_place CHECK (
    CASE
      WHEN status IS NULL THEN body IS NULL AND event_id IS NULL
      WHEN event_id IS NOT NULL THEN status = 200 AND body IS NULL
      ELSE body IS NOT NULL
    END
    AND (sealed_secret IS NULL) = (secret_at IS NULL)
    AND (sealed_secret IS NULL OR body IS NOT NULL));

COMMENT ON COLUMN idempotency.event_id IS 'The event whose data.object is the answer, which is 200. Events are kept longer than slots. Null where the answer is the body.';
