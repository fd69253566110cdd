-- A provider may take a fee for a payout. The bank gets the gross amount, and the fee is a part of the sum.

CREATE VIEW payout_part AS
SELECT o.realm_id, o.payout_id, l.type, l.gross, l.fee, l.net
  FROM payout_line o
  JOIN settlement_line l ON l.realm_id = o.realm_id AND l.id = o.line_id
 UNION ALL
SELECT realm_id, object_id, 'fee', 0, fee, -fee
  FROM settlement_line
 WHERE type = 'payout'
   AND fee <> 0;
COMMENT ON VIEW payout_part IS 'What the amount of a payout is made of: its lines, and the fee for the payout itself. Their net amounts add up to it.';

-- A read of a provider's report has several pages. Only the last one moves the time until which
-- everything was read.
ALTER TABLE settlement_position
  ADD COLUMN reading_since timestamptz,
  ADD COLUMN finding text;
COMMENT ON COLUMN settlement_position.reading_since IS 'Time at which a read began that has more pages, or null.';
COMMENT ON COLUMN settlement_position.read_at IS 'Time until which everything was read. Null before the end of the first read.';
COMMENT ON COLUMN settlement_position.problem IS 'Why the last page could not be read, or null.';
COMMENT ON COLUMN settlement_position.finding IS 'What the pages of the last read have that Florin can''t accept, or null.';
