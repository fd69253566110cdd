-- What happened, in the words that every reader gets.

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
-- The order in which events are streamed. New rows always go to its right edge.
CREATE INDEX event_by_position ON event (position, id);
-- For lists of what is rare: what every payment writes is not in it, and found at once without. Not led by realm_id: see attempt_by_payment.
CREATE INDEX event_by_rare_type ON event (type, realm_id, id) WHERE type NOT IN ('payment.created', 'payment.succeeded');

COMMENT ON COLUMN event.body IS 'The bytes that every reader gets: rendered once, ASCII only.';
COMMENT ON COLUMN event.position IS 'The transaction that wrote it. A reader that goes by (position, id) and stays below pg_snapshot_xmin misses nothing, though ids are made before they commit.';
