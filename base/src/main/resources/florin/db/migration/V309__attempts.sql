-- Operations that Florin requested from networks for payments and refunds, with their outcomes.

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

  -- The node that works on the attempt, and the time at which another node takes over.
  node                   uuid NOT NULL,
  boot                   uuid NOT NULL,
  due_at                 timestamptz,
  expires_at             timestamptz,
  checked                integer NOT NULL DEFAULT 0,

  idempotency_id         uuid,
  request_id             uuid,
  created_at             timestamptz NOT NULL,

  -- The outcome.
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
  -- An operation that follows an authorization refers to it. An operation of a refund refers to the
  -- refund. An open attempt has a time at which recovery checks it, and any other attempt records
  -- how and when its outcome became known.
  CONSTRAINT attempt_is_consistent CHECK (
    (authorization_id IS NULL) = (operation = 'authorize')
    AND (refund_id IS NULL) = (operation <> 'refund')
    AND (due_at IS NOT NULL OR status <> ALL ('{begun,pending,unknown,reversing}'))
    AND (resolved_at IS NULL) = (resolved_by IS NULL)
    AND (resolved_at IS NOT NULL OR status <> ALL ('{approved,declined,not_sent,requires_action,reversed,abandoned}')))
);
-- realm_id is not the first column. Otherwise an update by (realm_id, id) that was planned on an
-- empty table could use this index in place of the primary key.
CREATE INDEX attempt_by_payment ON attempt (payment_id);
CREATE INDEX attempt_due ON attempt (due_at) WHERE due_at IS NOT NULL;
-- A payment in processing has an open attempt. Few attempts are open at any time.
CREATE INDEX attempt_open ON attempt (payment_id, realm_id) WHERE status IN ('begun', 'pending', 'unknown', 'reversing');
-- Unique within a realm, so that a server with some of the realms can enforce it alone. realm_id is
-- the last column: see attempt_by_payment.
CREATE UNIQUE INDEX attempt_one_for_a_refund ON attempt (refund_id, realm_id) WHERE refund_id IS NOT NULL;

COMMENT ON COLUMN attempt.id IS 'Florin''s reference for this operation at the network.';
COMMENT ON COLUMN attempt.authorization_id IS 'The attempt of the authorization that this operation resumes, captures, cancels, reverses or refunds. Null for an authorization.';
COMMENT ON COLUMN attempt.due_at IS 'Time at which recovery queries the network if the outcome is still missing. It is the lease of the node that works on the attempt. Null if there is nothing left to query.';
COMMENT ON COLUMN attempt.expires_at IS 'End of the wait for the payer or for a capture. Florin ends the wait only after this time, and only after it has queried the network. Null if there is no such wait.';
COMMENT ON COLUMN attempt.network_transaction_id IS 'The card scheme''s name for an approved authorization, to which later charges of the card refer. Null if there is none.';
COMMENT ON COLUMN attempt.connector_reference IS 'The network''s own name for an approved operation, which an acquirer asks for. Null if there is none.';
COMMENT ON COLUMN attempt.amount_approved IS 'Approved amount in minor units, if it differs from the requested amount. Florin then reverses an authorization, and keeps a capture or refund open. Null if the amounts are equal or nothing is approved.';
COMMENT ON INDEX attempt_one_for_a_refund IS 'Prevents a second reference for a refund, with which the payer could get the money twice.';

CREATE VIEW attempt_payment AS
SELECT realm_id, id, payment_id
  FROM attempt;
COMMENT ON VIEW attempt_payment IS 'The payment of an attempt, for connectors, which know attempts.';

CREATE VIEW attempt_activity AS
SELECT realm_id, id, payment_id, due_at IS NOT NULL AS is_open, coalesce(resolved_at, created_at) AS last_at
  FROM attempt;
COMMENT ON VIEW attempt_activity IS 'Whether recovery still checks an attempt, and the time of its last change.';
