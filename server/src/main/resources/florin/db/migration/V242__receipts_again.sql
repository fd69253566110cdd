-- Receipts that Florin resends on request.

ALTER TABLE receipt_mail
  ADD COLUMN repeats integer NOT NULL DEFAULT 0,
  ADD CONSTRAINT receipt_mail_repeats_are_few CHECK (repeats BETWEEN 0 AND 10);
COMMENT ON COLUMN receipt_mail.repeats IS 'Number of requested resends. Each resend is a separate mail.';
