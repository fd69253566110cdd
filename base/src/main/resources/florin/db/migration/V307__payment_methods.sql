-- Payment methods: created with a payment or separately, attached to a customer, detached, erased.

CREATE DOMAIN payment_method_type_word AS text
  CONSTRAINT payment_method_type_is_known CHECK (VALUE IN ('card', 'bank_transfer', 'hosted'));

CREATE TABLE payment_method (
  realm_id       bigint NOT NULL,
  id             uuid NOT NULL,
  version        integer NOT NULL DEFAULT 1,
  sequence       integer NOT NULL DEFAULT 0,
  type           payment_method_type_word NOT NULL,
  details        jsonb NOT NULL,
  secret_version integer,
  secret         bytea,
  customer_id    uuid,
  consumed_by    uuid,
  challenged     boolean NOT NULL DEFAULT false,
  billing        jsonb,
  metadata       jsonb,
  erase_at       timestamptz,
  created_at     timestamptz NOT NULL,
  detached_at    timestamptz,
  PRIMARY KEY (realm_id, id),
  CONSTRAINT payment_method_customer_exists FOREIGN KEY (realm_id, customer_id) REFERENCES customer (realm_id, id),
  CONSTRAINT payment_method_attached_can_be_charged CHECK (customer_id IS NULL OR (secret IS NOT NULL AND detached_at IS NULL)),
  -- A secret has the version of its encryption key. It belongs to a customer, or has a time at which
  -- Florin erases it.
  CONSTRAINT payment_method_is_consistent CHECK (
    (secret IS NULL) = (secret_version IS NULL)
    AND (secret IS NOT NULL AND customer_id IS NULL) = (erase_at IS NOT NULL))
);
-- realm_id is not the first column: see attempt_by_payment.
CREATE INDEX payment_method_by_customer ON payment_method (customer_id, id) WHERE customer_id IS NOT NULL;
CREATE INDEX payment_method_erasable ON payment_method (erase_at) WHERE erase_at IS NOT NULL;

COMMENT ON COLUMN payment_method.details IS 'The data that Florin may show, depending on the type.';
COMMENT ON COLUMN payment_method.secret IS 'The data that Florin may not show, such as the card number: AES-256-GCM under a key derived for this row. Null if Florin has erased it or never stored it, for example because the check digit was wrong.';
COMMENT ON COLUMN payment_method.secret_version IS 'Version of the encryption key that encrypts the secret. Null if there is no secret.';
COMMENT ON COLUMN payment_method.sequence IS 'Number of events of the payment method. Its creation writes no event.';
COMMENT ON COLUMN payment_method.consumed_by IS 'The only payment that used the payment method while it was unattached. Null if there is none.';
COMMENT ON COLUMN payment_method.detached_at IS 'Time at which the payment method was permanently detached from its customer. Null if it was not.';
COMMENT ON COLUMN payment_method.challenged IS 'True if the cardholder has passed a challenge with this payment method.';
COMMENT ON COLUMN payment_method.billing IS 'Billing details, as one flat object: name, email, phone, line1, line2, city, state, postal_code, country. Details that were not given are absent.';
COMMENT ON COLUMN payment_method.erase_at IS 'Time at which a background job checks whether it can erase the secret. The job postpones it if the payment has not been final for long enough. Null for an attached payment method, or without a secret.';

CREATE VIEW attached_method AS
SELECT realm_id, customer_id
  FROM payment_method
 WHERE customer_id IS NOT NULL;
COMMENT ON VIEW attached_method IS 'One row for each payment method of a customer.';
