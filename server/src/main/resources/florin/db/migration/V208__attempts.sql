-- What was asked of networks for payments and refunds, and what came of it.

CREATE DOMAIN operation_word AS text
  CONSTRAINT operation_is_known CHECK (VALUE IN ('authorize', 'resume', 'capture', 'cancel', 'reverse', 'refund'));
CREATE DOMAIN attempt_status_word AS text
  CONSTRAINT attempt_status_is_known CHECK (VALUE IN ('begun', 'pending', 'unknown', 'approved', 'declined', 'not_sent', 'requires_action', 'reversing', 'reversed', 'abandoned'));
CREATE DOMAIN resolution_word AS text
  CONSTRAINT resolution_is_known CHECK (VALUE IN ('answer', 'inquiry', 'reversal', 'retry'));
CREATE DOMAIN connector_reference AS text
  CONSTRAINT connector_reference_is_short CHECK (octet_length(VALUE) <= 255);

CREATE TABLE attempt (
  realm_id               bigint NOT NULL,
  id                     uuid NOT NULL,
  payment_id             uuid NOT NULL,
  operation              operation_word NOT NULL,
  authorization_id       uuid,
  refund_id              uuid,
  version                integer NOT NULL,
  status                 attempt_status_word NOT NULL,
  connector              text NOT NULL,
  connector_kind         text NOT NULL,
  amount                 bigint NOT NULL,

  -- who works on it, and when somebody else looks
  node                   uuid NOT NULL,
  boot                   uuid NOT NULL,
  due_at                 timestamptz,
  expires_at             timestamptz,
  checked                integer NOT NULL DEFAULT 0,

  idempotency_id         uuid,
  request_id             uuid,
  created_at             timestamptz NOT NULL,

  -- what came of it
  network_response_code  text,
  network_transaction_id text,
  connector_reference    connector_reference,
  resolved_by            resolution_word,
  resolved_at            timestamptz,
  amount_approved        bigint,
  currency_approved      text,

  PRIMARY KEY (realm_id, id),
  CONSTRAINT attempt_amount_is_positive CHECK (amount > 0),
  CONSTRAINT attempt_approved_not_negative CHECK (amount_approved >= 0),
  CONSTRAINT attempt_approved_is_money CHECK ((amount_approved IS NULL) = (currency_approved IS NULL)),
  -- What follows an authorisation names it, what is of a refund names that, and what is open is looked at again.
  CONSTRAINT attempt_is_consistent CHECK (
    (authorization_id IS NULL) = (operation = 'authorize')
    AND (refund_id IS NULL) = (operation <> 'refund')
    AND (due_at IS NOT NULL OR status <> ALL ('{begun,pending,unknown,reversing}')))
);
-- Not led by realm_id: an update by (realm_id, id) that was planned on an empty table would take such an index for as good as the key.
CREATE INDEX attempt_by_payment ON attempt (payment_id);
CREATE INDEX attempt_due ON attempt (due_at) WHERE due_at IS NOT NULL;
-- What is processing has an attempt that is open, and few have at any time.
CREATE INDEX attempt_open ON attempt (payment_id, realm_id) WHERE status IN ('begun', 'pending', 'unknown', 'reversing');
CREATE UNIQUE INDEX attempt_one_for_a_refund ON attempt (refund_id) WHERE refund_id IS NOT NULL;

COMMENT ON COLUMN attempt.id IS 'Our reference for this operation at the network.';
COMMENT ON COLUMN attempt.authorization_id IS 'The reference of the authorisation that the operation goes on with, takes, gives back or undoes.';
COMMENT ON COLUMN attempt.due_at IS 'When recovery asks about it if nobody has resolved it by then: it is the lease of whoever works on it. Null when there is nothing left to learn.';
COMMENT ON COLUMN attempt.expires_at IS 'When a wait for the payer or for a capture is over. It ends only then, and only after the network was asked.';
COMMENT ON COLUMN attempt.network_transaction_id IS 'The card scheme''s name for an approved authorisation, which later charges of the card refer to.';
COMMENT ON COLUMN attempt.connector_reference IS 'The network''s own name for an approved operation, which an acquirer wants to be quoted.';
COMMENT ON COLUMN attempt.amount_approved IS 'Only where it is not what was asked for: an authorisation is reversed then, a capture or refund stays open.';
COMMENT ON INDEX attempt_one_for_a_refund IS 'A refund is never sent under a second reference: the payer could get it twice.';
