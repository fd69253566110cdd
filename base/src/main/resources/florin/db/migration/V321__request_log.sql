-- The log of API requests. Each node writes it in batches, outside of the transactions of
-- payments.

CREATE TABLE request_log (
  realm_id         bigint NOT NULL,
  id               uuid NOT NULL,
  created_at       timestamptz NOT NULL,
  method           text NOT NULL,
  route            text NOT NULL,
  path             text NOT NULL,
  status           integer NOT NULL,
  duration_us      bigint NOT NULL,
  key_id           uuid NOT NULL,
  error_code       text,
  error_param      text,
  error_message    text,
  address          text NOT NULL,
  object_id        text COLLATE "C",
  named_id         text COLLATE "C",
  idempotency_mark uuid,
  fields           text,
  PRIMARY KEY (realm_id, id)
);
-- realm_id is not the first column: see attempt_by_payment.
CREATE INDEX request_log_by_key ON request_log (key_id, id);
CREATE INDEX request_log_by_route ON request_log (route, realm_id, id);
CREATE INDEX request_log_errors ON request_log ((status / 100), realm_id, id) WHERE status >= 400;
-- A payment writes to two of these indexes: the object and, if it has one, the idempotency key.
CREATE INDEX request_log_by_object ON request_log (object_id, id) WHERE object_id IS NOT NULL;
CREATE INDEX request_log_by_named ON request_log (named_id, id) WHERE named_id IS NOT NULL;
CREATE INDEX request_log_by_idempotency ON request_log (idempotency_mark, id) WHERE idempotency_mark IS NOT NULL;
CREATE INDEX request_log_by_rare_method ON request_log (method, realm_id, id) WHERE method <> 'POST';
COMMENT ON TABLE request_log IS 'Requests with a valid API key, sampled under load. Florin logs only the ids of the path, no query, and of the body only the column fields.';
COMMENT ON COLUMN request_log.id IS 'The request id.';
COMMENT ON COLUMN request_log.object_id IS 'Id of the object in the path, or of the object that the request created. Null if there is none.';
COMMENT ON COLUMN request_log.named_id IS 'Id of the payment or the customer in the body. Null if there is none.';
COMMENT ON COLUMN request_log.idempotency_mark IS 'HMAC of the realm and the idempotency key, truncated to 128 bits. Florin does not store the key. Null if there is no key.';
COMMENT ON COLUMN request_log.fields IS 'JSON of the request''s fields. Florin logs the values of amounts, ids, currencies, booleans and enumerations. For other fields, it logs only that they were present. Null if there are none.';
