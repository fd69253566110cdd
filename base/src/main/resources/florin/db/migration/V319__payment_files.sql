-- Transfers that a merchant's bank is to send, and the payment files that instruct the bank.

CREATE TABLE payment_file (
  realm_id             bigint NOT NULL,
  id                   uuid NOT NULL,
  version              integer NOT NULL,
  status               text NOT NULL CONSTRAINT payment_file_status_is_known CHECK (status IN ('open', 'rejected')),
  receiving_account_id uuid NOT NULL,
  file_sealed          text NOT NULL,
  transfers            integer NOT NULL,
  amount               bigint NOT NULL,
  currency             currency_code NOT NULL,
  created_at           timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id),
  CONSTRAINT payment_file_account_exists FOREIGN KEY (realm_id, receiving_account_id) REFERENCES receiving_account (realm_id, id),
  CONSTRAINT payment_file_asks_for_something CHECK (transfers > 0 AND amount > 0)
);
CREATE INDEX payment_file_of_account ON payment_file (receiving_account_id, id);
COMMENT ON COLUMN payment_file.status IS 'open: the bank is to execute the file, or has executed it. rejected: a person reported that the bank does not execute it. Its transfers without a booking go into another file.';
COMMENT ON COLUMN payment_file.file_sealed IS 'The file, encrypted because it has account numbers of payers. Florin returns the same bytes each time.';

CREATE TABLE outgoing_transfer (
  realm_id             bigint NOT NULL,
  id                   uuid NOT NULL,
  version              integer NOT NULL,
  state                text NOT NULL CONSTRAINT outgoing_transfer_state_is_known
                       CHECK (state IN ('begun', 'waiting', 'ordered', 'booked', 'returned', 'other_amount', 'declared', 'closed')),
  refund_id            uuid,
  unapplied_funds_id   uuid,
  end_to_end_id        text NOT NULL,
  receiving_account_id uuid NOT NULL,
  amount               bigint NOT NULL,
  currency             currency_code NOT NULL,
  holder               text NOT NULL,
  iban_sealed          text NOT NULL,
  iban_last4           text NOT NULL,
  named                boolean NOT NULL,
  message              text NOT NULL,
  order_id             uuid,
  entry_id             uuid,
  waiting_since        timestamptz NOT NULL,
  created_at           timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id),
  CONSTRAINT outgoing_transfer_account_exists FOREIGN KEY (realm_id, receiving_account_id) REFERENCES receiving_account (realm_id, id),
  CONSTRAINT outgoing_transfer_order_exists FOREIGN KEY (realm_id, order_id) REFERENCES payment_file (realm_id, id),
  CONSTRAINT outgoing_transfer_amount_is_positive CHECK (amount > 0),
  CONSTRAINT outgoing_transfer_is_for_one_thing CHECK (num_nonnulls(refund_id, unapplied_funds_id) = 1),
  CONSTRAINT outgoing_transfer_is_in_an_order CHECK ((order_id IS NULL) = (state IN ('begun', 'waiting', 'closed'))),
  CONSTRAINT outgoing_transfer_is_in_an_entry CHECK ((entry_id IS NULL) = (state IN ('begun', 'waiting', 'ordered', 'closed')))
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX outgoing_transfer_once ON outgoing_transfer (realm_id, end_to_end_id);
CREATE UNIQUE INDEX outgoing_transfer_of_refund ON outgoing_transfer (realm_id, refund_id) WHERE refund_id IS NOT NULL;
CREATE INDEX outgoing_transfer_of_holding ON outgoing_transfer (unapplied_funds_id, id) WHERE unapplied_funds_id IS NOT NULL;
CREATE INDEX outgoing_transfer_of_entry ON outgoing_transfer (entry_id) WHERE entry_id IS NOT NULL;
CREATE INDEX outgoing_transfer_of_other_amount ON outgoing_transfer (id) WHERE state = 'other_amount';
CREATE INDEX outgoing_transfer_waiting ON outgoing_transfer (receiving_account_id, id) WHERE state = 'waiting';
CREATE INDEX outgoing_transfer_of_order ON outgoing_transfer (order_id, id) WHERE order_id IS NOT NULL;
COMMENT ON TABLE outgoing_transfer IS 'A transfer that a bank is to send: a refund, or a return of money to its sender.';
COMMENT ON COLUMN outgoing_transfer.id IS 'For a refund, the id of its attempt, which is Florin''s reference.';
COMMENT ON COLUMN outgoing_transfer.state IS 'begun: not in the queue for the next payment file yet. waiting: in the queue. ordered: in a file. booked: the bank reports the debit. returned: the money came back. other_amount: the bank booked another amount with the same id. declared: the same, and a person declared how much the payer received. closed: not in a file, permanently.';
COMMENT ON COLUMN outgoing_transfer.unapplied_funds_id IS 'The customer credit or unmatched transfer whose money Florin returns. Null for a refund.';
COMMENT ON COLUMN outgoing_transfer.end_to_end_id IS 'Id with which Florin recognizes the bank''s booking. It is the same in another file, so that Florin recognizes the booking whichever file the bank executes.';
COMMENT ON COLUMN outgoing_transfer.named IS 'True if the refund request named the account. False if it is the account from which the payer paid.';
COMMENT ON COLUMN outgoing_transfer.order_id IS 'The only payment file that contains the transfer. Null if there is none.';

CREATE TABLE payment_file_transfer (
  realm_id    bigint NOT NULL,
  order_id    uuid NOT NULL,
  transfer_id uuid NOT NULL,
  PRIMARY KEY (realm_id, order_id, transfer_id)
);
CREATE INDEX payment_file_transfer_of_order ON payment_file_transfer (order_id, transfer_id);
CREATE INDEX payment_file_transfer_of_transfer ON payment_file_transfer (transfer_id, order_id);
COMMENT ON TABLE payment_file_transfer IS 'The transfers of each payment file, including rejected ones. Append-only.';

CREATE VIEW unbooked_transfer AS
SELECT realm_id, order_id
  FROM outgoing_transfer
 WHERE state IN ('ordered', 'other_amount');
COMMENT ON VIEW unbooked_transfer IS 'The transfers of payment files that the bank has not booked as ordered.';
