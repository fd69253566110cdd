-- The first commit of a refund approves its request, so an approval can no longer be interrupted.

ALTER TABLE refund_request DROP COLUMN begun_at;
