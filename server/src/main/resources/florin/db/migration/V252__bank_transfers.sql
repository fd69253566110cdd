-- Bank transfers that are waited for: the book of the connector, and of whoever matches what has come. Its key is our reference, the attempt's id.

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
  -- What was never asked for and shall not be is a row as well: closed, and nothing but its key.
  CONSTRAINT bank_transfer_is_whole CHECK (
    num_nulls(reference, account_id, amount, currency, expires_at) = CASE WHEN reference IS NULL THEN 5 ELSE 0 END
    AND (reference IS NOT NULL OR state = 'closed')
    AND amount > 0)
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX bank_transfer_reference_once ON bank_transfer (realm_id, reference) WHERE reference IS NOT NULL;
COMMENT ON COLUMN bank_transfer.id IS 'The authorisation''s, that is, an attempt''s.';
COMMENT ON COLUMN bank_transfer.state IS 'open: waited for. paid: all of it has come, for good. closed: nothing that comes any more is for its payment.';
COMMENT ON COLUMN bank_transfer.reference IS 'What the payer names in the transfer (ISO 11649), without blanks.';
COMMENT ON COLUMN bank_transfer.received IS 'What has come of it. More than the amount, or after it was closed, is a credit.';
