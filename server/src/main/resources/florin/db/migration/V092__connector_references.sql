-- What an acquirer wants to be quoted when somebody asks it about an operation.
ALTER TABLE attempt ADD COLUMN connector_reference text CHECK (octet_length(connector_reference) <= 255);
COMMENT ON COLUMN attempt.connector_reference IS 'The network''s own name for an approved operation.';
