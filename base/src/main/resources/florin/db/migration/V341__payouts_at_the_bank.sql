-- Bank entries that bring or collect the money of payouts.

ALTER TABLE unapplied_funds ADD COLUMN payout_id uuid;
ALTER TABLE unapplied_funds ADD CONSTRAINT unapplied_funds_payout_is_of_a_transfer CHECK (payout_id IS NULL OR kind = 'unmatched') NOT VALID;
COMMENT ON COLUMN unapplied_funds.payout_id IS 'For an unmatched transfer, the payout to which it was assigned. Null otherwise.';

CREATE OR REPLACE VIEW payout_for_bank AS
SELECT realm_id, id, currency, amount, arrived_amount, bank_reference, arrives_on, connector
  FROM payout
 WHERE status <> 'closed'
    OR receiving_account_id IS NULL AND arrived_amount <> 0;
COMMENT ON VIEW payout_for_bank IS 'Payouts that a bank entry can be matched to. A payout that a person has confirmed is one until its entry arrives.';

CREATE VIEW payout_name AS
SELECT realm_id, id, connector, arrives_on
  FROM payout;
COMMENT ON VIEW payout_name IS 'The connector and day of payouts, for pages.';

-- Payouts near the day of a bank entry.
CREATE INDEX payout_by_day ON payout (realm_id, arrives_on);
-- Payouts that were reported after their bank entries. Florin looks for these entries once.
CREATE INDEX payout_without_money ON payout (realm_id, id) WHERE arrived_amount = 0 AND bank_reference IS NOT NULL;
