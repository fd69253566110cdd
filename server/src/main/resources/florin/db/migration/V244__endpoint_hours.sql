-- Results of the deliveries to each endpoint by hour. Each node adds them up and writes them every
-- few seconds, outside of the transactions of deliveries.

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
COMMENT ON TABLE endpoint_hour IS 'Attempts by the hour (UTC) in which they began, of the last 8 days. If a node is killed, the attempts of its last few seconds are missing.';
COMMENT ON COLUMN endpoint_hour.latencies IS 'Number of responses in each bucket of LatencyBuckets, in the order of the buckets.';
