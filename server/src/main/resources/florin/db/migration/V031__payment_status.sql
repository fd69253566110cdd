-- Payments by status beside the payment's row. While the status was in an index of `payment` itself, the second write of every payment
-- touched all of its indexes; now it touches none (a heap-only update). The usual life, processing and then succeeded, writes nothing here.

CREATE TABLE payment_status (
  status   text NOT NULL,
  realm_id bigint NOT NULL,
  id       uuid NOT NULL,
  PRIMARY KEY (status, realm_id, id)
);
COMMENT ON TABLE payment_status IS 'Where payments are found whose status is neither processing nor succeeded. Kept by triggers of payment, whoever writes there.';

INSERT INTO payment_status (status, realm_id, id)
SELECT status, realm_id, id
  FROM payment
 WHERE status NOT IN ('processing', 'succeeded');

CREATE FUNCTION payment_enters_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_status (status, realm_id, id) VALUES (NEW.status, NEW.realm_id, NEW.id);
  RETURN NULL;
END $$;

CREATE FUNCTION payment_leaves_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM payment_status WHERE status = OLD.status AND realm_id = OLD.realm_id AND id = OLD.id;
  RETURN NULL;
END $$;

CREATE TRIGGER payment_is_made_in_status AFTER INSERT ON payment FOR EACH ROW
  WHEN (NEW.status NOT IN ('processing', 'succeeded'))
  EXECUTE FUNCTION payment_enters_status();
CREATE TRIGGER payment_enters_status AFTER UPDATE ON payment FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NEW.status NOT IN ('processing', 'succeeded'))
  EXECUTE FUNCTION payment_enters_status();
CREATE TRIGGER payment_leaves_status AFTER UPDATE ON payment FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND OLD.status NOT IN ('processing', 'succeeded'))
  EXECUTE FUNCTION payment_leaves_status();

DROP INDEX payment_by_status;

-- What is processing has an attempt that is open, and few have at any time.
CREATE INDEX attempt_open ON attempt (payment_id, realm_id) WHERE status IN ('begun', 'pending', 'unknown', 'reversing');
