-- Disputes that were won recently, for the mails about decisions.
CREATE INDEX dispute_won ON dispute (closed_at) WHERE status = 'won';

-- Each list of the dashboard can have saved views and chosen columns.
ALTER TABLE saved_view
  DROP CONSTRAINT saved_view_is_of_a_list,
  ADD CONSTRAINT saved_view_is_of_a_list CHECK (list ~ '^[a-z_]{1,40}$');
ALTER TABLE list_columns
  DROP CONSTRAINT list_columns_are_of_a_list,
  ADD CONSTRAINT list_columns_are_of_a_list CHECK (list ~ '^[a-z_]{1,40}$');

-- The calendars with the deadlines of disputes that members subscribe to.
CREATE TABLE calendar_feed (
  account_number bigint NOT NULL,
  live           boolean NOT NULL,
  user_id        uuid NOT NULL,
  token_hash     bytea NOT NULL CONSTRAINT calendar_feed_has_a_hash CHECK (octet_length(token_hash) = 32),
  created_at     timestamptz NOT NULL,
  PRIMARY KEY (account_number, live, user_id),
  CONSTRAINT calendar_feed_is_of_a_member FOREIGN KEY (account_number, user_id) REFERENCES membership (account_number, user_id) ON DELETE CASCADE
);
CREATE UNIQUE INDEX calendar_feed_by_token ON calendar_feed (token_hash);
COMMENT ON TABLE calendar_feed IS 'The secret addresses of calendars. A member who is removed loses them.';
COMMENT ON COLUMN calendar_feed.token_hash IS 'SHA-256 of the secret in the address.';
