-- How the deliveries to each endpoint went, by the hour: added up by each node and written every few seconds, beside the way of deliveries.

CREATE TABLE endpoint_hour (
  realm_id    bigint NOT NULL,
  endpoint_id uuid NOT NULL,
  begins_at   timestamptz NOT NULL,
  delivered   integer NOT NULL,
  failed      integer NOT NULL,
  latencies   integer[] NOT NULL,
  PRIMARY KEY (realm_id, endpoint_id, begins_at),
  CONSTRAINT endpoint_hour_of_endpoint FOREIGN KEY (realm_id, endpoint_id) REFERENCES webhook_endpoint (realm_id, id) ON DELETE CASCADE,
  CONSTRAINT endpoint_hour_counts_something CHECK (least(delivered, failed) >= 0 AND delivered + failed > 0)
) WITH (fillfactor = 50);
COMMENT ON TABLE endpoint_hour IS 'Attempts by the hour (UTC) in which they began, of about a week. What a node had not written when it was killed is missing: a few seconds.';
COMMENT ON COLUMN endpoint_hour.latencies IS 'Answers by how long they took: how many there are of each bucket of LatencyBuckets, in their order.';
