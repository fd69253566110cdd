-- Settlements: what providers report about the money that they hold for the merchant, and their payouts.

CREATE VIEW attempt_for_ledger AS
SELECT realm_id, id, payment_id, refund_id, connector
  FROM attempt;
COMMENT ON VIEW attempt_for_ledger IS 'The payment or refund of an operation, by Florin''s reference at the provider.';

CREATE TABLE settlement (
  realm_id   bigint NOT NULL,
  id         uuid NOT NULL,
  connector  text NOT NULL,
  format     text NOT NULL CONSTRAINT settlement_format_is_short CHECK (octet_length(format) <= 64),
  file_name  text CONSTRAINT settlement_file_name_is_short CHECK (length(file_name) <= 255),
  sha256     bytea NOT NULL CONSTRAINT settlement_sha256_is_whole CHECK (octet_length(sha256) = 32),
  lines      integer NOT NULL CONSTRAINT settlement_lines_not_negative CHECK (lines >= 0),
  created_at timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id)
);
CREATE UNIQUE INDEX settlement_once ON settlement (realm_id, connector, sha256);
COMMENT ON TABLE settlement IS 'Settlement files that were imported, each completely.';

CREATE TABLE settlement_line (
  realm_id          bigint NOT NULL,
  id                uuid NOT NULL,
  connector         text NOT NULL,
  reference         text NOT NULL CONSTRAINT settlement_line_reference_is_short CHECK (length(reference) <= 255),
  settlement_id     uuid,
  type              text NOT NULL CONSTRAINT settlement_line_type_is_known CHECK (type IN (
                      'payment', 'refund', 'refund_failure', 'dispute', 'fee', 'reserve', 'payout', 'payout_failure', 'adjustment')),
  object_id         uuid,
  currency          currency_code NOT NULL,
  gross             bigint NOT NULL,
  fee               bigint NOT NULL,
  tax               bigint NOT NULL,
  net               bigint NOT NULL,
  original_currency currency_code,
  original_amount   bigint,
  description       text NOT NULL CONSTRAINT settlement_line_description_is_short CHECK (length(description) <= 1024),
  occurred_at       timestamptz NOT NULL,
  available_at      timestamptz NOT NULL,
  created_at        timestamptz NOT NULL,
  payment_id        uuid,
  PRIMARY KEY (realm_id, id),
  CONSTRAINT settlement_line_names_one CHECK (payment_id IS NULL OR object_id IS NULL),
  CONSTRAINT settlement_line_adds_up CHECK (net = gross - fee),
  CONSTRAINT settlement_line_original_is_money CHECK ((original_currency IS NULL) = (original_amount IS NULL)),
  CONSTRAINT settlement_line_payout_has_one CHECK (type NOT IN ('payout', 'payout_failure') OR object_id IS NOT NULL)
);
CREATE UNIQUE INDEX settlement_line_once ON settlement_line (realm_id, connector, reference);
CREATE INDEX settlement_line_of_object ON settlement_line (realm_id, object_id) WHERE object_id IS NOT NULL;
CREATE INDEX settlement_line_of_file ON settlement_line (realm_id, settlement_id) WHERE settlement_id IS NOT NULL;
COMMENT ON TABLE settlement_line IS 'What providers reported about the money that they hold, append-only. Amounts are the provider''s, in minor units, positive towards the merchant.';
COMMENT ON COLUMN settlement_line.reference IS 'The provider''s id of the line. A line that was reported before is not added again.';
COMMENT ON COLUMN settlement_line.object_id IS 'The payment, refund or payout whose money moves. Null if Florin knows none, or the line has none.';
COMMENT ON COLUMN settlement_line.payment_id IS 'The payment of a refund that someone made at the provider: the line names no refund. Null for all other lines.';
COMMENT ON COLUMN settlement_line.fee IS 'The fee that the provider kept, including tax. Negative if it returned one.';
COMMENT ON COLUMN settlement_line.tax IS 'The tax within the fee.';
COMMENT ON COLUMN settlement_line.original_amount IS 'The amount in the currency of the payment, if the provider converted it.';
COMMENT ON COLUMN settlement_line.available_at IS 'Time from which the provider can pay the money out.';

