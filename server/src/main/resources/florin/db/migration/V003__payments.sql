-- Payments by card, what was asked of the network for them, and what is committed together with them.

CREATE TABLE payment_method (
  realm_id      bigint NOT NULL,
  id            uuid NOT NULL,
  type          text NOT NULL CHECK (type = 'card'),
  brand         text NOT NULL,
  last4         text NOT NULL,
  exp_month     integer NOT NULL,
  exp_year      integer NOT NULL,
  funding       text NOT NULL CHECK (funding IN ('credit', 'debit', 'prepaid', 'unknown')),
  fingerprint   text,
  vault_version integer,
  vault_pan     bytea,
  created_at    timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id),
  CONSTRAINT payment_method_pan_has_version CHECK ((vault_pan IS NULL) = (vault_version IS NULL))
);
COMMENT ON COLUMN payment_method.vault_pan IS 'The card number, AES-256-GCM under a key derived for this row; null when it was no card number (it failed its check digit) or has been erased.';

CREATE TABLE payment (
  realm_id              bigint NOT NULL,
  id                    uuid NOT NULL,
  version               integer NOT NULL,
  sequence              integer NOT NULL,
  status                text NOT NULL CHECK (status IN ('requires_action', 'processing', 'requires_capture', 'succeeded', 'failed', 'canceled')),
  pending_operation     text CHECK (pending_operation IN ('authorize', 'resume', 'capture', 'cancel')),
  amount                bigint NOT NULL,
  currency              text NOT NULL CHECK (currency ~ '^[a-z]{3}$'),
  amount_capturable     bigint NOT NULL DEFAULT 0,
  amount_captured       bigint NOT NULL DEFAULT 0,
  amount_refunded       bigint NOT NULL DEFAULT 0,
  amount_refund_pending bigint NOT NULL DEFAULT 0,
  capture_method        text NOT NULL CHECK (capture_method IN ('automatic', 'manual')),
  customer_id           uuid,
  description           text,
  metadata              jsonb,
  receipt_email         text,
  statement_descriptor  text,
  payment_method_id     uuid NOT NULL,
  card_brand            text NOT NULL,
  card_last4            text NOT NULL,
  card_exp_month        integer NOT NULL,
  card_exp_year         integer NOT NULL,
  card_funding          text NOT NULL,
  card_fingerprint      text,
  connector             text NOT NULL,
  failure_code          text,
  failure_decline_code  text,
  failure_message       text,
  failure_advice        text,
  check_cvc             text,
  check_address_line1   text,
  check_postal_code     text,
  network_response_code text,
  risk_level            text,
  created_at            timestamptz NOT NULL,
  captured_at           timestamptz,
  canceled_at           timestamptz,
  cancellation_reason   text,
  PRIMARY KEY (realm_id, id),
  CONSTRAINT payment_amount_in_range CHECK (amount BETWEEN 1 AND 999999999999),
  CONSTRAINT payment_amounts_not_negative CHECK (amount_capturable >= 0 AND amount_captured >= 0 AND amount_refunded >= 0 AND amount_refund_pending >= 0),
  CONSTRAINT payment_captured_within_authorised CHECK (amount_captured + amount_capturable <= amount),
  CONSTRAINT payment_refunded_within_captured CHECK (amount_refunded + amount_refund_pending <= amount_captured),
  CONSTRAINT payment_money_only_where_status_says_so CHECK (
    CASE status
      WHEN 'succeeded' THEN amount_captured > 0 AND amount_capturable = 0 AND captured_at IS NOT NULL
      WHEN 'requires_capture' THEN amount_captured = 0 AND amount_capturable > 0
      WHEN 'processing' THEN amount_captured = 0
      ELSE amount_captured = 0 AND amount_capturable = 0
    END),
  CONSTRAINT payment_failed_says_why CHECK ((status = 'failed') = (failure_code IS NOT NULL)),
  CONSTRAINT payment_live_is_not_simulated CHECK (connector <> 'simulator' OR realm_id % 2 = 0)
) WITH (fillfactor = 70);
COMMENT ON COLUMN payment.realm_id IS 'Odd realms are live: a live payment on the simulator cannot be stored.';

CREATE TABLE attempt (
  realm_id              bigint NOT NULL,
  id                    uuid NOT NULL,
  payment_id            uuid NOT NULL,
  operation             text NOT NULL CHECK (operation IN ('authorize', 'resume', 'capture', 'cancel', 'reverse')),
  version               integer NOT NULL,
  status                text NOT NULL CHECK (status IN ('begun', 'pending', 'unknown', 'approved', 'declined', 'not_sent', 'requires_action', 'reversing', 'reversed', 'abandoned')),
  connector             text NOT NULL,
  amount                bigint NOT NULL CHECK (amount > 0),
  node                  uuid NOT NULL,
  boot                  uuid NOT NULL,
  due_at                timestamptz,
  checked               integer NOT NULL DEFAULT 0,
  idempotency_id        uuid,
  request_id            uuid,
  network_response_code text,
  resolved_by           text CHECK (resolved_by IN ('answer', 'inquiry', 'reversal', 'retry')),
  created_at            timestamptz NOT NULL,
  resolved_at           timestamptz,
  PRIMARY KEY (realm_id, id),
  CONSTRAINT attempt_open_is_looked_at CHECK (status NOT IN ('begun', 'pending', 'unknown', 'reversing') OR due_at IS NOT NULL)
) WITH (fillfactor = 70);
-- Not led by realm_id: an update by (realm_id, id) that was planned on an empty table would take such an index for as good as the key.
CREATE INDEX attempt_by_payment ON attempt (payment_id);
CREATE INDEX attempt_due ON attempt (due_at) WHERE due_at IS NOT NULL;
COMMENT ON COLUMN attempt.id IS 'Our reference for this operation at the network.';
COMMENT ON COLUMN attempt.due_at IS 'When recovery looks at it if nobody has settled it by then: it is the lease of whoever works on it. Null when there is nothing left to learn.';

CREATE TABLE idempotency (
  realm_id    bigint NOT NULL,
  id          uuid NOT NULL,
  fingerprint uuid NOT NULL,
  resource_id uuid NOT NULL,
  status      integer,
  body        text,
  created_at  timestamptz NOT NULL,
  expires_at  timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id)
) WITH (fillfactor = 70);
COMMENT ON COLUMN idempotency.id IS '128 bits of an HMAC of the key. Neither the key nor the request is kept.';
COMMENT ON COLUMN idempotency.status IS 'HTTP status of the stored answer; null while the first request is under way.';

CREATE TABLE event (
  realm_id   bigint NOT NULL,
  id         uuid NOT NULL,
  type       text NOT NULL,
  object_id  uuid NOT NULL,
  sequence   integer NOT NULL,
  body       text NOT NULL,
  position   xid8 NOT NULL DEFAULT pg_current_xact_id(),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id)
);
CREATE INDEX event_by_object ON event (object_id, id);
COMMENT ON COLUMN event.body IS 'The bytes that every reader gets: rendered once, ASCII only.';
COMMENT ON COLUMN event.position IS 'The transaction that wrote it. A reader that goes by (position, id) and stays below pg_snapshot_xmin misses nothing, though ids are made before they commit.';
