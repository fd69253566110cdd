-- Customers by the beginning of any word of their name and e-mail address.

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

INSERT INTO customer_word (realm_id, word, customer_id)
SELECT realm_id, word, id FROM customer, search_words(name) word
 UNION
SELECT realm_id, word, id FROM customer, search_words(email) word
 UNION
SELECT realm_id, lower(email), id FROM customer WHERE email IS NOT NULL;
