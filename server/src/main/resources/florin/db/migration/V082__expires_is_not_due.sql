-- Due meant two things: to be asked about, and, of what waits for a payer or a capture, to be ended. Now it means the first.

ALTER TABLE attempt ADD COLUMN expires_at timestamptz;
UPDATE attempt
   SET expires_at = due_at
 WHERE due_at IS NOT NULL
   AND operation IN ('authorize', 'resume')
   AND status IN ('approved', 'requires_action');
COMMENT ON COLUMN attempt.due_at IS 'When recovery asks about it if nobody has settled it by then: it is the lease of whoever works on it. Null when there is nothing left to learn.';
COMMENT ON COLUMN attempt.expires_at IS 'When a wait for the payer or for a capture is over. It ends only then, and only after the network was asked.';

ALTER TABLE payment ADD COLUMN action_url text;
COMMENT ON COLUMN payment.action_url IS 'Where the payer is sent to act; null for a page of ours.';
