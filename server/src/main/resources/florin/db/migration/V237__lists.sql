-- Settings of users for the lists of the dashboard: saved views, and the visible columns.

CREATE TABLE saved_view (
  user_id    uuid NOT NULL REFERENCES app_user (id),
  realm_id   bigint NOT NULL,
  list       text NOT NULL,
  name       text NOT NULL,
  query      text NOT NULL,
  PRIMARY KEY (user_id, realm_id, list, name),
  CONSTRAINT saved_view_is_of_a_list CHECK (list IN ('payments', 'refunds', 'customers', 'events')),
  CONSTRAINT saved_view_is_bounded CHECK (length(name) BETWEEN 1 AND 40 AND length(query) <= 1500)
);
COMMENT ON COLUMN saved_view.query IS 'The part of the list''s address after the question mark.';

CREATE TABLE list_columns (
  user_id uuid NOT NULL REFERENCES app_user (id),
  list    text NOT NULL,
  columns text[] NOT NULL,
  PRIMARY KEY (user_id, list),
  CONSTRAINT list_columns_are_of_a_list CHECK (list IN ('payments', 'refunds', 'customers', 'events')),
  CONSTRAINT list_columns_are_bounded CHECK (cardinality(columns) <= 20 AND length(array_to_string(columns, ',')) <= 400)
);
COMMENT ON COLUMN list_columns.columns IS 'Names of the columns that the user sees besides the fixed ones. Florin ignores unknown names.';
