-- The searches for new matches of payouts, and for payouts without money, are bounded by time.

DROP INDEX bank_match_of_payout;
CREATE INDEX bank_match_of_payout ON bank_match (id) WHERE holder = 'payout';

DROP INDEX payout_without_money;
CREATE INDEX payout_without_money ON payout (arrives_on, realm_id, id) WHERE arrived_amount = 0 AND bank_reference IS NOT NULL;
