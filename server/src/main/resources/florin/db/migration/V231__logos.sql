-- Logos of merchants, which their pages for payers show.

CREATE TABLE logo (
  account_number bigint PRIMARY KEY REFERENCES account (number),
  hash           text NOT NULL,
  media_type     text NOT NULL,
  width          integer NOT NULL,
  height         integer NOT NULL,
  content        bytea NOT NULL,
  CONSTRAINT logo_is_consistent CHECK (
    hash = encode(sha256(content), 'hex')
    AND media_type IN ('image/png', 'image/jpeg')
    AND least(width, height) >= 1 AND greatest(width, height) <= 1024
    AND octet_length(content) BETWEEN 1 AND 65536)
);
CREATE INDEX logo_by_hash ON logo (hash);
ALTER TABLE logo ALTER COLUMN content SET STORAGE EXTERNAL;
COMMENT ON COLUMN logo.hash IS 'SHA-256 of the content in hexadecimal, which is also the address of the logo.';
