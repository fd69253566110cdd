-- Data about payments that providers report: their own ids, and disputes.

ALTER TABLE payment ADD COLUMN provider jsonb;
COMMENT ON COLUMN payment.provider IS 'Data that the provider reported about the payment. ids: the provider''s ids, by its names for the objects. page: the page of the payment at the provider. dispute: the reason of the dispute. Null if there is no such data, as for the simulator.';
CREATE INDEX payment_by_provider_id ON payment USING gin (jsonb_path_query_array(provider, '$.ids.*') jsonb_path_ops) WHERE provider IS NOT NULL;

-- Most payments are card payments, so a list of those walks the primary key.
CREATE INDEX payment_by_method_type ON payment (method_type, realm_id, id) WHERE method_type <> 'card';
