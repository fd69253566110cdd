-- Bank statements. Florin stages a file as a whole, in statements that no reader can see. One last
-- commit makes all of it visible.

CREATE DOMAIN bank_source_word AS text
  CONSTRAINT bank_source_is_known CHECK (VALUE IN ('api', 'folder', 'dashboard', 'command', 'simulator'));

CREATE TABLE bank_file (
  realm_id   bigint NOT NULL,
  id         uuid NOT NULL,
  status     text NOT NULL CONSTRAINT bank_file_status_is_known CHECK (status IN ('staged', 'booked')),
  hash       bytea NOT NULL CONSTRAINT bank_file_hash_is_sha256 CHECK (octet_length(hash) = 32),
  source     bank_source_word NOT NULL,
  bytes      bigint NOT NULL,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id),
  CONSTRAINT bank_file_live_is_not_simulated CHECK (source <> 'simulator' OR realm_id % 2 = 0)
);
CREATE UNIQUE INDEX bank_file_once ON bank_file (realm_id, hash) WHERE status = 'booked';
CREATE INDEX bank_file_staged ON bank_file (created_at) WHERE status = 'staged';
COMMENT ON COLUMN bank_file.status IS 'staged: Florin reads the file, and deletes the rows after a crash. booked: all rows of the file are visible. A file with the same bytes then changes nothing.';

CREATE TABLE bank_statement (
  realm_id             bigint NOT NULL,
  id                   uuid NOT NULL,
  file_id              uuid NOT NULL,
  receiving_account_id uuid NOT NULL,
  status               text NOT NULL CONSTRAINT bank_statement_status_is_known CHECK (status IN ('staged', 'booked')),
  format               text NOT NULL,
  bank_reference       text NOT NULL,
  number               bigint,
  currency             currency_code NOT NULL,
  opening              bigint,
  closing              bigint,
  stated_on            date NOT NULL,
  place                integer NOT NULL DEFAULT 0,
  first_on             date,
  entries              integer NOT NULL,
  duplicates           integer NOT NULL,
  credits              bigint NOT NULL,
  debits               bigint NOT NULL,
  gap                  boolean NOT NULL,
  matched              boolean NOT NULL DEFAULT false,
  overlap              boolean NOT NULL DEFAULT false,
  created_at           timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id),
  CONSTRAINT bank_statement_has_two_balances_or_none CHECK ((opening IS NULL) = (closing IS NULL)),
  CONSTRAINT bank_statement_counts_not_negative CHECK (least(entries, duplicates, credits, debits) >= 0 AND duplicates <= entries)
);
-- realm_id is the last column: see attempt_one_for_a_refund.
CREATE UNIQUE INDEX bank_statement_once ON bank_statement (receiving_account_id, bank_reference, realm_id) WHERE status = 'booked';
CREATE INDEX bank_statement_in_place ON bank_statement (receiving_account_id, stated_on, place, id) WHERE status = 'booked' AND opening IS NOT NULL;
CREATE INDEX bank_statement_of_file ON bank_statement (file_id, id);
-- A match changes the status of an entry, and no index has that column. Florin records for whole
-- statements whether they have entries to match.
CREATE INDEX bank_statement_to_match ON bank_statement (receiving_account_id, id) WHERE status = 'booked' AND NOT matched;
-- An index for the alert. Few statements begin with another balance than the end of the previous
-- one.
CREATE INDEX bank_statement_gap ON bank_statement (created_at) WHERE gap AND status = 'booked';
CREATE INDEX bank_statement_gaps_of_realm ON bank_statement (realm_id, id) WHERE gap AND status = 'booked';
COMMENT ON COLUMN bank_statement.opening IS 'Opening balance in minor units, signed like the closing balance. Null for a notification (camt.054), which has no balances.';
COMMENT ON COLUMN bank_statement.bank_reference IS 'The bank''s name for the statement, which is unique within the account.';
COMMENT ON COLUMN bank_statement.place IS 'Position among the statements of the account on the same day, from 0, in the order of their balances.';
COMMENT ON COLUMN bank_statement.first_on IS 'Day of the first entry. Null if the statement has no entries, or if the day is not recorded.';
COMMENT ON COLUMN bank_statement.duplicates IS 'Number of transactions whose money another statement reports. Florin stores them and does not book them.';
COMMENT ON COLUMN bank_statement.gap IS 'True if the opening balance differs from the closing balance of the previous statement.';
COMMENT ON COLUMN bank_statement.matched IS 'True if no entry of the statement is left to match.';
COMMENT ON COLUMN bank_statement.overlap IS 'True if the statement repeats entries of another statement.';

