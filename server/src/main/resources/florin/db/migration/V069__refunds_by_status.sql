-- Refunds of a status that is rare; those that have succeeded are found at once. Not led by realm_id: see attempt_by_payment.
CREATE INDEX refund_by_rare_status ON refund (status, realm_id, id) WHERE status <> 'succeeded';
