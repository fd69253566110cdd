-- A refund is moved by an entry of its payment: the match names it, so that an entry tells which refund it was.
ALTER TABLE bank_match ADD COLUMN refund_id uuid;
COMMENT ON COLUMN bank_match.refund_id IS 'The refund of the payment that the entry booked, returned, or caused; empty for everything else.';
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
