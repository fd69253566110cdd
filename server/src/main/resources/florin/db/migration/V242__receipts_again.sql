-- Receipts that somebody has sent once more.

ALTER TABLE receipt_mail
  ADD COLUMN repeats integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT receipt_mail_repeats_are_few CHECK (repeats BETWEEN 0 AND 10);
COMMENT ON COLUMN receipt_mail.repeats IS 'How often somebody has had it sent again: each is a mail of its own.';
