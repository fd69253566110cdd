-- Restricted keys: see docs/decisions/054-restricted-keys.md.

ALTER TABLE api_key DROP CONSTRAINT api_key_kind_check;
ALTER TABLE api_key
  ADD COLUMN scopes       text[],
  ADD COLUMN daily_limits text[],
  ADD COLUMN addresses    text[],
  ADD COLUMN lineage_id   uuid,
  ADD CONSTRAINT api_key_kind_check CHECK (kind IN ('secret', 'publishable', 'restricted')),
  ADD CONSTRAINT api_key_rights_if_restricted CHECK (
    num_nonnulls(scopes, daily_limits, addresses, lineage_id) = CASE kind WHEN 'restricted' THEN 4 ELSE 0 END);
COMMENT ON COLUMN api_key.scopes IS 'The scopes of a restricted key, such as payments:read. Null for another key, whose kind says its scopes.';
COMMENT ON COLUMN api_key.daily_limits IS 'Limits of a restricted key, such as refunds:create<=500000 eur/day or payments:create<=100/day. Amounts are in the smallest unit.';
COMMENT ON COLUMN api_key.addresses IS 'The address ranges from which a restricted key is accepted. An empty array allows all.';
COMMENT ON COLUMN api_key.lineage_id IS 'The first key of those that were rolled into this one. They share the daily limits.';

CREATE TABLE key_daily_use (
  realm_id bigint NOT NULL,
  id       uuid NOT NULL,
  day      integer NOT NULL,
  used     bigint NOT NULL,
  most     bigint NOT NULL,
  PRIMARY KEY (realm_id, id),
  CONSTRAINT key_daily_use_is_in_its_limit CHECK (used BETWEEN 0 AND most)
);
COMMENT ON TABLE key_daily_use IS 'What a restricted key has used of a daily limit on the last day of its use. The commit of an operation counts it.';
COMMENT ON COLUMN key_daily_use.id IS 'A hash of the lineage of the key, the scope and the currency.';
COMMENT ON COLUMN key_daily_use.day IS 'Days since 1970-01-01 in the reporting time zone of the account.';
