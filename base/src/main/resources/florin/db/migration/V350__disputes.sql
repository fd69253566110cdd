-- Disputes: the payers' claims, through their banks, to get the money of payments back.

CREATE TABLE dispute (
  realm_id            bigint NOT NULL,
  id                  uuid NOT NULL,
  version             integer NOT NULL,
  sequence            integer NOT NULL,
  payment_id          uuid NOT NULL,
  connector           text NOT NULL,
  connector_kind      text NOT NULL,
  provider_id         text NOT NULL,
  status              text NOT NULL CONSTRAINT dispute_status_is_known CHECK (status IN (
                        'inquiry', 'needs_response', 'submitted', 'under_review', 'second_round', 'won', 'lost', 'accepted', 'expired', 'prevented')),
  provider_status     text NOT NULL CONSTRAINT dispute_provider_status_is_known CHECK (provider_status IN (
                        'warning_needs_response', 'warning_under_review', 'warning_closed', 'needs_response', 'under_review',
                        'appeal_needs_response', 'appeal_under_review', 'won', 'lost', 'prevented')),
  amount              bigint CONSTRAINT dispute_amount_not_negative CHECK (amount >= 0),
  currency            currency_code,
  reason              text NOT NULL,
  network_reason_code text,
  due_by              timestamptz,
  updated_at          timestamptz NOT NULL,
  closed_at           timestamptz,
  created_at          timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id),
  CONSTRAINT dispute_payment_exists FOREIGN KEY (realm_id, payment_id) REFERENCES payment (realm_id, id),
  CONSTRAINT dispute_amount_has_currency CHECK ((amount IS NULL) = (currency IS NULL)),
  CONSTRAINT dispute_closed_has_time CHECK ((status IN ('won', 'lost', 'accepted', 'expired', 'prevented')) = (closed_at IS NOT NULL))
);
CREATE UNIQUE INDEX dispute_of_payment ON dispute (payment_id, provider_id, realm_id);
CREATE INDEX dispute_due ON dispute (due_by) WHERE closed_at IS NULL AND due_by IS NOT NULL;

COMMENT ON TABLE dispute IS 'Disputes of payments, as their providers report them. Florin never deletes them.';
COMMENT ON COLUMN dispute.sequence IS 'Number of events of the dispute.';
COMMENT ON COLUMN dispute.provider_id IS 'The provider''s identifier.';
COMMENT ON COLUMN dispute.provider_status IS 'The status at the provider. One that begins with warning is an inquiry, for which no money has moved.';
COMMENT ON COLUMN dispute.amount IS 'The disputed amount in minor units, all of the payment or a part. Null if the provider has not reported it.';
COMMENT ON COLUMN dispute.reason IS 'The reason in the provider''s words.';
COMMENT ON COLUMN dispute.due_by IS 'The deadline for the merchant''s response. Null if there is none.';
COMMENT ON COLUMN dispute.closed_at IS 'Time of the decision, if there is one. It may still be reversed.';

-- The disputes that payments have so far. The id has the time, the version 7 and a random end.
INSERT INTO dispute (realm_id, id, version, sequence, payment_id, connector, connector_kind, provider_id, status, provider_status, amount, currency, reason, due_by, updated_at, closed_at, created_at)
SELECT p.realm_id,
       (lpad(to_hex(trunc(extract(epoch FROM at.learned) * 1000)::bigint), 12, '0') || '7000' || right(replace(gen_random_uuid()::text, '-', ''), 16))::uuid,
       1,
       0,
       p.id,
       p.connector,
       p.connector_kind,
       d.dispute ->> 'id',
       CASE d.dispute ->> 'status'
         WHEN 'warning_needs_response' THEN 'inquiry'
         WHEN 'warning_under_review' THEN 'under_review'
         WHEN 'warning_closed' THEN 'prevented'
         ELSE d.dispute ->> 'status'
       END,
       d.dispute ->> 'status',
       (d.dispute ->> 'amount')::bigint,
       d.dispute ->> 'currency',
       d.dispute ->> 'reason',
       (d.dispute ->> 'due_by')::timestamptz,
       at.learned,
       CASE WHEN d.dispute ->> 'open' IS NULL THEN at.learned END,
       at.learned
  FROM payment p
 CROSS JOIN LATERAL (SELECT p.provider -> 'dispute' AS dispute) d
 CROSS JOIN LATERAL (SELECT coalesce((d.dispute ->> 'lost_at')::timestamptz, p.captured_at, p.created_at) AS learned) at
 WHERE d.dispute ->> 'id' IS NOT NULL;
