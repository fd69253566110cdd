-- A sandbox is a realm of test mode with a clock of its own. The lower 32 bits of its realm's id are
-- those of the account's test realm, so that a single row shows its account and its mode.
ALTER TABLE realm DROP CONSTRAINT realm_id_says_its_mode;
ALTER TABLE realm ADD CONSTRAINT realm_id_says_its_mode
  CHECK (id % 4294967296 = 2 * account_number + CASE mode WHEN 'live' THEN 1 ELSE 0 END AND (id < 4294967296 OR mode = 'test'));

CREATE SEQUENCE sandbox_number AS integer;

CREATE TABLE sandbox (
  id               uuid PRIMARY KEY,
  realm_id         bigint NOT NULL REFERENCES realm (id),
  sandbox_realm_id bigint NOT NULL UNIQUE REFERENCES realm (id),
  name             text NOT NULL CHECK (length(name) BETWEEN 1 AND 256),
  seed             bigint NOT NULL,
  ahead_ms         bigint NOT NULL CHECK (ahead_ms >= 0),
  advancing_until  timestamptz,
  created_at       timestamptz NOT NULL,
  CONSTRAINT sandbox_is_of_its_account CHECK (sandbox_realm_id > 4294967296 AND sandbox_realm_id % 4294967296 = realm_id)
);
CREATE INDEX sandbox_by_realm ON sandbox (realm_id, id);
COMMENT ON COLUMN sandbox.realm_id IS 'The test realm of the account.';
COMMENT ON COLUMN sandbox.sandbox_realm_id IS 'The realm of its objects. A reset gives it a new one.';
COMMENT ON COLUMN sandbox.ahead_ms IS 'By how much its clock is ahead of the real time. Never reduced, except by a reset.';
COMMENT ON COLUMN sandbox.advancing_until IS 'The end of the lease of the request that advances it. Null if none does.';

CREATE TABLE abandoned_realm (
  realm_id     bigint PRIMARY KEY REFERENCES realm (id),
  abandoned_at timestamptz NOT NULL
);
COMMENT ON TABLE abandoned_realm IS 'The realms of sandboxes that were reset or deleted. Florin deletes their rows in the background.';

CREATE OR REPLACE FUNCTION ledger_stays() RETURNS trigger
  LANGUAGE plpgsql
  AS $$ BEGIN
    IF TG_OP = 'DELETE' AND OLD.realm_id > 4294967296 AND EXISTS (SELECT FROM abandoned_realm a WHERE a.realm_id = OLD.realm_id) THEN
      RETURN OLD;
    END IF;
    RAISE EXCEPTION 'the ledger is only appended to';
  END $$;
COMMENT ON FUNCTION ledger_stays IS 'Rejects changes of the ledger. Only the rows of a realm that a sandbox has left can be deleted.';
