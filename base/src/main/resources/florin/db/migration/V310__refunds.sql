-- Refunds of payments.

CREATE DOMAIN refund_status_word AS text
  CONSTRAINT refund_status_is_known CHECK (VALUE IN ('pending', 'succeeded', 'failed', 'canceled'));
CREATE DOMAIN refund_reason_word AS text
  CONSTRAINT refund_reason_is_known CHECK (VALUE IN ('duplicate', 'fraudulent', 'requested_by_customer', 'bank_return', 'made_at_provider'));
CREATE DOMAIN refund_failure_word AS text
  CONSTRAINT refund_failure_is_known CHECK (VALUE IN ('declined', 'expired_or_canceled_card', 'lost_or_stolen_card', 'returned', 'other_amount', 'unknown'));

CREATE TABLE refund (
  realm_id       bigint NOT NULL,
  id             uuid NOT NULL,
  payment_id     uuid NOT NULL,
  version        integer NOT NULL,
  sequence       integer NOT NULL,
  status         refund_status_word NOT NULL,
  amount         bigint NOT NULL,
  currency       currency_code NOT NULL,
  reason         refund_reason_word,
  failure_reason refund_failure_word,
  metadata       jsonb,
  bank_account   jsonb,
  provider_id    text,
  created_at     timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id),
  CONSTRAINT refund_amount_in_range CHECK (amount BETWEEN 1 AND 999999999999),
  CONSTRAINT refund_failed_says_why CHECK ((status = 'failed') = (failure_reason IS NOT NULL))
);
-- realm_id is not the first column: see attempt_by_payment.
CREATE INDEX refund_by_payment ON refund (payment_id, id);
-- Succeeded refunds are common, so a list of them walks the primary key.
CREATE INDEX refund_by_rare_status ON refund (status, realm_id, id) WHERE status <> 'succeeded';
CREATE UNIQUE INDEX refund_by_provider_id ON refund (realm_id, payment_id, provider_id) WHERE provider_id IS NOT NULL;
COMMENT ON TABLE refund IS 'Refunds of payments. The pending refunds of a payment add up to payment.amount_refund_pending, the succeeded ones to payment.amount_refunded. One commit changes the refund and the payment.';
COMMENT ON COLUMN refund.bank_account IS 'The data that Florin may show of the account to which a bank transfer refund goes. Null for other refunds.';
COMMENT ON COLUMN refund.provider_id IS 'The provider''s id of a refund that was made there. Null for a refund that Florin requested.';
