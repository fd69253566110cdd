-- What the log of requests is searched and read by: objects, the idempotency key, methods; and which fields came, of those on a list.

ALTER TABLE request_log
  ADD object_id text COLLATE "C",
  ADD named_id text COLLATE "C",
  ADD idempotency_mark uuid,
  ADD fields text,
  ADD error_param text,
  ADD error_message text;

COMMENT ON TABLE request_log IS 'Requests with a valid key, thinned under load. Of the path only ids; no query and no body, only what stands in fields.';
COMMENT ON COLUMN request_log.object_id IS 'What the path names, or else what the request has made.';
COMMENT ON COLUMN request_log.named_id IS 'The payment or the customer that the body names.';
COMMENT ON COLUMN request_log.idempotency_mark IS 'HMAC of realm and idempotency key, cut to 128 bits. The key itself is not kept.';
COMMENT ON COLUMN request_log.fields IS 'JSON of the fields that came: amounts, ids, currencies, yes or no, and words of closed lists. Of others only that they came.';

-- What every payment writes is in two of them: the object, and the idempotency key where it has one. Not led by realm_id: see attempt_by_payment.
CREATE INDEX request_log_by_object ON request_log (object_id, id) WHERE object_id IS NOT NULL;
CREATE INDEX request_log_by_named ON request_log (named_id, id) WHERE named_id IS NOT NULL;
CREATE INDEX request_log_by_idempotency ON request_log (idempotency_mark, id) WHERE idempotency_mark IS NOT NULL;
CREATE INDEX request_log_by_rare_method ON request_log (method, realm_id, id) WHERE method <> 'POST';

ALTER TABLE account
  ADD logs_live_fields boolean NOT NULL DEFAULT false;
COMMENT ON COLUMN account.logs_live_fields IS 'Whether fields of live requests are logged; those of test mode always are.';

ALTER TABLE saved_view
  DROP CONSTRAINT saved_view_is_of_a_list,
  ADD CONSTRAINT saved_view_is_of_a_list CHECK (list IN ('payments', 'refunds', 'customers', 'events', 'requests'));
ALTER TABLE list_columns
  DROP CONSTRAINT list_columns_are_of_a_list,
  ADD CONSTRAINT list_columns_are_of_a_list CHECK (list IN ('payments', 'refunds', 'customers', 'events', 'requests'));
