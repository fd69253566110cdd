-- Payment methods that outlive a payment: attached to a customer, used, detached, erased.

ALTER TABLE payment_method
  ADD COLUMN version     integer NOT NULL DEFAULT 1,
  ADD COLUMN sequence    integer NOT NULL DEFAULT 0,
  ADD COLUMN customer_id uuid,
  ADD COLUMN consumed_by uuid,
  ADD COLUMN detached_at timestamptz,
  ADD COLUMN challenged  boolean NOT NULL DEFAULT false,
  ADD COLUMN billing     jsonb,
  ADD COLUMN erase_at    timestamptz;

-- Until now every method was made by the one payment that used it.
UPDATE payment_method m
   SET consumed_by = p.id,
       erase_at = CASE WHEN m.vault_pan IS NULL THEN NULL ELSE m.created_at + interval '180 days' END
  FROM payment p
 WHERE p.realm_id = m.realm_id
   AND p.payment_method_id = m.id;

ALTER TABLE payment_method
  ADD CONSTRAINT payment_method_customer_exists FOREIGN KEY (realm_id, customer_id) REFERENCES customer (realm_id, id),
  ADD CONSTRAINT payment_method_attached_can_be_charged CHECK (customer_id IS NULL OR (vault_pan IS NOT NULL AND detached_at IS NULL)),
  ADD CONSTRAINT payment_method_number_has_an_owner_or_an_end CHECK ((vault_pan IS NOT NULL AND customer_id IS NULL) = (erase_at IS NOT NULL));

COMMENT ON COLUMN payment_method.sequence IS 'How many events there are of it; none tells of its creation.';
COMMENT ON COLUMN payment_method.consumed_by IS 'The payment that has used it while nobody''s: there is one at most.';
COMMENT ON COLUMN payment_method.detached_at IS 'It belonged to a customer and does no more; for good.';
COMMENT ON COLUMN payment_method.challenged IS 'Its holder has passed a challenge with it.';
COMMENT ON COLUMN payment_method.billing IS 'Flat: name, email, phone, line1, city, state, postal_code, country, as far as they were given.';
COMMENT ON COLUMN payment_method.erase_at IS 'When the loop looks whether the number can go; later if its payment is not final for long enough.';

-- Not led by realm_id: see attempt_by_payment.
CREATE INDEX payment_method_by_customer ON payment_method (customer_id, id) WHERE customer_id IS NOT NULL;
CREATE INDEX payment_method_erasable ON payment_method (erase_at) WHERE erase_at IS NOT NULL;

-- What a payment shows of its method, as that was then.
ALTER TABLE payment
  ADD COLUMN payment_method_created_at  timestamptz,
  ADD COLUMN payment_method_customer_id uuid,
  ADD COLUMN payment_method_saved       boolean,
  ADD COLUMN billing                    jsonb;
COMMENT ON COLUMN payment.payment_method_created_at IS 'Null where the method was made with the payment.';
COMMENT ON COLUMN payment.payment_method_customer_id IS 'To whom the method was attached when the payment was made.';
COMMENT ON COLUMN payment.payment_method_saved IS 'The method is attached to the payment''s customer in the commit by which it is approved.';
