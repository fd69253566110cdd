-- A flat, a floor, a company's department.
ALTER TABLE customer
  ADD COLUMN address_line2 text,
  DROP CONSTRAINT IF EXISTS customer_deleted_is_nobody,
  ADD CONSTRAINT customer_deleted_is_nobody CHECK (
    deleted_at IS NULL OR (email IS NULL AND name IS NULL AND phone IS NULL AND address_line1 IS NULL AND address_line2 IS NULL AND address_city IS NULL
      AND address_state IS NULL AND address_postal_code IS NULL AND address_country IS NULL AND description IS NULL AND metadata IS NULL));
COMMENT ON COLUMN payment_method.billing IS 'Flat: name, email, phone, line1, line2, city, state, postal_code, country, as far as they were given.';
