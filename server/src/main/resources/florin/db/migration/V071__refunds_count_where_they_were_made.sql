-- Until now a refund counted when it had succeeded, and against that when the network took it back, which may be weeks later: a span of time could hold the
-- one without the other. Now both count where the refund was made. What was counted is counted anew from the refunds themselves, which stay, while
-- events go after some weeks; what the projection has still to follow, it will.

-- Whoever follows events holds this row; the others pass by.
SELECT FROM projection WHERE name = 'report' FOR UPDATE;

DELETE FROM figure WHERE measure IN ('refunded', 'refund_returned');

INSERT INTO figure (realm_id, span, begins_at, currency, measure, code, count, amount)
WITH counted AS (
     SELECT r.*
       FROM counted_refund c
       JOIN refund r ON r.realm_id = c.realm_id AND r.id = c.refund_id),
     fact AS (
     SELECT realm_id, created_at, currency, amount, 'refunded' AS measure
       FROM counted
      UNION ALL
     SELECT realm_id, created_at, currency, amount, 'refund_returned'
       FROM counted r
      WHERE r.status = 'failed'
        AND NOT EXISTS (
            SELECT FROM event e, projection p
             WHERE e.object_id = r.id
               AND e.realm_id = r.realm_id
               AND e.type = 'refund.failed'
               AND p.name = 'report'
               AND (e.position, e.id) > (p.position, p.event_id)))
SELECT realm_id, span, date_trunc(span, created_at, 'UTC') AS begins_at, currency, measure, '', count(*), sum(amount)
  FROM fact
 CROSS JOIN (VALUES ('hour'), ('day')) AS spans(span)
 GROUP BY realm_id, span, begins_at, currency, measure;

COMMENT ON TABLE figure IS 'How often something happened in an hour or a day (UTC), and to what amount; refunds count where they were made. One writer at a time: whoever holds the row of the projection.';
