-- An entry of a payment can move a refund. The match refers to the refund, so that it can be found
-- from the entry.
ALTER TABLE bank_match ADD COLUMN refund_id uuid;
COMMENT ON COLUMN bank_match.refund_id IS 'The refund of the payment that the entry booked, returned or caused. Null for all other matches.';
UPDATE bank_match m
   SET refund_id = t.refund_id
  FROM outgoing_transfer t
 WHERE t.realm_id = m.realm_id
   AND t.entry_id = m.entry_id
   AND t.refund_id IS NOT NULL
   AND m.holder = 'payment';

-- The API lists entries of one account, and of a range of days.
CREATE INDEX bank_entry_of_account ON bank_entry (receiving_account_id, id);
CREATE INDEX bank_entry_booked_on ON bank_entry (realm_id, booked_on);
