-- Customers, and the words with which they are found.

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

CREATE VIEW kept_customer AS
SELECT realm_id, id
  FROM customer
 WHERE deleted_at IS NULL;
COMMENT ON VIEW kept_customer IS 'The customers that are not deleted. A row can be locked.';

-- Customers by the beginning of any word of their name and email address.

CREATE TABLE customer_word (
  realm_id    bigint NOT NULL,
  word        text COLLATE "C" NOT NULL,
  customer_id uuid NOT NULL,
  PRIMARY KEY (realm_id, word, customer_id)
);
CREATE INDEX customer_word_of_customer ON customer_word (realm_id, customer_id);
COMMENT ON TABLE customer_word IS 'Search words of customers. A trigger updates them in the transaction that changes the customer, so Florin deletes them with the customer''s data.';

CREATE FUNCTION search_words(said text) RETURNS SETOF text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE
  AS $$
    SELECT DISTINCT left(word, 40)
      FROM (
           SELECT word
             FROM regexp_split_to_table(regexp_replace(normalize(lower(said), NFKD), '[\u0300-\u036f]', '', 'g'), '[[:space:][:punct:]]+') WITH ORDINALITY AS split(word, place)
            WHERE word <> ''
            ORDER BY place
            LIMIT 20) first
  $$;
COMMENT ON FUNCTION search_words IS 'Returns the search words of a text: lower case, without accents, split at spaces and punctuation. It returns the first 20 words, and the first 40 characters of each.';

CREATE FUNCTION customer_word_follows() RETURNS trigger
  LANGUAGE plpgsql
  AS $$
  BEGIN
    IF TG_OP = 'UPDATE' THEN
      DELETE FROM customer_word WHERE realm_id = NEW.realm_id AND customer_id = NEW.id;
    END IF;
    INSERT INTO customer_word (realm_id, word, customer_id)
    SELECT NEW.realm_id, word, NEW.id FROM search_words(NEW.name) word
     UNION
    SELECT NEW.realm_id, word, NEW.id FROM search_words(NEW.email) word
     UNION
    SELECT NEW.realm_id, lower(NEW.email), NEW.id WHERE NEW.email IS NOT NULL;
    RETURN NULL;
  END $$;
CREATE TRIGGER customer_word_of_new AFTER INSERT ON customer
  FOR EACH ROW WHEN (NEW.name IS NOT NULL OR NEW.email IS NOT NULL)
  EXECUTE FUNCTION customer_word_follows();
CREATE TRIGGER customer_word_of_changed AFTER UPDATE ON customer
  FOR EACH ROW WHEN (OLD.name IS DISTINCT FROM NEW.name OR OLD.email IS DISTINCT FROM NEW.email)
  EXECUTE FUNCTION customer_word_follows();
