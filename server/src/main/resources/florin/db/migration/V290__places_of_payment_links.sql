-- A payment takes its place when it begins. Before, a session had one from the moment that it was opened, whether its payer paid or not.
ALTER TABLE payment_link
  ADD COLUMN paying integer NOT NULL DEFAULT 0 CONSTRAINT payment_link_paying_not_negative CHECK (paying >= 0);
COMMENT ON COLUMN payment_link.paying IS 'Open checkout sessions of it whose payment has begun and has no outcome yet. Not guarded by the version.';
COMMENT ON COLUMN payment_link.reserved IS 'Open checkout sessions of it. Not guarded by the version.';
UPDATE payment_link l
   SET paying = t.paying
  FROM (SELECT s.realm_id, s.link_id, count(*) AS paying
          FROM checkout_session s
          JOIN payment p ON p.realm_id = s.realm_id AND p.id = s.payment_id
         WHERE s.status = 'open'
           AND s.link_id IS NOT NULL
           AND p.status NOT IN ('failed', 'canceled')
         GROUP BY s.realm_id, s.link_id) t
 WHERE l.realm_id = t.realm_id
   AND l.id = t.link_id;
