-- Bank accounts to which payers send money.

CREATE TABLE receiving_account (
  realm_id         bigint NOT NULL,
  id               uuid NOT NULL,
  version          integer NOT NULL,
  status           text NOT NULL CONSTRAINT receiving_account_status_is_known CHECK (status IN ('enabled', 'disabled')),
  iban             text NOT NULL,
  bic              text,
  holder           text NOT NULL,
  currency         currency_code NOT NULL,
  statement_format text NOT NULL CONSTRAINT receiving_account_format_is_known CHECK (statement_format IN ('camt.053', 'camt.054', 'mt940')),
  created_at       timestamptz NOT NULL,
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
