-- The report of fees: the settlement lines of a month, by the brand and country of their payments.

CREATE VIEW payment_for_fees AS
SELECT realm_id, id,
       CASE WHEN method_type = 'card' THEN method ->> 'brand' END AS brand,
       method -> 'billing' ->> 'country' AS country
  FROM payment;
COMMENT ON VIEW payment_for_fees IS 'The conditions of a payment that fees depend on: the brand of its card, and the country of its billing address.';

CREATE INDEX settlement_line_by_time ON settlement_line (realm_id, occurred_at);
