-- Lists by what is rare, which walked a whole realm's events, or an endpoint's deliveries, until they had ten (docs/decisions/016). What every payment
-- writes is in neither index, and found at once without.

-- Not led by realm_id: see attempt_by_payment.
CREATE INDEX event_by_rare_type ON event (type, realm_id, id) WHERE type NOT IN ('payment.created', 'payment.succeeded');

-- Those that are pending are found by delivery_due.
CREATE INDEX delivery_by_rare_status ON delivery (endpoint_id, status, id) WHERE status IN ('exhausted', 'canceled');
