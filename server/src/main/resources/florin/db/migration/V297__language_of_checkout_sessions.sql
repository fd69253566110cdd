-- Mails to the payer are in the language of the page on which the payer paid.
ALTER TABLE checkout_session ADD COLUMN payer_language text;
COMMENT ON COLUMN checkout_session.payer_language IS 'Language of the page on which the last try began. Null before the first try.';
