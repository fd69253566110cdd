-- What banks say that they have booked. A file is staged whole, under statements that nobody sees, and one last commit makes all of it visible.

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
COMMENT ON COLUMN bank_file.status IS 'staged: being read; what a crash leaves of it is deleted. booked: all of it is there, and the same bytes change nothing any more.';

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
COMMENT ON COLUMN bank_statement.opening IS 'Signed, in minor units, as the other balance is; null for a notification (camt.054), which has none.';
COMMENT ON COLUMN bank_statement.bank_reference IS 'The name of the statement at the bank, which is another for every other one of the account.';
COMMENT ON COLUMN bank_statement.duplicates IS 'Transactions that another statement had brought before. They are kept, and book nothing.';
COMMENT ON COLUMN bank_statement.gap IS 'Whether it begins with another balance than the one before it ends with.';

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
COMMENT ON TABLE bank_entry IS 'A transaction that a bank has booked. An entry of a statement that is a batch has a row for each transaction in it, where the bank says what each comes to.';
COMMENT ON COLUMN bank_entry.number IS 'Of the entry in its statement, from 1; detail: of the transaction in it, from 1.';
COMMENT ON COLUMN bank_entry.entry_amount IS 'Of the whole entry that this is a transaction of.';
COMMENT ON COLUMN bank_entry.bank_reference IS 'The name of the entry at the bank (camt: AcctSvcrRef): with amount, direction and day it tells an entry that another statement brings again.';
COMMENT ON COLUMN bank_entry.creditor_references IS 'What may be references of ours (ISO 11649) in it, parted by blanks: from the structured field, then |, from the message, then |, from the end-to-end id.';
COMMENT ON COLUMN bank_entry.message IS 'What the payer wrote, without what looks like a card number.';

CREATE TABLE bank_position (
  realm_id             bigint NOT NULL,
  receiving_account_id uuid NOT NULL,
  uploads_allowed      boolean NOT NULL DEFAULT false,
  due_at               timestamptz,
  PRIMARY KEY (realm_id, receiving_account_id)
);
CREATE INDEX bank_position_due ON bank_position (due_at) WHERE due_at IS NOT NULL;
COMMENT ON TABLE bank_position IS 'How far the statements of an account are. Whoever makes a file visible holds its row, so that two are made so one after the other.';
COMMENT ON COLUMN bank_position.due_at IS 'When its entries are matched; who does that sets it to the end of a lease. Null while there are none.';
COMMENT ON COLUMN bank_position.uploads_allowed IS 'Whether live statements may come by key, which an owner allows.';
