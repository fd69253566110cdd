-- If a bank booked another amount than the payment file requested, a person declares how much the
-- payer received. Payment files return unapplied funds too.

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
COMMENT ON COLUMN outgoing_transfer.id IS 'For a refund, the id of its attempt, which is Florin''s reference.';
COMMENT ON COLUMN outgoing_transfer.unapplied_funds_id IS 'The customer credit or unmatched transfer whose money Florin returns. Null for a refund.';
COMMENT ON COLUMN outgoing_transfer.state IS 'begun: not in the queue for the next payment file yet. waiting: in the queue. ordered: in a file. booked: the bank reports the debit. returned: the money came back. other_amount: the bank booked another amount with the same id. declared: the same, and a person declared how much the payer received. closed: not in a file, permanently.';

ALTER DOMAIN refund_failure_word DROP CONSTRAINT refund_failure_is_known;
ALTER DOMAIN refund_failure_word ADD CONSTRAINT refund_failure_is_known
  CHECK (VALUE IN ('declined', 'expired_or_canceled_card', 'lost_or_stolen_card', 'returned', 'other_amount', 'unknown'));
