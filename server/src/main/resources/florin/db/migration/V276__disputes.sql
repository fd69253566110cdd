-- A payment's dispute has an id, a status, an amount and a deadline, not only a reason.

UPDATE payment
   SET provider = jsonb_set(provider, '{dispute}', jsonb_build_object('status', 'needs_response', 'open', true, 'reason', provider ->> 'dispute'))
 WHERE jsonb_typeof(provider -> 'dispute') = 'string';
COMMENT ON COLUMN payment.provider IS 'Where a provider has told of it: ids, its own names by its words for what they name; page, where a person looks at it there; dispute, the latest dispute: open while its outcome is to come, lost_at when it was lost. Null for others, the simulator''s among them.';

DROP INDEX payment_disputed;
CREATE INDEX payment_disputed ON payment (id) WHERE provider -> 'dispute' ->> 'open' IS NOT NULL;
CREATE INDEX payment_dispute_lost ON payment ((provider -> 'dispute' ->> 'lost_at')) WHERE provider -> 'dispute' ->> 'lost_at' IS NOT NULL;
