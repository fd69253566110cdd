-- The ledger: the movements of money, as double entries. Florin derives them from events, outside of
-- the transactions of payments (docs/decisions/050).

CREATE VIEW payment_for_ledger AS
SELECT realm_id, id, connector, method_type, currency, amount_captured, amount_refunded, captured_at, provider -> 'dispute' AS dispute
  FROM payment;
COMMENT ON VIEW payment_for_ledger IS 'The captured money of a payment, its connector, and its dispute as the provider reports it now.';

CREATE VIEW refund_for_ledger AS
SELECT realm_id, id, payment_id, status, currency, amount, created_at
  FROM refund;
COMMENT ON VIEW refund_for_ledger IS 'The money of a refund, and its payment.';

CREATE VIEW entry_for_ledger AS
SELECT realm_id, id, receiving_account_id, currency
  FROM bank_entry;
COMMENT ON VIEW entry_for_ledger IS 'The account and the currency of a bank entry.';

CREATE VIEW match_for_ledger AS
SELECT realm_id, id, entry_id, holder, holder_id, refund_id, amount, created_at
  FROM bank_match
 WHERE holder <> 'other';
COMMENT ON VIEW match_for_ledger IS 'The money of bank entries that payments, customer credits and unmatched transfers got or lost.';

CREATE VIEW funds_for_ledger AS
SELECT realm_id, id, payment_id
  FROM unapplied_funds;
COMMENT ON VIEW funds_for_ledger IS 'The customer credits and unmatched transfers, with their payments.';

CREATE DOMAIN ledger_role AS text
  CONSTRAINT ledger_role_is_known CHECK (VALUE IN (
    'receivable', 'pending', 'available', 'reserve', 'fees', 'disputes_held', 'dispute_losses',
    'payouts_in_transit', 'bank', 'customer_credit', 'unmatched_transfers', 'unexplained'));

CREATE TABLE ledger_transfer (
  realm_id     bigint NOT NULL,
  source_id    uuid NOT NULL,
  leg          integer NOT NULL,
  id           uuid NOT NULL,
  type         text NOT NULL CONSTRAINT ledger_transfer_type_is_known CHECK (type IN (
                 'payment', 'refund', 'refund_failure', 'dispute', 'dispute_loss', 'customer_credit', 'unmatched_transfer')),
  object_id    uuid NOT NULL,
  currency     currency_code NOT NULL,
  amount       bigint NOT NULL CONSTRAINT ledger_transfer_moves_money CHECK (amount > 0),
  debit_role   ledger_role NOT NULL,
  debit_party  text NOT NULL,
  credit_role  ledger_role NOT NULL,
  credit_party text NOT NULL,
  booked_at    timestamptz NOT NULL,
  PRIMARY KEY (realm_id, source_id, leg),
  CONSTRAINT ledger_transfer_has_two_sides CHECK ((debit_role, debit_party) <> (credit_role, credit_party))
);
CREATE UNIQUE INDEX ledger_transfer_by_id ON ledger_transfer (realm_id, id);
-- Most transfers have the id of their object as the source, which the primary key finds.
CREATE INDEX ledger_transfer_of_object ON ledger_transfer (realm_id, object_id) WHERE object_id <> source_id;
-- Most transfers are payments, so a list of those walks ledger_transfer_by_id.
CREATE INDEX ledger_transfer_by_rare_type ON ledger_transfer (type, realm_id, id) WHERE type <> 'payment';
COMMENT ON TABLE ledger_transfer IS 'Movements of money in minor units, append-only. Each row debits one account and credits another in one currency, so the debits of each currency equal its credits.';
COMMENT ON COLUMN ledger_transfer.source_id IS 'The row from which the transfer is derived: a payment, a refund, or a row of bank_match. Together with leg, it prevents a second transfer for the same movement.';
COMMENT ON COLUMN ledger_transfer.leg IS 'Number of the transfer among those of its source.';
COMMENT ON COLUMN ledger_transfer.id IS 'The time of the booking and the random end of the source''s id, so the ids are in the order of time. The same movement always gets the same id.';
COMMENT ON COLUMN ledger_transfer.object_id IS 'The payment, refund, customer credit or unmatched transfer whose money moves.';
COMMENT ON COLUMN ledger_transfer.debit_role IS 'The kind of the debited account. Together with debit_party, it names the account.';
COMMENT ON COLUMN ledger_transfer.debit_party IS 'The connector of the account, or the receiving account of role bank. Empty for roles with one account.';

