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
  entries              integer NOT NULL,
  duplicates           integer NOT NULL,
  credits              bigint NOT NULL,
  debits               bigint NOT NULL,
  gap                  boolean NOT NULL,
  created_at           timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id),
  CONSTRAINT bank_statement_has_two_balances_or_none CHECK ((opening IS NULL) = (closing IS NULL)),
  CONSTRAINT bank_statement_counts_not_negative CHECK (least(entries, duplicates, credits, debits) >= 0 AND duplicates <= entries)
);
CREATE UNIQUE INDEX bank_statement_once ON bank_statement (receiving_account_id, bank_reference) WHERE status = 'booked';
CREATE INDEX bank_statement_in_order ON bank_statement (receiving_account_id, stated_on, id) WHERE status = 'booked' AND opening IS NOT NULL;
CREATE INDEX bank_statement_of_file ON bank_statement (file_id, id);
COMMENT ON COLUMN bank_statement.opening IS 'Opening balance in minor units, signed like the closing balance. Null for a notification (camt.054), which has no balances.';
COMMENT ON COLUMN bank_statement.bank_reference IS 'The bank''s name for the statement, which is unique within the account.';
COMMENT ON COLUMN bank_statement.duplicates IS 'Number of transactions that another statement reported before. Florin stores them and does not book them.';
COMMENT ON COLUMN bank_statement.gap IS 'True if the opening balance differs from the closing balance of the previous statement.';

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
CREATE UNIQUE INDEX bank_entry_once ON bank_entry (statement_id, number, detail);
CREATE INDEX bank_entry_new ON bank_entry (receiving_account_id, id) WHERE status = 'new';
CREATE INDEX bank_entry_by_bank_reference ON bank_entry (receiving_account_id, bank_reference) WHERE bank_reference IS NOT NULL;
CREATE INDEX bank_entry_by_end_to_end_id ON bank_entry (receiving_account_id, end_to_end_id) WHERE end_to_end_id IS NOT NULL;
COMMENT ON TABLE bank_entry IS 'A transaction that a bank has booked. A batch entry of a statement has a row for each of its transactions, if the bank reports their amounts.';
COMMENT ON COLUMN bank_entry.number IS 'Number of the entry in its statement, from 1. The column detail is the number of the transaction in the entry, from 1.';
COMMENT ON COLUMN bank_entry.entry_amount IS 'Amount in minor units of the whole entry to which the transaction belongs.';
COMMENT ON COLUMN bank_entry.bank_reference IS 'The bank''s name for the entry (camt: AcctSvcrRef). Together with amount, direction and day, it identifies an entry that another statement repeats. Null if the bank gives none.';
COMMENT ON COLUMN bank_entry.creditor_references IS 'Possible references of Florin (ISO 11649), separated by spaces. Those of the structured field, of the message and of the end-to-end id are separated by |. Null if there are none.';
COMMENT ON COLUMN bank_entry.message IS 'The payer''s message, without sequences that look like card numbers. Null if there is none.';

CREATE TABLE bank_position (
  realm_id             bigint NOT NULL,
  receiving_account_id uuid NOT NULL,
  uploads_allowed      boolean NOT NULL DEFAULT false,
  due_at               timestamptz,
  PRIMARY KEY (realm_id, receiving_account_id)
);
CREATE INDEX bank_position_due ON bank_position (due_at) WHERE due_at IS NOT NULL;
COMMENT ON TABLE bank_position IS 'Progress with the statements of an account. The transaction that makes a file visible locks the row, so that two files become visible one after the other.';
COMMENT ON COLUMN bank_position.due_at IS 'Time at which Florin matches new entries of the account or, while a node matches them, the end of its lease. Null if there are no new entries.';
COMMENT ON COLUMN bank_position.uploads_allowed IS 'True if an owner allows uploads of live statements with an API key.';
