-- Conditions that a person has to act on.

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
COMMENT ON COLUMN alert.subject IS 'Id of the object that the alert is about, as in the API.';
COMMENT ON COLUMN alert.seen_at IS 'Time at which a node last detected the condition. An alert ends when no node detects its condition.';
COMMENT ON COLUMN alert.mail_due_at IS 'Time at which Florin sends the mail to owners and admins or, while a node sends it, the end of its lease. Null if no mail is due.';
