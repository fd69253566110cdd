-- What is paid with, whatever kind it is of: its type, and in one column what may be seen of it. Until now both tables had the columns
-- of a card. Each table is rewritten once, by turning the column of the brand into the whole: an update would leave every row twice.

DROP INDEX payment_by_last4;
ALTER TABLE payment ADD COLUMN method_type text NOT NULL DEFAULT 'card';
ALTER TABLE payment ALTER COLUMN method_type DROP DEFAULT;
ALTER TABLE payment ALTER COLUMN card_brand TYPE jsonb USING jsonb_strip_nulls(jsonb_build_object(
  'brand', card_brand,
  'last4', card_last4,
  'exp_month', card_exp_month,
  'exp_year', card_exp_year,
  'funding', card_funding,
  'fingerprint', card_fingerprint,
  'created_at', to_char(payment_method_created_at AT TIME ZONE 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'),
  'customer_id', payment_method_customer_id,
  'saved', payment_method_saved,
  'billing', billing));
ALTER TABLE payment RENAME COLUMN card_brand TO method;
ALTER TABLE payment
  DROP COLUMN card_last4,
  DROP COLUMN card_exp_month,
  DROP COLUMN card_exp_year,
  DROP COLUMN card_funding,
  DROP COLUMN card_fingerprint,
  DROP COLUMN payment_method_created_at,
  DROP COLUMN payment_method_customer_id,
  DROP COLUMN payment_method_saved,
  DROP COLUMN billing;
CREATE INDEX payment_by_last4 ON payment ((method ->> 'last4'), realm_id, id);
COMMENT ON COLUMN payment.method IS 'What the payment was made with, as it was then: what may be shown of it by its type, the payer''s billing details; created_at where it was made before the payment, customer_id to whom it was attached, saved if the approval attaches it.';

ALTER TABLE payment_method DROP CONSTRAINT payment_method_type_check;
ALTER TABLE payment_method DROP CONSTRAINT payment_method_funding_check;
ALTER TABLE payment_method ALTER COLUMN brand TYPE jsonb USING jsonb_strip_nulls(jsonb_build_object(
  'brand', brand,
  'last4', last4,
  'exp_month', exp_month,
  'exp_year', exp_year,
  'funding', funding,
  'fingerprint', fingerprint));
ALTER TABLE payment_method RENAME COLUMN brand TO details;
ALTER TABLE payment_method
  DROP COLUMN last4,
  DROP COLUMN exp_month,
  DROP COLUMN exp_year,
  DROP COLUMN funding,
  DROP COLUMN fingerprint;
ALTER TABLE payment_method RENAME COLUMN vault_pan TO secret;
ALTER TABLE payment_method RENAME COLUMN vault_version TO secret_version;
ALTER TABLE payment_method RENAME CONSTRAINT payment_method_pan_has_version TO payment_method_secret_has_version;
ALTER TABLE payment_method RENAME CONSTRAINT payment_method_number_has_an_owner_or_an_end TO payment_method_secret_has_an_owner_or_an_end;
ALTER TABLE payment_method ADD CONSTRAINT payment_method_type_is_known CHECK (type IN ('card', 'bank_transfer', 'hosted'));
COMMENT ON COLUMN payment_method.details IS 'What may be shown of it, by its type.';
COMMENT ON COLUMN payment_method.secret IS 'What may not be, a card''s number: AES-256-GCM under a key derived for this row; null when there is none (a number that failed its check digit, say) or it has been erased.';
COMMENT ON COLUMN payment_method.secret_version IS 'The envelope key that it is sealed under.';
COMMENT ON COLUMN payment_method.erase_at IS 'When the loop looks whether the secret can go; later if its payment is not final for long enough.';
