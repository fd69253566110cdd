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

-- If the database is distributed over several servers, each server counts its own transactions.
-- Florin then derives data from events realm by realm.

CREATE TABLE projection_of_realm (
  realm_id bigint NOT NULL,
  name     text NOT NULL,
  position xid8 NOT NULL,
  event_id uuid NOT NULL,
  moved_at timestamptz NOT NULL,
  PRIMARY KEY (realm_id, name)
) WITH (fillfactor = 20);
COMMENT ON TABLE projection_of_realm IS 'Progress like that of projection, for one realm, in transactions of the server that stores it. Empty with one server; with several servers, projection is empty.';

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
COMMENT ON TABLE figure IS 'Metrics of an hour or a day (UTC): the count, and the amount in minor units. A refund counts in the period in which it was created. Only the transaction that locks the row of projection writes here.';
COMMENT ON COLUMN figure.code IS 'For succeeded, the capture method. For failed, the decline code, or the failure code if there is none. Otherwise empty.';

CREATE TABLE daily_count (
  realm_id bigint NOT NULL,
  day      date NOT NULL,
  currency text NOT NULL,
  measure  text NOT NULL CHECK (measure IN ('brand_succeeded', 'brand_failed', 'connector_succeeded', 'connector_failed', 'customer')),
  code     text NOT NULL,
  count    bigint NOT NULL CHECK (count > 0),
  PRIMARY KEY (realm_id, day, currency, measure, code)
) WITH (fillfactor = 50);
COMMENT ON TABLE daily_count IS 'Counts by day (UTC), which Florin derives from events like those of the table figure.';
COMMENT ON COLUMN daily_count.currency IS 'Currency of the payments. Empty for customers.';
COMMENT ON COLUMN daily_count.code IS 'For the brand measures, the card''s brand or the type of another payment method. For the connector measures, the connector. Empty for customers.';

CREATE TABLE counted_refund (
  realm_id  bigint NOT NULL,
  refund_id uuid NOT NULL,
  PRIMARY KEY (realm_id, refund_id)
);
COMMENT ON TABLE counted_refund IS 'Refunds whose success the metrics include. Several events can show the success, and only the first one counts.';

CREATE TABLE payment_email (
  realm_id   bigint NOT NULL,
  payment_id uuid NOT NULL,
  email      text NOT NULL,
  PRIMARY KEY (realm_id, payment_id)
);
CREATE INDEX payment_email_by_email ON payment_email (email, realm_id, payment_id);
COMMENT ON TABLE payment_email IS 'Addresses of receipts in lower case, for the search of payments. They are in a separate table, because an index on payment would slow every payment.';

CREATE VIEW receipt_email AS
SELECT realm_id, payment_id, email
  FROM payment_email;
COMMENT ON VIEW receipt_email IS 'The email address of a payment, in lower case, for searches.';
