-- Refunds: what was given back of a payment, or is being.

CREATE TABLE refund (
  realm_id       bigint NOT NULL,
  id             uuid NOT NULL,
  payment_id     uuid NOT NULL,
  version        integer NOT NULL,
  sequence       integer NOT NULL,
  status         text NOT NULL CHECK (status IN ('pending', 'succeeded', 'failed', 'canceled')),
  amount         bigint NOT NULL,
  currency       text NOT NULL CHECK (currency ~ '^[a-z]{3}$'),
  reason         text CHECK (reason IN ('duplicate', 'fraudulent', 'requested_by_customer')),
  failure_reason text CHECK (failure_reason IN ('declined', 'expired_or_canceled_card', 'lost_or_stolen_card', 'unknown')),
  metadata       jsonb,
  created_at     timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id),
  CONSTRAINT refund_amount_in_range CHECK (amount BETWEEN 1 AND 999999999999),
  CONSTRAINT refund_failed_says_why CHECK ((status = 'failed') = (failure_reason IS NOT NULL))
) WITH (fillfactor = 70);

-- Not led by realm_id: see attempt_by_payment.
CREATE INDEX refund_by_payment ON refund (payment_id, id);

CREATE UNIQUE INDEX attempt_one_for_a_refund ON attempt (refund_id) WHERE refund_id IS NOT NULL;
COMMENT ON INDEX attempt_one_for_a_refund IS 'A refund is never sent under a second reference: the payer could get it twice.';
COMMENT ON TABLE refund IS 'The sum of the pending ones is payment.amount_refund_pending, of the succeeded ones payment.amount_refunded: the same commit changes both.';
