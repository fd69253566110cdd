-- Counts for the first page of the dashboard: by card brand, by connector, and of new customers.

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
