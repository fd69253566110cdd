-- What the network approved, where that is another amount than was asked for. Nothing of it is booked.

ALTER TABLE attempt
  ADD COLUMN amount_approved   bigint CHECK (amount_approved >= 0),
  ADD COLUMN currency_approved text,
  ADD CONSTRAINT attempt_approved_is_money CHECK ((amount_approved IS NULL) = (currency_approved IS NULL));
COMMENT ON COLUMN attempt.amount_approved IS 'Only where it is not what was asked for: an authorisation is reversed then, a capture or refund stays open.';
