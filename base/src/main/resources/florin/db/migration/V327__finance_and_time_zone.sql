-- The role finance, the time zone of an account's reports, and requests to approve refunds.

ALTER TABLE membership
  DROP CONSTRAINT membership_role_check,
  ADD CONSTRAINT membership_role_check CHECK (role IN ('owner', 'admin', 'developer', 'finance', 'support', 'viewer'));
ALTER TABLE invitation
  DROP CONSTRAINT invitation_role_check,
  ADD CONSTRAINT invitation_role_check CHECK (role IN ('owner', 'admin', 'developer', 'finance', 'support', 'viewer'));

ALTER TABLE account
  ADD COLUMN time_zone text NOT NULL DEFAULT 'UTC' CONSTRAINT account_time_zone_is_short CHECK (length(time_zone) BETWEEN 1 AND 64);
COMMENT ON COLUMN account.time_zone IS 'IANA name of the time zone of the days in reports, day filters and exports.';

DROP VIEW account_for_team;
CREATE VIEW account_for_team AS
SELECT number, name, created_at, second_factor_required, second_factor_from, time_zone
  FROM account;
COMMENT ON VIEW account_for_team IS 'The name of an account, its rule for second factors, and the time zone of its reports.';

-- Metrics of quarters of an hour, from which Florin derives the days of any time zone: every zone's
-- offset is a multiple of 15 minutes. Metrics by hour become those of the quarter in which the hour
-- begins (docs/decisions/046).
ALTER TABLE figure
  DROP CONSTRAINT figure_span_check,
  DROP CONSTRAINT figure_measure_check;
UPDATE figure
   SET span = 'quarter'
 WHERE span = 'hour';
INSERT INTO figure (realm_id, span, begins_at, currency, measure, code, count, amount)
SELECT realm_id, 'day', day::timestamp AT TIME ZONE 'UTC', currency, measure, code, count, 0
  FROM daily_count;
ALTER TABLE figure
  ADD CONSTRAINT figure_span_check CHECK (span IN ('quarter', 'day')),
  ADD CONSTRAINT figure_measure_check CHECK (measure IN (
    'succeeded', 'failed', 'canceled', 'refunded', 'refund_returned',
    'brand_succeeded', 'brand_failed', 'connector_succeeded', 'connector_failed', 'customer'));
DROP TABLE daily_count;
COMMENT ON TABLE figure IS 'Metrics of a quarter of an hour or a day (UTC): the count, and the amount in minor units. A refund counts in the period in which it was created. Only the transaction that locks the row of projection writes here.';
COMMENT ON COLUMN figure.currency IS 'Currency of the payments. Empty for customers.';
COMMENT ON COLUMN figure.code IS 'For succeeded, the capture method. For failed, the decline code, or the failure code if there is none. For the brand measures, the card''s brand or the type of another payment method. For the connector measures, the connector. Otherwise empty.';

CREATE TABLE refund_request (
  realm_id   bigint NOT NULL,
  id         uuid NOT NULL,
  payment_id uuid NOT NULL,
  amount     bigint NOT NULL CHECK (amount > 0),
  currency   text NOT NULL,
  reason     text,
  note       text NOT NULL CHECK (length(note) <= 500),
  asked_by   uuid NOT NULL,
  created_at timestamptz NOT NULL,
  expires_at timestamptz NOT NULL,
  status     text NOT NULL CHECK (status IN ('open', 'approved', 'declined', 'expired')),
  begun_at   timestamptz,
  decided_by uuid,
  decided_at timestamptz,
  answer     text NOT NULL DEFAULT '' CHECK (length(answer) <= 500),
  refund_id  uuid,
  PRIMARY KEY (realm_id, id),
  CONSTRAINT refund_request_is_decided CHECK (
    (status = 'open') = (decided_at IS NULL)
    AND (status = 'approved') = (refund_id IS NOT NULL)
    AND (status IN ('open', 'expired') OR decided_by IS NOT NULL))
) WITH (fillfactor = 70);
CREATE INDEX refund_request_by_payment ON refund_request (payment_id, id);
CREATE UNIQUE INDEX refund_request_open ON refund_request (realm_id, payment_id) WHERE status = 'open';
COMMENT ON TABLE refund_request IS 'Requests of members to approve a refund that their role does not allow. A payment has at most one open request.';
COMMENT ON COLUMN refund_request.begun_at IS 'Time at which a member first began to approve the request. From then on, Florin repeats the refund only under its idempotency key, and only while that key is kept. Null before.';
COMMENT ON COLUMN refund_request.answer IS 'Words of the member who declined the request. Empty if there are none.';
