-- Fee contracts: what connectors charge for payments.

CREATE TABLE fee_contract (
  realm_id    bigint NOT NULL,
  id          uuid NOT NULL,
  version     integer NOT NULL,
  connector   text NOT NULL CONSTRAINT fee_contract_connector_is_short CHECK (octet_length(connector) <= 64),
  brand       text CONSTRAINT fee_contract_brand_is_short CHECK (octet_length(brand) <= 32),
  region      text CONSTRAINT fee_contract_region_is_short CHECK (octet_length(region) <= 32),
  currency    currency_code,
  rate        integer NOT NULL CONSTRAINT fee_contract_rate_is_share CHECK (rate BETWEEN 0 AND 100000),
  fixed       bigint NOT NULL CONSTRAINT fee_contract_fixed_not_negative CHECK (fixed >= 0),
  minimum     bigint NOT NULL CONSTRAINT fee_contract_minimum_not_negative CHECK (minimum >= 0),
  valid_from  date NOT NULL,
  valid_until date,
  created_at  timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id),
  CONSTRAINT fee_contract_amounts_have_currency CHECK (currency IS NOT NULL OR (fixed = 0 AND minimum = 0)),
  CONSTRAINT fee_contract_ends_after_start CHECK (valid_until >= valid_from)
);
CREATE UNIQUE INDEX fee_contract_once ON fee_contract (realm_id, connector, coalesce(brand, ''), coalesce(region, ''), coalesce(currency, ''), valid_from)
  WHERE valid_until IS NULL OR valid_until > valid_from;
COMMENT ON TABLE fee_contract IS 'Prices of connectors for payments of one kind, during a period. A null condition holds for all payments.';
COMMENT ON COLUMN fee_contract.region IS 'A country of ISO 3166-1, eea or outside_eea: the country of the billing address.';
COMMENT ON COLUMN fee_contract.rate IS 'The share of the amount, in thousandths of a percent.';
COMMENT ON COLUMN fee_contract.fixed IS 'Added to the share, in minor units of the currency.';
COMMENT ON COLUMN fee_contract.minimum IS 'The least fee, in minor units of the currency.';
COMMENT ON COLUMN fee_contract.valid_until IS 'The first day after the contract, or null.';
