-- Events, as every reader gets them.

CREATE TABLE event (
  realm_id   bigint NOT NULL,
  id         uuid NOT NULL,
  type       text NOT NULL,
  object_id  uuid NOT NULL,
  sequence   integer NOT NULL,
  body       text NOT NULL,
  position   xid8 NOT NULL DEFAULT pg_current_xact_id(),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id)
);
CREATE INDEX event_by_object ON event (object_id, id);
-- Order in which Florin streams events. New rows always go to the right edge of the index.
CREATE INDEX event_by_position ON event (position, id);
-- An index for lists of rare types. The usual payment writes one event, payment.succeeded, so a
-- list of these walks the primary key. realm_id is not the first column: see attempt_by_payment.
CREATE INDEX event_by_rare_type ON event (type, realm_id, id) WHERE type <> 'payment.succeeded';

COMMENT ON COLUMN event.body IS 'The bytes that every reader gets. Florin renders them once, in ASCII.';
COMMENT ON COLUMN event.position IS 'The transaction that wrote the event. A reader in the order of (position, id) that stays below pg_snapshot_xmin misses no event, even though Florin generates ids before the commit.';

CREATE VIEW event_log AS
SELECT realm_id, id, type, object_id, sequence, body, position, created_at
  FROM event;
COMMENT ON VIEW event_log IS 'The events, for those who follow, repeat or deliver them. Events are never changed.';