CREATE TABLE payout (
  realm_id             bigint NOT NULL,
  id                   uuid NOT NULL,
  version              integer NOT NULL,
  connector            text NOT NULL,
  reference            text NOT NULL CONSTRAINT payout_reference_is_short CHECK (length(reference) <= 255),
  status               text NOT NULL CONSTRAINT payout_status_is_known CHECK (status IN ('expected', 'in_transit', 'arrived', 'closed', 'differs', 'failed')),
  currency             currency_code NOT NULL,
  amount               bigint NOT NULL,
  bank_reference       text CONSTRAINT payout_bank_reference_is_short CHECK (length(bank_reference) <= 255),
  arrives_on           date NOT NULL,
  failure              text CONSTRAINT payout_failure_is_short CHECK (length(failure) <= 1024),
  has_all_lines        boolean NOT NULL,
  arrived_amount       bigint NOT NULL DEFAULT 0,
  receiving_account_id uuid,
  created_at           timestamptz NOT NULL,
  arrived_at           timestamptz,
  PRIMARY KEY (realm_id, id)
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX payout_once ON payout (realm_id, connector, reference);
CREATE INDEX payout_listed ON payout (realm_id, status, id);
CREATE INDEX payout_open ON payout (status, realm_id, id) WHERE status IN ('expected', 'in_transit', 'arrived', 'differs');
COMMENT ON TABLE payout IS 'Payouts of providers to the merchant''s bank. A negative payout is collected from the bank.';
COMMENT ON COLUMN payout.bank_reference IS 'The text by which the bank entry can be recognized, as the provider reports it.';
COMMENT ON COLUMN payout.has_all_lines IS 'Whether the provider has reported all lines that the payout is made of.';
COMMENT ON COLUMN payout.arrived_amount IS 'The money of bank entries that was matched, in minor units.';

CREATE TABLE payout_line (
  realm_id  bigint NOT NULL,
  line_id   uuid NOT NULL,
  payout_id uuid NOT NULL,
  PRIMARY KEY (realm_id, line_id)
);
CREATE INDEX payout_line_of_payout ON payout_line (realm_id, payout_id);
COMMENT ON TABLE payout_line IS 'The lines that a payout is made of, append-only. A line is in one payout.';

CREATE TABLE payout_arrival (
  realm_id             bigint NOT NULL,
  id                   uuid NOT NULL,
  payout_id            uuid NOT NULL,
  match_id             uuid,
  receiving_account_id uuid,
  amount               bigint NOT NULL CONSTRAINT payout_arrival_moves_money CHECK (amount <> 0),
  arrived_at           timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id),
  CONSTRAINT payout_arrival_match_has_account CHECK ((match_id IS NULL) = (receiving_account_id IS NULL))
);
CREATE INDEX payout_arrival_of_payout ON payout_arrival (realm_id, payout_id);
CREATE UNIQUE INDEX payout_arrival_of_match ON payout_arrival (realm_id, match_id) WHERE match_id IS NOT NULL;
COMMENT ON TABLE payout_arrival IS 'The money of payouts that arrived at the bank, append-only: by a match of a bank entry, or because a person has confirmed it.';

CREATE TABLE settlement_position (
  realm_id  bigint NOT NULL,
  connector text NOT NULL,
  cursor    text NOT NULL CONSTRAINT settlement_position_cursor_is_short CHECK (octet_length(cursor) <= 4096),
  due_at    timestamptz NOT NULL,
  read_at   timestamptz,
  problem   text,
  PRIMARY KEY (realm_id, connector)
);
COMMENT ON TABLE settlement_position IS 'Progress in reading the settlements of a connector''s provider.';
COMMENT ON COLUMN settlement_position.due_at IS 'Time of the next read or, while a node reads, the end of its lease.';
COMMENT ON COLUMN settlement_position.problem IS 'Why the last read failed, or null.';