CREATE TABLE ledger_balance (
  realm_id bigint NOT NULL,
  currency currency_code NOT NULL,
  role     ledger_role NOT NULL,
  party    text NOT NULL,
  day      date NOT NULL,
  debits   bigint NOT NULL,
  credits  bigint NOT NULL,
  PRIMARY KEY (realm_id, currency, role, party, day),
  CONSTRAINT ledger_balance_not_negative CHECK (least(debits, credits) >= 0)
) WITH (fillfactor = 50);
COMMENT ON TABLE ledger_balance IS 'The sums of ledger_transfer by account and day (UTC), in minor units. The transaction that adds a transfer adds it here.';

CREATE TABLE ledger_fact (
  realm_id    bigint NOT NULL,
  object_id   uuid NOT NULL,
  kind        text NOT NULL CONSTRAINT ledger_fact_kind_is_known CHECK (kind IN ('refund', 'refund_failure', 'dispute', 'dispute_loss')),
  sequence    integer NOT NULL,
  connector   text NOT NULL,
  currency    currency_code NOT NULL,
  amount      bigint NOT NULL CONSTRAINT ledger_fact_not_negative CHECK (amount >= 0),
  happened_at timestamptz NOT NULL,
  PRIMARY KEY (realm_id, object_id, kind, sequence)
);
COMMENT ON TABLE ledger_fact IS 'What events reported about refunds and disputes, append-only. Florin deletes events after some time, and the rows of payments and refunds have only their present state. These facts stay, so the ledger can always be derived again.';
COMMENT ON COLUMN ledger_fact.sequence IS 'For a dispute, the number of the event among those of the payment, and 0 if its events were deleted before the ledger. 0 for a refund, whose fact of each kind happens once.';
COMMENT ON COLUMN ledger_fact.amount IS 'For a dispute, the amount of the payment that is held or lost after the event. For a refund, its amount.';

-- Movements from before the ledger, which Florin derives in batches after the start.
CREATE TABLE ledger_backlog (
  realm_id bigint NOT NULL,
  part     text NOT NULL CONSTRAINT ledger_backlog_part_is_known CHECK (part IN ('payments', 'refunds', 'funds')),
  after_id uuid NOT NULL,
  PRIMARY KEY (realm_id, part)
);
COMMENT ON TABLE ledger_backlog IS 'Objects from before the ledger that are not in it yet. A row is deleted when its part is complete.';
COMMENT ON COLUMN ledger_backlog.after_id IS 'The last object that is in the ledger.';
INSERT INTO ledger_backlog (realm_id, part, after_id)
SELECT r.id, part.name, '00000000-0000-0000-0000-000000000000'
  FROM realm r
 CROSS JOIN (VALUES ('payments'), ('refunds'), ('funds')) AS part(name);

-- With several servers, the table projection is empty, and the follower adds a row for each realm.
INSERT INTO projection (name, position, event_id)
SELECT 'ledger', '0', '00000000-0000-0000-0000-000000000000'
 WHERE NOT EXISTS (SELECT FROM pg_extension WHERE extname = 'citus');

CREATE FUNCTION ledger_stays() RETURNS trigger
  LANGUAGE plpgsql
  AS $$ BEGIN
    RAISE EXCEPTION 'the ledger is only appended to';
  END $$;
CREATE TRIGGER ledger_transfer_stays BEFORE UPDATE OR DELETE ON ledger_transfer
  FOR EACH ROW EXECUTE FUNCTION ledger_stays();
CREATE TRIGGER ledger_fact_stays BEFORE UPDATE OR DELETE ON ledger_fact
  FOR EACH ROW EXECUTE FUNCTION ledger_stays();
