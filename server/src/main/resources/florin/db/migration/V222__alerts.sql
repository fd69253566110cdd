-- What somebody has to look at.

CREATE TABLE alert (
  realm_id    bigint NOT NULL,
  kind        text NOT NULL,
  subject     text NOT NULL,
  raised_at   timestamptz NOT NULL,
  seen_at     timestamptz NOT NULL,
  ended_at    timestamptz,
  mail_due_at timestamptz,
  mail_tries  integer NOT NULL DEFAULT 0,
  PRIMARY KEY (realm_id, kind, subject),
  CONSTRAINT alert_that_ended_is_not_told CHECK (ended_at IS NULL OR mail_due_at IS NULL)
);
CREATE INDEX alert_mail_due ON alert (mail_due_at) WHERE mail_due_at IS NOT NULL;
CREATE INDEX alert_on ON alert (seen_at) WHERE ended_at IS NULL;
COMMENT ON COLUMN alert.subject IS 'The id of what it is about, as the interface has it.';
COMMENT ON COLUMN alert.seen_at IS 'When a node last saw that it is so. What is not seen any more has ended.';
COMMENT ON COLUMN alert.mail_due_at IS 'When owners and admins are told of it; while that is being done, the end of the lease of whoever does it.';

CREATE INDEX payment_disputed ON payment (id) WHERE provider ->> 'dispute' IS NOT NULL;
