-- Bank accounts to which payers send money.

CREATE TABLE receiving_account (
  realm_id          bigint NOT NULL,
  id                uuid NOT NULL,
  version           integer NOT NULL,
  status            text NOT NULL CONSTRAINT receiving_account_status_is_known CHECK (status IN ('enabled', 'disabled')),
  iban              text NOT NULL,
  bic               text,
  holder            text NOT NULL,
  currency          currency_code NOT NULL,
  statement_format  text NOT NULL CONSTRAINT receiving_account_format_is_known CHECK (statement_format IN ('camt.053', 'camt.054', 'mt940')),
  uploads_allowed   boolean NOT NULL DEFAULT false,
  downloads_allowed boolean NOT NULL DEFAULT false,
  created_at        timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id),
  CONSTRAINT receiving_account_is_consistent CHECK (
    iban ~ '^[A-Z]{2}[0-9]{2}[A-Z0-9]{1,30}$'
    AND bic ~ '^[A-Z0-9]{4}[A-Z]{2}[A-Z0-9]{2}([A-Z0-9]{3})?$'
    AND length(holder) BETWEEN 1 AND 70)
);
CREATE UNIQUE INDEX receiving_account_once ON receiving_account (realm_id, iban);
CREATE UNIQUE INDEX receiving_account_live_once ON receiving_account (iban) WHERE realm_id % 2 = 1;
CREATE UNIQUE INDEX receiving_account_one_enabled ON receiving_account (realm_id, currency) WHERE status = 'enabled';
COMMENT ON COLUMN receiving_account.status IS 'enabled: Florin sends new payments of the currency to this account; at most one account per currency is enabled. disabled: Florin still books transfers that arrive.';
COMMENT ON COLUMN receiving_account.holder IS 'Account holder as the bank spells it. Payers'' banks compare it with the name that their customers enter (Verification of Payee).';
COMMENT ON COLUMN receiving_account.statement_format IS 'The only format from which Florin books money. A second format would book the same money twice.';
COMMENT ON COLUMN receiving_account.uploads_allowed IS 'True if an owner allows uploads of live statements of this account with an API key.';
COMMENT ON COLUMN receiving_account.downloads_allowed IS 'True if an owner allows downloads of live payment files of this account with an API key.';

-- Bank transfers that Florin expects: the ledger of the connector and of reconciliation. The key is
-- Florin's reference, which is the id of the attempt.

CREATE TABLE bank_transfer (
  realm_id   bigint NOT NULL,
  id         uuid NOT NULL,
  version    integer NOT NULL,
  state      text NOT NULL CONSTRAINT bank_transfer_state_is_known CHECK (state IN ('open', 'paid', 'closed')),
  reference  text,
  account_id uuid,
  amount     bigint,
  currency   currency_code,
  received   bigint NOT NULL DEFAULT 0,
  expires_at timestamptz,
  created_at timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id),
  CONSTRAINT bank_transfer_account_exists FOREIGN KEY (realm_id, account_id) REFERENCES receiving_account (realm_id, id),
  CONSTRAINT bank_transfer_received_within_amount CHECK (received BETWEEN 0 AND coalesce(amount, 0)),
  CONSTRAINT bank_transfer_paid_is_all_of_it CHECK ((state = 'paid') = (amount IS NOT NULL AND received = amount)),
  -- A reference that was closed before Florin requested anything has a row with only its key.
  CONSTRAINT bank_transfer_is_whole CHECK (
    num_nulls(reference, account_id, amount, currency, expires_at) = CASE WHEN reference IS NULL THEN 5 ELSE 0 END
    AND (reference IS NOT NULL OR state = 'closed')
    AND amount > 0)
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX bank_transfer_reference_once ON bank_transfer (realm_id, reference) WHERE reference IS NOT NULL;
-- Finds money that arrived for a payment before its cancellation. Florin turns it into a customer
-- credit.
CREATE INDEX bank_transfer_left ON bank_transfer (realm_id, id) WHERE state = 'closed' AND received > 0;
-- Finds payments to which received money may belong: those whose outstanding amount is the same.
CREATE INDEX bank_transfer_outstanding ON bank_transfer (realm_id, currency, (amount - received), id) WHERE state = 'open';
COMMENT ON COLUMN bank_transfer.id IS 'Id of the authorization, which is an attempt.';
COMMENT ON COLUMN bank_transfer.state IS 'open: Florin expects the money. paid: the full amount has arrived, permanently. closed: money that still arrives is not for the payment.';
COMMENT ON COLUMN bank_transfer.reference IS 'The creditor reference (ISO 11649) that the payer enters in the transfer, without spaces. Null if the row was closed before Florin requested anything.';
COMMENT ON COLUMN bank_transfer.received IS 'Received amount in minor units. Money above the amount, or after the row was closed, becomes a customer credit.';

CREATE VIEW transfer_reference AS
SELECT realm_id, id, reference
  FROM bank_transfer;
COMMENT ON VIEW transfer_reference IS 'The reference of a bank transfer, and the id of its authorization, for searches.';
