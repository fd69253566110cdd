-- The payer's action: which challenge is asked for, where the payer comes back to, and how the payer was authenticated.

ALTER TABLE payment
  ADD COLUMN return_url     text,
  ADD COLUMN challenge      text,
  ADD COLUMN three_d_secure jsonb,
  ADD CONSTRAINT payment_action_is_named CHECK (status <> 'requires_action' OR challenge IS NOT NULL),
  ADD CONSTRAINT payment_keeps_no_cryptogram CHECK (NOT jsonb_exists(three_d_secure, 'cryptogram'));
COMMENT ON COLUMN payment.challenge IS 'The connector''s name for the challenge that it asked for; stays when it is over.';
COMMENT ON COLUMN payment.three_d_secure IS 'Flat: version, eci, ds_transaction_id, trans_status; what the merchant brought, or what the challenge came to. Never the cryptogram.';
