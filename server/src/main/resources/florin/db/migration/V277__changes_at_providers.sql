-- Florin records captures and refunds that people make in the dashboard of a provider.

ALTER DOMAIN refund_reason_word DROP CONSTRAINT refund_reason_is_known;
ALTER DOMAIN refund_reason_word ADD CONSTRAINT refund_reason_is_known
  CHECK (VALUE IN ('duplicate', 'fraudulent', 'requested_by_customer', 'bank_return', 'made_at_provider'));

ALTER TABLE refund ADD COLUMN provider_id text;
COMMENT ON COLUMN refund.provider_id IS 'The provider''s id of a refund that was made there. Null for a refund that Florin requested.';
CREATE UNIQUE INDEX refund_by_provider_id ON refund (realm_id, payment_id, provider_id) WHERE provider_id IS NOT NULL;

CREATE INDEX payment_differs_at_provider ON payment (id) WHERE provider ->> 'differs_at' IS NOT NULL;
