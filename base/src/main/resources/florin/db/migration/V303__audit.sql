-- The audit log of each account. It is append-only, and each entry is bound to the previous one.

CREATE TABLE audit_head (
  account_number bigint PRIMARY KEY REFERENCES account (number),
  number         bigint NOT NULL,
  mac            bytea NOT NULL
);
COMMENT ON TABLE audit_head IS 'The last entry of the audit log of each account. Each append locks the row. If the end of a log is missing, it no longer matches the row.';

CREATE TABLE audit_entry (
  account_number bigint NOT NULL,
  number         bigint NOT NULL,
  at             timestamptz NOT NULL,
  user_id        uuid,
  actor          text NOT NULL,
  action         text NOT NULL,
  object         text NOT NULL,
  detail         text NOT NULL,
  -- Before an action begins that is not a single commit of Florin, the log records it as requested.
  outcome        text NOT NULL CHECK (outcome IN ('requested', 'done', 'refused', 'failed')),
  mode           text NOT NULL CHECK (mode IN ('test', 'live')),
  address        text NOT NULL,
  request_id     uuid NOT NULL,
  mac            bytea NOT NULL CHECK (length(mac) = 32),
  PRIMARY KEY (account_number, number)
);
CREATE INDEX audit_entry_by_user ON audit_entry (account_number, user_id, number);
CREATE INDEX audit_entry_by_action ON audit_entry (account_number, action, number);
CREATE INDEX audit_entry_by_object ON audit_entry (account_number, object, number) WHERE object <> '';
COMMENT ON COLUMN audit_entry.mac IS 'HMAC-SHA256 of the previous entry and of this one, with a key that is not in the database.';

CREATE FUNCTION audit_entry_stays() RETURNS trigger
  LANGUAGE plpgsql
  AS $$ BEGIN RAISE EXCEPTION 'the audit log is only appended to'; END $$;
CREATE TRIGGER audit_entry_stays BEFORE UPDATE OR DELETE OR TRUNCATE ON audit_entry
  EXECUTE FUNCTION audit_entry_stays();
