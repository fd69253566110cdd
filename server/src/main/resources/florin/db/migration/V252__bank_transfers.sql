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
COMMENT ON COLUMN bank_transfer.id IS 'Id of the authorization, which is an attempt.';
COMMENT ON COLUMN bank_transfer.state IS 'open: Florin expects the money. paid: the full amount has arrived, permanently. closed: money that still arrives is not for the payment.';
COMMENT ON COLUMN bank_transfer.reference IS 'The creditor reference (ISO 11649) that the payer enters in the transfer, without spaces. Null if the row was closed before Florin requested anything.';
COMMENT ON COLUMN bank_transfer.received IS 'Received amount in minor units. Money above the amount, or after the row was closed, becomes a customer credit.';
