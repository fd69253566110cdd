-- Receipts by email. The commit in which a payment succeeds writes its receipt. Florin sends the
-- mail afterwards.

CREATE TABLE receipt_mail (
  realm_id     bigint NOT NULL,
  payment_id   uuid NOT NULL,
  recipient    text NOT NULL,
  status       text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'sent', 'refused', 'given_up')),
  tries        integer NOT NULL DEFAULT 0,
  repeats      integer NOT NULL DEFAULT 0 CONSTRAINT receipt_mail_repeats_are_few CHECK (repeats BETWEEN 0 AND 10),
  due_at       timestamptz,
  last_error   text,
  created_at   timestamptz NOT NULL,
  completed_at timestamptz,
  PRIMARY KEY (realm_id, payment_id),
  CONSTRAINT receipt_mail_is_due_until_completed CHECK ((status = 'waiting') = (due_at IS NOT NULL) AND (status = 'waiting') = (completed_at IS NULL))
);
CREATE INDEX receipt_mail_due ON receipt_mail (due_at) WHERE due_at IS NOT NULL;
COMMENT ON COLUMN receipt_mail.due_at IS 'Time of the next try or, while a node sends the mail, the end of its lease. Null if the mail is completed.';
COMMENT ON COLUMN receipt_mail.tries IS 'Number of tries that have begun. It distinguishes one lease from the next.';
COMMENT ON COLUMN receipt_mail.repeats IS 'Number of requested resends. Each resend is a separate mail.';
COMMENT ON COLUMN receipt_mail.status IS 'waiting: due for a try. sent: the mail server accepted the mail. refused: the mail server reports that the mailbox does not exist. given_up: every try failed.';
