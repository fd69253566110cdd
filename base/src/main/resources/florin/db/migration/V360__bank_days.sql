-- The ledger books money of bank entries on the bank's day (docs/decisions/050).

CREATE OR REPLACE VIEW entry_for_ledger AS
SELECT realm_id, id, receiving_account_id, currency, booked_on
  FROM bank_entry;
COMMENT ON VIEW entry_for_ledger IS 'The account, the currency and the day of a bank entry.';

CREATE VIEW match_for_booking AS
SELECT m.realm_id,
       m.id,
       m.entry_id,
       m.holder_id,
       m.refund_id,
       m.created_at,
       (SELECT coalesce(sum(o.amount), 0)
          FROM bank_match o
         WHERE o.realm_id = m.realm_id
           AND o.entry_id = m.entry_id
           AND o.created_at = m.created_at
           AND o.holder <> 'other') <> 0 AS is_of_the_bank
  FROM bank_match m
 WHERE m.holder <> 'other';
COMMENT ON VIEW match_for_booking IS 'The assignments of money. is_of_the_bank: those of the same time brought or took the money of the entry. Otherwise they moved money that was there between two objects.';

CREATE TABLE ledger_booking (
  realm_id    bigint NOT NULL,
  source_id   uuid NOT NULL,
  booked_at   timestamptz NOT NULL,
  adjusted_in date,
  PRIMARY KEY (realm_id, source_id)
);
CREATE INDEX ledger_booking_of_adjustment ON ledger_booking (realm_id, adjusted_in) WHERE adjusted_in IS NOT NULL;
COMMENT ON TABLE ledger_booking IS 'When the ledger books the assignments of bank entries, append-only. A row is added when an assignment is posted first, so a ledger that is derived again is the same.';
COMMENT ON COLUMN ledger_booking.source_id IS 'The row of bank_match.';
COMMENT ON COLUMN ledger_booking.booked_at IS 'A time on the bank''s day, or the time of the assignment if it is from before this table or only moved money.';
COMMENT ON COLUMN ledger_booking.adjusted_in IS 'The first open month, if the assignment came after the closing of the month of booked_at. Null for all others.';
CREATE TRIGGER ledger_booking_stays BEFORE UPDATE OR DELETE ON ledger_booking
  FOR EACH ROW EXECUTE FUNCTION ledger_stays();

INSERT INTO ledger_booking (realm_id, source_id, booked_at)
SELECT realm_id, id, created_at
  FROM bank_match
 WHERE holder <> 'other';
