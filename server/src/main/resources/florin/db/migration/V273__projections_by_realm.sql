-- Where the database is spread over several servers, each counts its transactions for itself: what is made of events follows them realm by realm then.

CREATE TABLE projection_of_realm (
  realm_id bigint NOT NULL,
  name     text NOT NULL,
  position xid8 NOT NULL,
  event_id uuid NOT NULL,
  moved_at timestamptz NOT NULL,
  PRIMARY KEY (realm_id, name)
) WITH (fillfactor = 20);
COMMENT ON TABLE projection_of_realm IS 'As projection, for one realm, by the transactions of the server that has it. Empty on one server, as projection is on several.';
