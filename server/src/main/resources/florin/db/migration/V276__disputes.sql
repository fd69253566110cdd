-- The dispute of a payment has an id, a status, an amount and a deadline besides its reason.

UPDATE payment
   SET provider = jsonb_set(provider, '{dispute}', jsonb_build_object('status', 'needs_response', 'open', true, 'reason', provider ->> 'dispute'))
 WHERE jsonb_typeof(provider -> 'dispute') = 'string';
COMMENT ON COLUMN payment.provider IS 'Data that the provider reported about the payment. ids: the provider''s ids, by its names for the objects. page: the page of the payment at the provider. dispute: the latest dispute, with open until its outcome is known, and lost_at if it was lost. Null if there is no such data, as for the simulator.';

DROP INDEX payment_disputed;
CREATE INDEX payment_disputed ON payment (id) WHERE provider -> 'dispute' ->> 'open' IS NOT NULL;
CREATE INDEX payment_dispute_lost ON payment ((provider -> 'dispute' ->> 'lost_at')) WHERE provider -> 'dispute' ->> 'lost_at' IS NOT NULL;
