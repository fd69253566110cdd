CREATE TABLE customer (
  realm_id            bigint NOT NULL,
  id                  uuid NOT NULL,
  version             integer NOT NULL,
  sequence            integer NOT NULL,
  email               text,
  name                text,
  phone               text,
  address_line1       text,
  address_line2       text,
  address_city        text,
  address_state       text,
  address_postal_code text,
  address_country     text,
  description         text,
  metadata            jsonb,
  created_at          timestamptz NOT NULL,
  deleted_at          timestamptz,
  PRIMARY KEY (realm_id, id),
  CONSTRAINT customer_deleted_is_nobody CHECK (
    deleted_at IS NULL OR (email IS NULL AND name IS NULL AND phone IS NULL AND address_line1 IS NULL AND address_line2 IS NULL AND address_city IS NULL
      AND address_state IS NULL AND address_postal_code IS NULL AND address_country IS NULL AND description IS NULL AND metadata IS NULL))
) WITH (fillfactor = 90);
CREATE INDEX customer_by_email ON customer (email, realm_id, id) WHERE email IS NOT NULL;
COMMENT ON COLUMN customer.deleted_at IS 'Time of the deletion. The row stays without personal data, because payments refer to it. Null for a customer that is not deleted.';
