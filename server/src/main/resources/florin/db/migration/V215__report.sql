-- Data for the dashboard, derived from events or written in batches, outside of the transactions of
-- payments.

CREATE TABLE projection (
  name     text PRIMARY KEY,
  position xid8 NOT NULL,
  event_id uuid NOT NULL,
  moved_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 20);
COMMENT ON TABLE projection IS 'Progress of data that Florin derives from events: the last event that it has applied. The transaction that applies the events moves the position.';
INSERT INTO projection (name, position, event_id) VALUES ('report', '0', '00000000-0000-0000-0000-000000000000');

CREATE TABLE figure (
  realm_id  bigint NOT NULL,
  span      text NOT NULL CHECK (span IN ('hour', 'day')),
  begins_at timestamptz NOT NULL,
  currency  text NOT NULL,
  measure   text NOT NULL CHECK (measure IN ('succeeded', 'failed', 'canceled', 'refunded', 'refund_returned')),
  code      text NOT NULL,
  count     bigint NOT NULL CHECK (count > 0),
  amount    bigint NOT NULL CHECK (amount >= 0),
  PRIMARY KEY (realm_id, span, begins_at, currency, measure, code)
) WITH (fillfactor = 50);
COMMENT ON TABLE figure IS 'Aggregates of an hour or a day (UTC): the count, and the amount in minor units. A refund counts in the period in which it was created. Only the transaction that locks the row of projection writes here.';
COMMENT ON COLUMN figure.code IS 'For succeeded, the capture method. For failed, the decline code, or the failure code if there is none. Otherwise empty.';

CREATE TABLE counted_refund (
  realm_id  bigint NOT NULL,
  refund_id uuid NOT NULL,
  PRIMARY KEY (realm_id, refund_id)
);
COMMENT ON TABLE counted_refund IS 'Refunds whose success the aggregates include. Several events can show the success, and only the first one counts.';

CREATE TABLE payment_email (
  realm_id   bigint NOT NULL,
  payment_id uuid NOT NULL,
  email      text NOT NULL,
  PRIMARY KEY (realm_id, payment_id)
);
CREATE INDEX payment_email_by_email ON payment_email (email, realm_id, payment_id);
COMMENT ON TABLE payment_email IS 'Addresses of receipts in lower case, for the search of payments. They are in a separate table, because an index on payment would slow every payment.';

CREATE TABLE request_log (
  realm_id    bigint NOT NULL,
  id          uuid NOT NULL,
  created_at  timestamptz NOT NULL,
  method      text NOT NULL,
  route       text NOT NULL,
  path        text NOT NULL,
  status      integer NOT NULL,
  duration_us bigint NOT NULL,
  key_id      uuid NOT NULL,
  error_code  text,
  address     text NOT NULL,
  PRIMARY KEY (realm_id, id)
);
-- realm_id is not the first column: see attempt_by_payment.
CREATE INDEX request_log_by_key ON request_log (key_id, id);
CREATE INDEX request_log_by_route ON request_log (route, realm_id, id);
CREATE INDEX request_log_errors ON request_log ((status / 100), realm_id, id) WHERE status >= 400;
COMMENT ON TABLE request_log IS 'Requests with a valid API key, sampled under load. Florin logs no body and no query, and only the ids of the path.';
COMMENT ON COLUMN request_log.id IS 'The request id.';
