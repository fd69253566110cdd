-- Data for the search and the pages of the request log: objects, the idempotency key, methods, and
-- the fields that Florin may log.

ALTER TABLE request_log
  ADD object_id text COLLATE "C",
  ADD named_id text COLLATE "C",
  ADD idempotency_mark uuid,
  ADD fields text,
  ADD error_param text,
  ADD error_message text;

COMMENT ON TABLE request_log IS 'Requests with a valid API key, sampled under load. Florin logs only the ids of the path, no query, and of the body only the column fields.';
COMMENT ON COLUMN request_log.object_id IS 'Id of the object in the path, or of the object that the request created. Null if there is none.';
COMMENT ON COLUMN request_log.named_id IS 'Id of the payment or the customer in the body. Null if there is none.';
COMMENT ON COLUMN request_log.idempotency_mark IS 'HMAC of the realm and the idempotency key, truncated to 128 bits. Florin does not store the key. Null if there is no key.';
COMMENT ON COLUMN request_log.fields IS 'JSON of the request''s fields. Florin logs the values of amounts, ids, currencies, booleans and enumerations. For other fields, it logs only that they were present. Null if there are none.';

-- A payment writes to two of these indexes: the object and, if it has one, the idempotency key.
-- realm_id is not the first column: see attempt_by_payment.
CREATE INDEX request_log_by_object ON request_log (object_id, id) WHERE object_id IS NOT NULL;
CREATE INDEX request_log_by_named ON request_log (named_id, id) WHERE named_id IS NOT NULL;
CREATE INDEX request_log_by_idempotency ON request_log (idempotency_mark, id) WHERE idempotency_mark IS NOT NULL;
CREATE INDEX request_log_by_rare_method ON request_log (method, realm_id, id) WHERE method <> 'POST';

ALTER TABLE account
  ADD logs_live_fields boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN account.logs_live_fields IS 'True if Florin logs the fields of live requests. It always logs those of test mode.';

ALTER TABLE saved_view
  DROP CONSTRAINT saved_view_is_of_a_list,
  ADD CONSTRAINT saved_view_is_of_a_list CHECK (list IN ('payments', 'refunds', 'customers', 'events', 'requests'));
ALTER TABLE list_columns
  DROP CONSTRAINT list_columns_are_of_a_list,
  ADD CONSTRAINT list_columns_are_of_a_list CHECK (list IN ('payments', 'refunds', 'customers', 'events', 'requests'));
