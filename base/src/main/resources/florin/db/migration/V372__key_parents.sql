-- A key that was created with another one ends with it: see docs/decisions/054-restricted-keys.md.

ALTER TABLE api_key
  ADD COLUMN parent_id      uuid,
  ADD COLUMN predecessor_id uuid,
  ADD CONSTRAINT api_key_parent_if_restricted CHECK (parent_id IS NULL OR kind = 'restricted');
COMMENT ON COLUMN api_key.parent_id IS 'The key with which the API created this one. Null if a person created it, or if it is from before this column.';
COMMENT ON COLUMN api_key.predecessor_id IS 'The key that was rolled into this one.';
