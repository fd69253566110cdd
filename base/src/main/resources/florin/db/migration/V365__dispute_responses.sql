-- The merchant's response to a dispute: written before it is sent, so that it is sent once.

ALTER TABLE dispute
  ADD COLUMN response           text CONSTRAINT dispute_response_is_known CHECK (response IN ('evidence', 'acceptance')),
  ADD COLUMN response_id        uuid,
  ADD COLUMN response_status    text CONSTRAINT dispute_response_status_is_known CHECK (response_status IN ('sending', 'sent', 'failed')),
  ADD COLUMN response_at        timestamptz,
  ADD COLUMN response_due_at    timestamptz,
  ADD COLUMN response_tries     integer CONSTRAINT dispute_response_tries_not_negative CHECK (response_tries >= 0),
  ADD COLUMN response_answer_id uuid,
  ADD CONSTRAINT dispute_response_is_whole CHECK (
    num_nulls(response, response_id, response_status, response_at, response_tries) IN (0, 5)
    AND (response_status IS NOT DISTINCT FROM 'sending') = (response_due_at IS NOT NULL));
CREATE INDEX dispute_response_due ON dispute (response_due_at) WHERE response_due_at IS NOT NULL;

COMMENT ON COLUMN dispute.response IS 'What the merchant responds. Null before the response.';
COMMENT ON COLUMN dispute.response_id IS 'Florin''s reference of the response at the provider, also after a crash.';
COMMENT ON COLUMN dispute.response_due_at IS 'When recovery asks the provider whether the response has arrived. Null once that is known.';
COMMENT ON COLUMN dispute.response_answer_id IS 'The idempotency record that waits for the outcome.';
