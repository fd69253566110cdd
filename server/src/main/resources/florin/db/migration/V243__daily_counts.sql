-- What the first page shows by the card's brand, by the connector and of new customers, from this version on: what was before is not counted anew.

CREATE TABLE daily_count (
  realm_id bigint NOT NULL,
  day      date NOT NULL,
  currency text NOT NULL,
  measure  text NOT NULL CHECK (measure IN ('brand_succeeded', 'brand_failed', 'connector_succeeded', 'connector_failed', 'customer')),
  code     text NOT NULL,
  count    bigint NOT NULL CHECK (count > 0),
  PRIMARY KEY (realm_id, day, currency, measure, code)
) WITH (fillfactor = 50);
COMMENT ON TABLE daily_count IS 'How often something happened on a day (UTC), made of events as the figures are. Apart from these, so that a node of the version before, which knows no such measures, still reads them.';
COMMENT ON COLUMN daily_count.currency IS 'Empty for customers.';
COMMENT ON COLUMN daily_count.code IS 'The card''s brand, or else the type of what was paid with; the connector; empty for customers.';