CREATE TABLE bank_entry (
  realm_id             bigint NOT NULL,
  id                   uuid NOT NULL,
  receiving_account_id uuid NOT NULL,
  statement_id         uuid NOT NULL,
  number               integer NOT NULL,
  detail               integer NOT NULL,
  version              integer NOT NULL,
  status               text NOT NULL CONSTRAINT bank_entry_status_is_known CHECK (status IN ('new', 'matched', 'unmatched', 'other', 'duplicate')),
  amount               bigint NOT NULL,
  currency             currency_code NOT NULL,
  debit                boolean NOT NULL,
  reversal             boolean NOT NULL,
  possible_duplicate   boolean NOT NULL DEFAULT false,
  booked_on            date NOT NULL,
  bank_reference       text,
  entry_amount         bigint NOT NULL,
  creditor_references  text,
  end_to_end_id        text,
  message              text,
  party                text,
  party_iban_sealed    text,
  party_iban_last4     text,
  return_reason        text,
  PRIMARY KEY (realm_id, id),
  CONSTRAINT bank_entry_amount_is_positive CHECK (amount > 0 AND entry_amount >= amount),
  CONSTRAINT bank_entry_iban_shows_its_end CHECK ((party_iban_sealed IS NULL) = (party_iban_last4 IS NULL))
) WITH (fillfactor = 80);
-- realm_id is the last column: see attempt_one_for_a_refund.
CREATE UNIQUE INDEX bank_entry_once ON bank_entry (statement_id, number, detail, realm_id);
-- Entries by the bank's name for them. The search for a payment has only that name; reconciliation
-- has the account too.
CREATE INDEX bank_entry_by_bank_reference ON bank_entry (bank_reference, receiving_account_id) WHERE bank_reference IS NOT NULL;
CREATE INDEX bank_entry_by_end_to_end_id ON bank_entry (receiving_account_id, end_to_end_id) WHERE end_to_end_id IS NOT NULL;
-- A statement that begins before the end of another one repeats entries. If the bank gives no
-- references, Florin recognizes the entries by day, amount and text.
CREATE INDEX bank_entry_without_reference ON bank_entry (receiving_account_id, booked_on, amount) WHERE bank_reference IS NULL;
-- The API lists entries of one account, and of a range of days.
CREATE INDEX bank_entry_of_account ON bank_entry (receiving_account_id, id);
CREATE INDEX bank_entry_booked_on ON bank_entry (realm_id, booked_on);
COMMENT ON TABLE bank_entry IS 'A transaction that a bank has booked. A batch entry of a statement has a row for each of its transactions, if the bank reports their amounts.';
COMMENT ON COLUMN bank_entry.number IS 'Number of the entry in its statement, from 1. The column detail is the number of the transaction in the entry, from 1.';
COMMENT ON COLUMN bank_entry.possible_duplicate IS 'True if another statement has a similar entry, and the balances do not show whether the two are one booking.';
COMMENT ON COLUMN bank_entry.entry_amount IS 'Amount in minor units of the whole entry to which the transaction belongs.';
COMMENT ON COLUMN bank_entry.bank_reference IS 'The bank''s name for the entry (camt: AcctSvcrRef). Together with amount, direction and day, it identifies an entry that another statement repeats. Null if the bank gives none.';
COMMENT ON COLUMN bank_entry.creditor_references IS 'Possible references of Florin (ISO 11649), separated by spaces. Those of the structured field, of the message and of the end-to-end id are separated by |. Null if there are none.';
COMMENT ON COLUMN bank_entry.message IS 'The payer''s message, without sequences that look like card numbers. Null if there is none.';

