-- Payment methods whose credential a provider keeps, and the deletion of the credential there.

ALTER TABLE payment_method
  ADD COLUMN provider jsonb,
  ADD COLUMN revoke_at timestamptz,
  DROP CONSTRAINT payment_method_attached_can_be_charged,
  DROP CONSTRAINT payment_method_is_consistent,
  ADD CONSTRAINT payment_method_attached_can_be_charged CHECK (
    customer_id IS NULL OR ((secret IS NOT NULL OR provider IS NOT NULL) AND detached_at IS NULL)),
  -- A secret has the version of its encryption key. It belongs to a customer, or has a time at which
  -- Florin erases it. A credential is deleted at the provider once its method is detached.
  ADD CONSTRAINT payment_method_is_consistent CHECK (
    (secret IS NULL) = (secret_version IS NULL)
    AND (secret IS NOT NULL AND customer_id IS NULL) = (erase_at IS NOT NULL)
    AND (revoke_at IS NULL OR (provider IS NOT NULL AND detached_at IS NOT NULL)));
CREATE INDEX payment_method_revocable ON payment_method (revoke_at) WHERE revoke_at IS NOT NULL;

COMMENT ON COLUMN payment_method.provider IS 'The credential that a provider keeps: the connector''s id, and the provider''s identifiers. Null if no provider keeps it.';
COMMENT ON COLUMN payment_method.revoke_at IS 'Time at which a background job asks the provider next to delete its credential. Null unless the payment method was detached and the credential is still there.';
