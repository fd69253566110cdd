-- The order in which events are streamed. New rows always go to its right edge.

CREATE INDEX event_by_position ON event (position, id);
