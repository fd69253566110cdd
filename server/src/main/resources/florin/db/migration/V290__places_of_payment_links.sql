-- A payment counts toward the limit of its payment link when it begins. An open session alone does
-- not count.
ALTER TABLE payment_link
  ADD COLUMN paying integer NOT NULL DEFAULT 0 CONSTRAINT payment_link_paying_not_negative CHECK (paying >= 0);
COMMENT ON COLUMN payment_link.paying IS 'Number of open checkout sessions of the link whose payment has begun and has no outcome yet. The version does not guard it.';
COMMENT ON COLUMN payment_link.reserved IS 'Number of open checkout sessions of the link. The version does not guard it.';
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
