-- Closed months: the reports of months that stay as they were (docs/decisions/052).

CREATE TABLE ledger_closing (
  realm_id  bigint NOT NULL,
  month     date NOT NULL CONSTRAINT ledger_closing_month_begins CHECK (extract(day FROM month) = 1),
  time_zone text NOT NULL CONSTRAINT ledger_closing_time_zone_is_short CHECK (length(time_zone) <= 64),
  from_at   timestamptz NOT NULL,
  until_at  timestamptz NOT NULL,
  closed_at timestamptz NOT NULL,
  PRIMARY KEY (realm_id, month),
  CONSTRAINT ledger_closing_has_days CHECK (from_at < until_at)
);
COMMENT ON TABLE ledger_closing IS 'Months whose report stays as it was, append-only and without gaps.';
COMMENT ON COLUMN ledger_closing.time_zone IS 'The reporting time zone at the closing. A later one applies from the next month.';
COMMENT ON COLUMN ledger_closing.until_at IS 'The end of the month, and the beginning of the next one.';

CREATE TABLE ledger_closing_account (
  realm_id   bigint NOT NULL,
  month      date NOT NULL,
  currency   currency_code NOT NULL,
  role       ledger_role NOT NULL,
  party      text NOT NULL,
  opening    bigint NOT NULL,
  adjustment bigint NOT NULL,
  debits     bigint NOT NULL,
  credits    bigint NOT NULL,
  PRIMARY KEY (realm_id, month, currency, role, party),
  CONSTRAINT ledger_closing_account_not_negative CHECK (least(debits, credits) >= 0)
);
COMMENT ON TABLE ledger_closing_account IS 'The accounts of closed months, as their reports show them, in minor units.';
COMMENT ON COLUMN ledger_closing_account.adjustment IS 'Debits less credits of earlier months that came after those were closed.';

CREATE TRIGGER ledger_closing_stays BEFORE UPDATE OR DELETE ON ledger_closing
  FOR EACH ROW EXECUTE FUNCTION ledger_stays();
CREATE TRIGGER ledger_closing_account_stays BEFORE UPDATE OR DELETE ON ledger_closing_account
  FOR EACH ROW EXECUTE FUNCTION ledger_stays();

ALTER TABLE settlement_line ADD COLUMN adjusted_in date;
COMMENT ON COLUMN settlement_line.adjusted_in IS 'The first open month, if the line came after the closing of a month that it belongs to. Null for all other lines.';
CREATE INDEX settlement_line_of_adjustment ON settlement_line (realm_id, adjusted_in) WHERE adjusted_in IS NOT NULL;

CREATE INDEX payout_by_arrival ON payout (realm_id, arrives_on, id);
