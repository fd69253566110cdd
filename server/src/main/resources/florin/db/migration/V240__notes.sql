-- What the people of an account write down about payments and customers, for each other; and the audit log by what it is about.

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
COMMENT ON TABLE note IS 'Shown in the dashboard only: in no answer of the interface, no event and no webhook. A customer''s go with the customer.';
COMMENT ON COLUMN note.place IS 'Among the notes of its object, so that there are no more than 200 of them. A place that was given up is taken again.';

CREATE INDEX audit_entry_by_object ON audit_entry (account_number, object, number) WHERE object <> '';
