ALTER TABLE payment_method ADD COLUMN metadata jsonb;
