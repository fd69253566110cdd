-- What the dashboard reads: made of events or written in batches, beside the way of payments.

CREATE TABLE projection (
  name     text PRIMARY KEY,
  position xid8 NOT NULL,
  event_id uuid NOT NULL,
  moved_at timestamptz NOT NULL DEFAULT now()
) WITH (fillfactor = 20);
COMMENT ON TABLE projection IS 'How far what is made of events has come: behind the event at (position, event_id). Moved in the transaction that applies the events.';
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
COMMENT ON TABLE figure IS 'How often something happened in an hour or a day (UTC), and to what amount; refunds count where they were made. One writer at a time: whoever holds the row of the projection.';
COMMENT ON COLUMN figure.code IS 'Of succeeded: the capture method. Of failed: the decline code, or else the failure code. Else empty.';

CREATE TABLE counted_refund (
  realm_id  bigint NOT NULL,
  refund_id uuid NOT NULL,
  PRIMARY KEY (realm_id, refund_id)
);
COMMENT ON TABLE counted_refund IS 'Refunds whose success stands in the figures: several events show it, the first one counts.';

CREATE TABLE payment_email (
  realm_id   bigint NOT NULL,
  payment_id uuid NOT NULL,
  email      text NOT NULL,
  PRIMARY KEY (realm_id, payment_id)
);
CREATE INDEX payment_email_by_email ON payment_email (email, realm_id, payment_id);
COMMENT ON TABLE payment_email IS 'Where receipts go, in lower case, to search payments by: an index on payment itself would be on the way of every payment.';

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
-- Not led by realm_id: see attempt_by_payment.
CREATE INDEX request_log_by_key ON request_log (key_id, id);
CREATE INDEX request_log_by_route ON request_log (route, realm_id, id);
CREATE INDEX request_log_errors ON request_log ((status / 100), realm_id, id) WHERE status >= 400;
COMMENT ON TABLE request_log IS 'Requests with a valid key, thinned under load. No bodies, no query; of the path only ids.';
COMMENT ON COLUMN request_log.id IS 'The id of the request.';
