-- For lists of what is rare: without these a filter that few payments pass, or none, has the whole table read.
-- None is led by realm_id (see V003), and a list of what is common still walks the primary key.

CREATE INDEX payment_by_last4 ON payment (card_last4, realm_id, id);
CREATE INDEX payment_by_amount ON payment (amount, realm_id);
CREATE INDEX payment_by_currency ON payment (currency, realm_id, id);
CREATE INDEX payment_by_metadata ON payment USING gin (metadata jsonb_path_ops) WHERE metadata IS NOT NULL;
