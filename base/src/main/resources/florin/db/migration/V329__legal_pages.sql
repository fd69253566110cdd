-- The merchant's legal pages, which pages and mails for payers link to.

ALTER TABLE account
  ADD COLUMN terms_url text CHECK (length(terms_url) BETWEEN 9 AND 2048 AND terms_url LIKE 'https://%'),
  ADD COLUMN privacy_url text CHECK (length(privacy_url) BETWEEN 9 AND 2048 AND privacy_url LIKE 'https://%');
COMMENT ON COLUMN account.terms_url IS 'Page with the merchant''s terms. Null if the merchant has set none.';
COMMENT ON COLUMN account.privacy_url IS 'Page with the merchant''s privacy notice. Null if the merchant has set none.';
