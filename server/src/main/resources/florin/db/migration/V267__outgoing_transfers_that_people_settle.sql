-- A bank has booked another amount than it was asked for: a person says what of it the payer has. Money that no payment has goes back by payment files too.

ALTER TABLE outgoing_transfer
  ADD unapplied_funds_id uuid,
  DROP CONSTRAINT outgoing_transfer_state_is_known,
  ADD CONSTRAINT outgoing_transfer_state_is_known
      CHECK (state IN ('begun', 'waiting', 'ordered', 'booked', 'returned', 'other_amount', 'declared', 'closed')) NOT VALID,
  ADD CONSTRAINT outgoing_transfer_is_for_one_thing CHECK (num_nonnulls(refund_id, unapplied_funds_id) = 1) NOT VALID;
ALTER TABLE outgoing_transfer VALIDATE CONSTRAINT outgoing_transfer_state_is_known;
ALTER TABLE outgoing_transfer VALIDATE CONSTRAINT outgoing_transfer_is_for_one_thing;
CREATE INDEX outgoing_transfer_of_holding ON outgoing_transfer (unapplied_funds_id, id) WHERE unapplied_funds_id IS NOT NULL;
CREATE INDEX outgoing_transfer_of_entry ON outgoing_transfer (entry_id) WHERE entry_id IS NOT NULL;
CREATE INDEX outgoing_transfer_of_other_amount ON outgoing_transfer (id) WHERE state = 'other_amount';
CREATE INDEX payment_file_transfer_of_transfer ON payment_file_transfer (transfer_id, order_id);
COMMENT ON COLUMN outgoing_transfer.id IS 'Of a refund: its attempt''s, which is our reference.';
COMMENT ON COLUMN outgoing_transfer.unapplied_funds_id IS 'The credit or receipt whose money goes back; null of a refund.';
COMMENT ON COLUMN outgoing_transfer.state IS 'begun: is about to be written down for the next payment file. waiting: for that file. ordered: in a file. booked: the bank says that it went out. returned: it has come back. other_amount: the bank has booked another amount under its name. declared: the same, and a person has said what of it the payer has. closed: never went into a file, and will not.';

ALTER DOMAIN refund_failure_word DROP CONSTRAINT refund_failure_is_known;
ALTER DOMAIN refund_failure_word ADD CONSTRAINT refund_failure_is_known
  CHECK (VALUE IN ('declined', 'expired_or_canceled_card', 'lost_or_stolen_card', 'returned', 'other_amount', 'unknown'));