CREATE TABLE bank_position (
  realm_id             bigint NOT NULL,
  receiving_account_id uuid NOT NULL,
  due_at               timestamptz,
  PRIMARY KEY (realm_id, receiving_account_id)
);
CREATE INDEX bank_position_due ON bank_position (due_at) WHERE due_at IS NOT NULL;
COMMENT ON TABLE bank_position IS 'Progress with the statements of an account. The transaction that makes a file visible locks the row, so that two files become visible one after the other.';
COMMENT ON COLUMN bank_position.due_at IS 'Time at which Florin matches new entries of the account or, while a node matches them, the end of its lease. Null if there are no new entries.';

-- Assignment of the money of bank entries to payments and unapplied funds.

CREATE TABLE bank_match (
  realm_id   bigint NOT NULL,
  id         uuid NOT NULL,
  entry_id   uuid NOT NULL,
  source_id  uuid NOT NULL,
  holder     text NOT NULL CONSTRAINT bank_match_holder_is_known CHECK (holder IN ('payment', 'credit', 'unmatched', 'other')),
  holder_id  uuid NOT NULL,
  refund_id  uuid,
  amount     bigint NOT NULL CONSTRAINT bank_match_moves_money CHECK (amount <> 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id)
);
CREATE INDEX bank_match_of_entry ON bank_match (entry_id);
CREATE INDEX bank_match_of_holder ON bank_match (holder_id);
-- The entry with which money arrives usually moves it, and bank_match_of_entry finds that row. This
-- index finds rows of other entries by their source.
CREATE INDEX bank_match_by_other ON bank_match (source_id) WHERE source_id <> entry_id;
COMMENT ON TABLE bank_match IS 'Append-only assignments of money, in minor units. The rows of an entry add up to the booked amount: positive for a credit, negative for a debit. The rows of a holder add up to its money.';
COMMENT ON COLUMN bank_match.source_id IS 'The entry with which the money arrived. For a reversal, the entry that it reverses.';
COMMENT ON COLUMN bank_match.holder IS 'Kind of the object that has the money. other: the money does not concern Florin, and holder_id is the id of the entry.';
-- An entry of a payment can move a refund. The match refers to the refund, so that it can be found
-- from the entry.
COMMENT ON COLUMN bank_match.refund_id IS 'The refund of the payment that the entry booked, returned or caused. Null for all other matches.';

CREATE TABLE unapplied_funds (
  realm_id             bigint NOT NULL,
  id                   uuid NOT NULL,
  kind                 text NOT NULL CONSTRAINT unapplied_funds_kind_is_known CHECK (kind IN ('credit', 'unmatched')),
  version              integer NOT NULL,
  status               text NOT NULL CONSTRAINT unapplied_funds_status_is_known CHECK (status IN ('open', 'returning', 'closed')),
  -- amount_differs: a notification (camt.054) has another amount than the statement of the account,
  -- and a person decides.
  reason               text NOT NULL CONSTRAINT unapplied_funds_reason_is_known
                       CHECK (reason IN ('overpaid', 'late', 'paid_already', 'no_reference', 'unknown_reference', 'several_references', 'other_currency', 'amount_differs', 'possible_duplicate')),
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
CREATE INDEX unapplied_funds_of_kind ON unapplied_funds (realm_id, kind, id);
CREATE INDEX unapplied_funds_of_payment ON unapplied_funds (payment_id) WHERE payment_id IS NOT NULL;
COMMENT ON TABLE unapplied_funds IS 'Money that is not assigned to a payment: customer credits, and unmatched transfers.';
COMMENT ON COLUMN unapplied_funds.payment_id IS 'For a customer credit, the payment for which the money arrived. For an unmatched transfer, the payment to which it was assigned, or null.';

CREATE VIEW entry_origin AS
SELECT realm_id, id, bank_reference, debit, currency, party, party_iban_sealed
  FROM bank_entry;
COMMENT ON VIEW entry_origin IS 'The payer of a bank entry, and the bank''s reference of it.';

CREATE VIEW payment_match AS
SELECT realm_id, holder_id AS payment_id, source_id, amount
  FROM bank_match
 WHERE holder = 'payment';
COMMENT ON VIEW payment_match IS 'The money of bank entries that payments got or lost.';
