-- Mandates: the payers' consents to charges while they are absent.

CREATE TABLE mandate (
  realm_id               bigint NOT NULL,
  id                     uuid NOT NULL,
  version                integer NOT NULL,
  sequence               integer NOT NULL,
  payment_method_id      uuid NOT NULL,
  customer_id            uuid NOT NULL,
  payment_id             uuid NOT NULL,
  text                   text NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
  accepted_at            timestamptz NOT NULL,
  ip_address             text CHECK (length(ip_address) <= 45),
  user_agent             text CHECK (length(user_agent) <= 500),
  expires_at             timestamptz,
  three_d_secure         jsonb,
  network_transaction_id text,
  renewed_at             timestamptz,
  revoked_at             timestamptz,
  revocation_reason      text CHECK (revocation_reason IN ('requested', 'payment_method_detached', 'customer_deleted', 'issuer', 'replaced')),
  created_at             timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id),
  CONSTRAINT mandate_payment_method_exists FOREIGN KEY (realm_id, payment_method_id) REFERENCES payment_method (realm_id, id),
  CONSTRAINT mandate_revocation_has_reason CHECK ((revoked_at IS NULL) = (revocation_reason IS NULL))
);
-- realm_id is not the first column: see attempt_by_payment.
CREATE INDEX mandate_by_payment_method ON mandate (payment_method_id, id);

COMMENT ON TABLE mandate IS 'Evidence that a payer agreed to charges of a payment method while absent. Florin never deletes it.';
COMMENT ON COLUMN mandate.sequence IS 'Number of events of the mandate.';
COMMENT ON COLUMN mandate.payment_id IS 'The payment with which the payer gave the mandate.';
COMMENT ON COLUMN mandate.text IS 'The text that the payer agreed to, as it was shown.';
COMMENT ON COLUMN mandate.ip_address IS 'The payer''s address when the payer agreed. Null if unknown.';
COMMENT ON COLUMN mandate.user_agent IS 'The payer''s browser when the payer agreed. Null if unknown.';
COMMENT ON COLUMN mandate.expires_at IS 'Time at which the consent ends. Null if it has no end.';
COMMENT ON COLUMN mandate.three_d_secure IS 'The latest authentication of the payer with the payment method: version, eci, ds_transaction_id, trans_status. Null if there was none.';
COMMENT ON COLUMN mandate.network_transaction_id IS 'The card scheme''s id of the payment that gave the mandate, or of the latest one that renewed it.';
COMMENT ON COLUMN mandate.renewed_at IS 'Time of the latest payment for which the payer was authenticated again. Null if there was none.';

ALTER TABLE payment_method
  ADD COLUMN mandate_id uuid;
COMMENT ON COLUMN payment_method.challenged IS 'True if the cardholder was authenticated with this payment method, since the latest mandate if there is one.';
COMMENT ON COLUMN payment_method.mandate_id IS 'The latest mandate, active or not. Null if the payer never gave one.';
