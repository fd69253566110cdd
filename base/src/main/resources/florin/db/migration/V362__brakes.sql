-- The brakes on card testing that are or were engaged, and what they stopped.

ALTER TABLE browser_try ADD COLUMN charged boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN browser_try.charged IS 'Whether a network has approved the card since.';

CREATE TABLE brake (
  realm_id       bigint NOT NULL,
  id             uuid NOT NULL,
  subject_kind   text NOT NULL,
  subject        text NOT NULL,
  step           text NOT NULL,
  declined       integer NOT NULL,
  cards          integer NOT NULL,
  stopped        bigint NOT NULL,
  told           boolean NOT NULL,
  engaged_until  timestamptz NOT NULL,
  released_at    timestamptz,
  release_reason text,
  created_at     timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id),
  CONSTRAINT brake_subject_kind_is_known CHECK (subject_kind IN (
    'address', 'network', 'card', 'bin', 'email_domain', 'customer', 'checkout_session', 'publishable_key', 'account')),
  CONSTRAINT brake_step_is_known CHECK (step IN ('slow', 'prove', 'close')),
  CONSTRAINT brake_counts_not_negative CHECK (declined >= 0 AND cards >= 0 AND stopped >= 0),
  CONSTRAINT brake_release_has_reason CHECK ((released_at IS NULL) = (release_reason IS NULL)),
  CONSTRAINT brake_release_reason_is_known CHECK (release_reason IN ('expired', 'requested'))
);
CREATE UNIQUE INDEX brake_engaged_once ON brake (realm_id, subject_kind, subject) WHERE released_at IS NULL;
CREATE INDEX brake_by_end ON brake (engaged_until) WHERE released_at IS NULL;
CREATE INDEX brake_by_release ON brake (released_at) WHERE released_at IS NOT NULL;
COMMENT ON TABLE brake IS 'One row for each time at which the brake on card testing stopped a source of cards. It is deleted 29 days after its release.';
COMMENT ON COLUMN brake.subject IS 'The address, network, fingerprint or other value whose cards are counted. Empty for the account.';
COMMENT ON COLUMN brake.step IS 'The strictest step that it has taken.';
COMMENT ON COLUMN brake.declined IS 'The declined cards of the subject when it last stopped one.';
COMMENT ON COLUMN brake.stopped IS 'The requests that it slowed, asked for a proof, or refused.';
COMMENT ON COLUMN brake.told IS 'Whether it has events. The number of events in an hour is limited.';
COMMENT ON COLUMN brake.engaged_until IS 'When it ends at the latest, if no further card of the subject is declined.';

CREATE TABLE brake_count (
  realm_id     bigint NOT NULL,
  id           uuid NOT NULL,
  subject_kind text NOT NULL,
  step         text NOT NULL,
  requests     bigint NOT NULL,
  payers       bigint NOT NULL,
  begins_at    timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id),
  CONSTRAINT brake_count_not_negative CHECK (requests >= 0 AND payers >= 0)
);
CREATE INDEX brake_count_by_time ON brake_count (begins_at);
COMMENT ON TABLE brake_count IS 'What the brake on card testing stopped in an hour. Each node adds its counts once a second. It is deleted after 29 days.';
COMMENT ON COLUMN brake_count.id IS 'A hash of the hour, the kind of subject and the step.';
COMMENT ON COLUMN brake_count.payers IS 'Different addresses. Each node counts an address once a day.';
