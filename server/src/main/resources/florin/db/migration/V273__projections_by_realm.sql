-- If the database is distributed over several servers, each server counts its own transactions.
-- Florin then derives data from events realm by realm.

CREATE TABLE projection_of_realm (
  realm_id bigint NOT NULL,
  name     text NOT NULL,
  position xid8 NOT NULL,
  event_id uuid NOT NULL,
  moved_at timestamptz NOT NULL,
  PRIMARY KEY (realm_id, name)
) WITH (fillfactor = 20);
COMMENT ON TABLE projection_of_realm IS 'Progress like that of projection, for one realm, in transactions of the server that stores it. Empty with one server; with several servers, projection is empty.';
