-- What users keep in the dashboard: saved views and visible columns of lists, and notes about
-- payments and customers.

CREATE TABLE saved_view (
  user_id    uuid NOT NULL REFERENCES app_user (id),
  realm_id   bigint NOT NULL,
  list       text NOT NULL,
  name       text NOT NULL,
  query      text NOT NULL,
  PRIMARY KEY (user_id, realm_id, list, name),
  CONSTRAINT saved_view_is_of_a_list CHECK (list IN ('payments', 'refunds', 'customers', 'events', 'requests', 'unmatched', 'credits', 'statements')),
  CONSTRAINT saved_view_is_bounded CHECK (length(name) BETWEEN 1 AND 40 AND length(query) <= 1500)
);
COMMENT ON COLUMN saved_view.query IS 'The part of the list''s address after the question mark.';

CREATE TABLE list_columns (
  user_id uuid NOT NULL REFERENCES app_user (id),
  list    text NOT NULL,
  columns text[] NOT NULL,
  PRIMARY KEY (user_id, list),
  CONSTRAINT list_columns_are_of_a_list CHECK (list IN ('payments', 'refunds', 'customers', 'events', 'requests', 'unmatched', 'credits', 'statements')),
  CONSTRAINT list_columns_are_bounded CHECK (cardinality(columns) <= 20 AND length(array_to_string(columns, ',')) <= 400)
);
COMMENT ON COLUMN list_columns.columns IS 'Names of the columns that the user sees besides the fixed ones. Florin ignores unknown names.';

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
