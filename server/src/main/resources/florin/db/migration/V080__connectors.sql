-- Connectors that merchants set up, each with keys of its own. That of test mode, which is one for all, needs no row.

CREATE TABLE connector (
  realm_id      bigint NOT NULL REFERENCES realm (id),
  id            uuid NOT NULL,
  version       integer NOT NULL,
  kind          text NOT NULL CHECK (kind ~ '^[a-z][a-z0-9_]{1,31}$' AND kind <> 'simulator'),
  name          text NOT NULL CHECK (length(name) BETWEEN 1 AND 256),
  live          boolean NOT NULL,
  status        text NOT NULL CHECK (status IN ('draft', 'enabled', 'disabled')),
  settings      jsonb NOT NULL,
  secret_sealed text,
  notice_token  text NOT NULL,
  checked_at    timestamptz,
  check_result  jsonb,
  created_at    timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id),
  CONSTRAINT connector_lives_in_its_mode CHECK (live = (realm_id % 2 = 1))
);
CREATE UNIQUE INDEX connector_by_notice_token ON connector (notice_token);
COMMENT ON COLUMN connector.secret_sealed IS 'What the provider knows us by: a JSON object, sealed for the row: key version, dot, base64.';
COMMENT ON COLUMN connector.notice_token IS 'The part of the address at which the provider tells us of what happens there that nobody can guess.';

-- Whoever runs on an earlier Florin while nodes are exchanged writes payments of the simulator and no others.
ALTER TABLE payment
  ADD COLUMN connector_kind text NOT NULL DEFAULT 'simulator',
  DROP CONSTRAINT payment_live_is_not_simulated,
  ADD CONSTRAINT payment_live_is_not_simulated CHECK (connector_kind <> 'simulator' OR realm_id % 2 = 0);
COMMENT ON COLUMN payment.connector IS 'The instance: cn_ and so on, or its kind where there is one for all.';
ALTER TABLE attempt
  ADD COLUMN connector_kind text NOT NULL DEFAULT 'simulator',
  ADD COLUMN network_transaction_id text;
COMMENT ON COLUMN attempt.network_transaction_id IS 'The card scheme''s name for an approved authorisation, which later charges of the card refer to.';
