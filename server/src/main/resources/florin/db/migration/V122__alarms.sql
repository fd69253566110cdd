-- What somebody has to look at.

CREATE TABLE alarm (
  realm_id    bigint NOT NULL,
  kind        text NOT NULL,
  subject     text NOT NULL,
  raised_at   timestamptz NOT NULL,
  seen_at     timestamptz NOT NULL,
  ended_at    timestamptz,
  mail_due_at timestamptz,
  mail_tries  integer NOT NULL DEFAULT 0,
  PRIMARY KEY (realm_id, kind, subject),
  CONSTRAINT alarm_that_ended_is_not_told CHECK (ended_at IS NULL OR mail_due_at IS NULL)
);
CREATE INDEX alarm_mail_due ON alarm (mail_due_at) WHERE mail_due_at IS NOT NULL;
CREATE INDEX alarm_on ON alarm (seen_at) WHERE ended_at IS NULL;
COMMENT ON COLUMN alarm.subject IS 'The id of what it is about, as the interface has it.';
COMMENT ON COLUMN alarm.seen_at IS 'When a node last saw that it is so. What is not seen any more has ended.';
COMMENT ON COLUMN alarm.mail_due_at IS 'When owners and admins are told of it; while that is being done, the end of the lease of whoever does it.';

CREATE INDEX payment_disputed ON payment (id) WHERE provider ->> 'dispute' IS NOT NULL;
