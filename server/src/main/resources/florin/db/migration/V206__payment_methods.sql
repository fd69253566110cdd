-- What is paid with and kept: made by a payment or by itself, attached to a customer, detached, erased.

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
  -- A secret is sealed under a key that is known; and it belongs to a customer, or it has an end.
  CONSTRAINT payment_method_is_consistent CHECK (
    (secret IS NULL) = (secret_version IS NULL)
    AND (secret IS NOT NULL AND customer_id IS NULL) = (erase_at IS NOT NULL))
);
-- Not led by realm_id: see attempt_by_payment.
CREATE INDEX payment_method_by_customer ON payment_method (customer_id, id) WHERE customer_id IS NOT NULL;
CREATE INDEX payment_method_erasable ON payment_method (erase_at) WHERE erase_at IS NOT NULL;

COMMENT ON COLUMN payment_method.details IS 'What may be shown of it, by its type.';
COMMENT ON COLUMN payment_method.secret IS 'What may not be, a card''s number: AES-256-GCM under a key derived for this row; null when there is none (a number that failed its check digit, say) or it has been erased.';
COMMENT ON COLUMN payment_method.secret_version IS 'The envelope key that it is sealed under.';
COMMENT ON COLUMN payment_method.sequence IS 'How many events there are of it; none tells of its creation.';
COMMENT ON COLUMN payment_method.consumed_by IS 'The payment that has used it while nobody''s: there is one at most.';
COMMENT ON COLUMN payment_method.detached_at IS 'It belonged to a customer and does no more; for good.';
COMMENT ON COLUMN payment_method.challenged IS 'Its holder has passed a challenge with it.';
COMMENT ON COLUMN payment_method.billing IS 'Flat: name, email, phone, line1, line2, city, state, postal_code, country, as far as they were given.';
COMMENT ON COLUMN payment_method.erase_at IS 'When the loop looks whether the secret can go; later if its payment is not final for long enough.';
