-- Attempts that card schemes count: see docs/decisions/055-retry-guard.md.

CREATE TABLE card_retry (
  realm_id   bigint NOT NULL,
  id         uuid NOT NULL,
  never      boolean NOT NULL,
  tries      uuid[] NOT NULL,
  changed_at timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id),
  CONSTRAINT card_retry_tries_are_bounded CHECK (cardinality(tries) <= 64)
);
CREATE INDEX card_retry_by_change ON card_retry (changed_at) WHERE NOT never;

COMMENT ON TABLE card_retry IS 'Cards that were declined, and the payments since then that count as attempts at the card scheme.';
COMMENT ON COLUMN card_retry.id IS 'A hash of the card''s fingerprint, or of the payment method of a card that a provider keeps, and of what the scheme counts apart.';
COMMENT ON COLUMN card_retry.never IS 'True if the scheme forbids any further attempt.';
COMMENT ON COLUMN card_retry.tries IS 'Payments that were declined, or have begun since the first decline. Their ids contain their times. One that turned out to be approved no longer counts.';
