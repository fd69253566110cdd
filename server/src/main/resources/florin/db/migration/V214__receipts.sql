-- Receipts by e-mail: each is written in the commit by which its payment succeeds, and sent afterwards.

CREATE TABLE receipt_mail (
  realm_id   bigint NOT NULL,
  payment_id uuid NOT NULL,
  recipient  text NOT NULL,
  status     text NOT NULL DEFAULT 'waiting' CHECK (status IN ('waiting', 'sent', 'refused', 'given_up')),
  tries      integer NOT NULL DEFAULT 0,
  due_at     timestamptz,
  last_error text,
  created_at timestamptz NOT NULL,
  completed_at timestamptz,
  PRIMARY KEY (realm_id, payment_id),
  CONSTRAINT receipt_mail_is_due_until_completed CHECK ((status = 'waiting') = (due_at IS NOT NULL) AND (status = 'waiting') = (completed_at IS NULL))
);
CREATE INDEX receipt_mail_due ON receipt_mail (due_at) WHERE due_at IS NOT NULL;
COMMENT ON COLUMN receipt_mail.due_at IS 'When it is tried next; while it is being sent, the end of the lease of whoever sends it.';
COMMENT ON COLUMN receipt_mail.tries IS 'Begun ones. It is also what tells one lease from the next.';
COMMENT ON COLUMN receipt_mail.status IS 'refused: the mail server says that there is no such mailbox. given_up: every try has failed.';
