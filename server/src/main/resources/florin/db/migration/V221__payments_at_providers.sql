-- What providers tell of payments: their own names for them, and disputes.

ALTER TABLE payment ADD COLUMN provider jsonb;
COMMENT ON COLUMN payment.provider IS 'Where a provider has told of it: ids, its own names by its words for what they name; page, where a person looks at it there; dispute, why the payer disputes it. Null for others, the simulator''s among them.';
CREATE INDEX payment_by_provider_id ON payment USING gin (jsonb_path_query_array(provider, '$.ids.*') jsonb_path_ops) WHERE provider IS NOT NULL;

-- Nearly all are paid by card, and a list of those walks the primary key.
CREATE INDEX payment_by_method_type ON payment (method_type, realm_id, id) WHERE method_type <> 'card';