CREATE VIEW payout_for_bank AS
SELECT realm_id, id, currency, amount, arrived_amount, bank_reference, arrives_on
  FROM payout
 WHERE status IN ('expected', 'in_transit', 'arrived', 'differs', 'failed');
COMMENT ON VIEW payout_for_bank IS 'Payouts that a bank entry can be matched to.';

ALTER TABLE bank_match DROP CONSTRAINT bank_match_holder_is_known;
ALTER TABLE bank_match ADD CONSTRAINT bank_match_holder_is_known CHECK (holder IN ('payment', 'credit', 'unmatched', 'other', 'payout')) NOT VALID;

CREATE INDEX bank_match_of_payout ON bank_match (realm_id, id) WHERE holder = 'payout';

CREATE VIEW match_for_payout AS
SELECT realm_id, id, entry_id, holder_id AS payout_id, amount, created_at
  FROM bank_match
 WHERE holder = 'payout';
COMMENT ON VIEW match_for_payout IS 'The money of bank entries that payouts got or lost.';

CREATE OR REPLACE VIEW match_for_ledger AS
SELECT realm_id, id, entry_id, holder, holder_id, refund_id, amount, created_at
  FROM bank_match
 WHERE holder NOT IN ('other', 'payout');

ALTER DOMAIN ledger_role DROP CONSTRAINT ledger_role_is_known;
ALTER DOMAIN ledger_role ADD CONSTRAINT ledger_role_is_known CHECK (VALUE IN (
  'receivable', 'pending', 'available', 'reserve', 'fees', 'disputes_held', 'dispute_losses',
  'payouts_in_transit', 'bank', 'customer_credit', 'unmatched_transfers', 'conversion', 'unexplained')) NOT VALID;

ALTER TABLE ledger_transfer DROP CONSTRAINT ledger_transfer_type_is_known;
ALTER TABLE ledger_transfer ADD CONSTRAINT ledger_transfer_type_is_known CHECK (type IN (
  'payment', 'refund', 'refund_failure', 'dispute', 'dispute_loss', 'customer_credit', 'unmatched_transfer',
  'settlement', 'processing_fee', 'conversion', 'fee', 'reserve', 'adjustment', 'unexplained', 'payout', 'payout_failure', 'payout_arrival')) NOT VALID;

-- A list without a type leaves out the parts of settlement lines, which are most of the transfers.
CREATE INDEX ledger_transfer_visible ON ledger_transfer (realm_id, id) WHERE type NOT IN ('settlement', 'processing_fee', 'conversion');
DROP INDEX ledger_transfer_by_rare_type;
CREATE INDEX ledger_transfer_by_rare_type ON ledger_transfer (type, realm_id, id) WHERE type NOT IN ('payment', 'settlement', 'processing_fee');

ALTER TABLE ledger_backlog DROP CONSTRAINT ledger_backlog_part_is_known;
ALTER TABLE ledger_backlog ADD CONSTRAINT ledger_backlog_part_is_known CHECK (part IN ('payments', 'refunds', 'funds', 'lines', 'payouts'));

CREATE TRIGGER settlement_line_stays BEFORE UPDATE OR DELETE ON settlement_line
  FOR EACH ROW EXECUTE FUNCTION ledger_stays();
CREATE TRIGGER payout_line_stays BEFORE UPDATE OR DELETE ON payout_line
  FOR EACH ROW EXECUTE FUNCTION ledger_stays();
CREATE TRIGGER payout_arrival_stays BEFORE UPDATE OR DELETE ON payout_arrival
  FOR EACH ROW EXECUTE FUNCTION ledger_stays();
