-- The pages that may show the card fields of a publishable key: see docs/decisions/062-card-fields.md.

ALTER TABLE api_key
  ADD COLUMN origins text[] NOT NULL DEFAULT '{}',
  ADD CONSTRAINT api_key_origins_if_publishable CHECK (origins = '{}' OR kind = 'publishable'),
  ADD CONSTRAINT api_key_origins_are_few CHECK (cardinality(origins) <= 20);
COMMENT ON COLUMN api_key.origins IS 'The origins whose pages may show the card fields of a publishable key, such as https://shop.example. An empty array allows none.';
