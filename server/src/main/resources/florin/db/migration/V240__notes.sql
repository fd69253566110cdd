-- Notes of users about payments and customers, and an index of the audit log by object.

CREATE TABLE note (
  realm_id   bigint NOT NULL,
  id         uuid NOT NULL,
  object_id  uuid NOT NULL,
  place      integer NOT NULL CHECK (place BETWEEN 1 AND 200),
  author_id  uuid NOT NULL,
  text       text NOT NULL CHECK (length(text) BETWEEN 1 AND 2000),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id),
  UNIQUE (realm_id, object_id, place)
);
COMMENT ON TABLE note IS 'Notes that only the dashboard shows: they are in no API response, no event and no webhook. Florin deletes the notes of a customer with the customer.';
COMMENT ON COLUMN note.place IS 'Number of the note among the notes of its object, which limits an object to 200 notes. Florin reuses the number of a deleted note.';

CREATE INDEX audit_entry_by_object ON audit_entry (account_number, object, number) WHERE object <> '';
