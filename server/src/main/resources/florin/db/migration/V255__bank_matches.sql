-- Assignment of the money of bank entries to payments and unapplied funds.

CREATE TABLE bank_match (
  realm_id   bigint NOT NULL,
  id         uuid NOT NULL,
  entry_id   uuid NOT NULL,
  source_id  uuid NOT NULL,
  holder     text NOT NULL CONSTRAINT bank_match_holder_is_known CHECK (holder IN ('payment', 'credit', 'unmatched', 'other')),
  holder_id  uuid NOT NULL,
  amount     bigint NOT NULL CONSTRAINT bank_match_moves_money CHECK (amount <> 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id)
);
CREATE INDEX bank_match_of_entry ON bank_match (entry_id);
CREATE INDEX bank_match_of_source ON bank_match (source_id);
CREATE INDEX bank_match_of_holder ON bank_match (holder_id);
COMMENT ON TABLE bank_match IS 'Append-only assignments of money, in minor units. The rows of an entry add up to the booked amount: positive for a credit, negative for a debit. The rows of a holder add up to its money.';
COMMENT ON COLUMN bank_match.source_id IS 'The entry with which the money arrived. For a reversal, the entry that it reverses.';
COMMENT ON COLUMN bank_match.holder IS 'Kind of the object that has the money. other: the money does not concern Florin, and holder_id is the id of the entry.';

CREATE TABLE unapplied_funds (
  realm_id             bigint NOT NULL,
  id                   uuid NOT NULL,
  kind                 text NOT NULL CONSTRAINT unapplied_funds_kind_is_known CHECK (kind IN ('credit', 'unmatched')),
  version              integer NOT NULL,
  status               text NOT NULL CONSTRAINT unapplied_funds_status_is_known CHECK (status IN ('open', 'returning', 'closed')),
  reason               text NOT NULL CONSTRAINT unapplied_funds_reason_is_known
                       CHECK (reason IN ('overpaid', 'late', 'paid_already', 'no_reference', 'unknown_reference', 'several_references', 'other_currency')),
  amount               bigint NOT NULL,
  remaining            bigint NOT NULL,
  currency             currency_code NOT NULL,
  receiving_account_id uuid NOT NULL,
  entry_id             uuid NOT NULL,
  payment_id           uuid,
  customer_id          uuid,
  created_at           timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id),
  CONSTRAINT unapplied_funds_within_amount CHECK (remaining BETWEEN 0 AND amount AND amount > 0),
  CONSTRAINT unapplied_funds_closed_is_empty CHECK ((status = 'closed') = (remaining = 0)),
  CONSTRAINT unapplied_funds_credit_is_of_a_payment CHECK (kind <> 'credit' OR payment_id IS NOT NULL)
) WITH (fillfactor = 80);
CREATE INDEX unapplied_funds_listed ON unapplied_funds (realm_id, kind, status, id);
CREATE INDEX unapplied_funds_of_payment ON unapplied_funds (payment_id) WHERE payment_id IS NOT NULL;
COMMENT ON TABLE unapplied_funds IS 'Money that is not assigned to a payment: customer credits, and unmatched transfers.';
COMMENT ON COLUMN unapplied_funds.payment_id IS 'For a customer credit, the payment for which the money arrived. For an unmatched transfer, the payment to which it was assigned, or null.';

ALTER DOMAIN refund_reason_word DROP CONSTRAINT refund_reason_is_known;
ALTER DOMAIN refund_reason_word ADD CONSTRAINT refund_reason_is_known
  CHECK (VALUE IN ('duplicate', 'fraudulent', 'requested_by_customer', 'bank_return'));

-- Finds money that arrived for a payment before its cancellation. Florin turns it into a customer
-- credit.
CREATE INDEX bank_transfer_left ON bank_transfer (realm_id, id) WHERE state = 'closed' AND received > 0;
