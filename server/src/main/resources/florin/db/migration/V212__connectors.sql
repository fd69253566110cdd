-- Connectors that merchants set up, each with keys of its own, and what passes between them and their providers. The connector of test mode, which is
-- one for all, needs no row.

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
  webhook_token  text NOT NULL,
  checked_at    timestamptz,
  check_result  jsonb,
  created_at    timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id),
  CONSTRAINT connector_lives_in_its_mode CHECK (live = (realm_id % 2 = 1))
);
CREATE UNIQUE INDEX connector_by_webhook_token ON connector (webhook_token);
COMMENT ON COLUMN connector.secret_sealed IS 'What the provider knows us by: a JSON object, sealed for the row: key version, dot, base64.';
COMMENT ON COLUMN connector.webhook_token IS 'The part of the address at which the provider tells us of what happens there that nobody can guess.';
COMMENT ON COLUMN connector.checked_at IS 'When the connector was last tried against its provider; check_result is what came of it.';

-- What connectors have said to their providers and heard, written before a byte leaves: after a crash it says what may be under way.
CREATE TABLE connector_exchange (
  realm_id     bigint NOT NULL,
  attempt_id   uuid NOT NULL,
  number       smallint NOT NULL CHECK (number BETWEEN 0 AND 15),
  connector_id uuid NOT NULL,
  operation    text NOT NULL CHECK (operation IN ('authorize', 'capture', 'cancel', 'refund')),
  step         text NOT NULL CHECK (length(step) BETWEEN 1 AND 32),
  external_id  text CHECK (length(external_id) <= 255),
  sent_at      timestamptz NOT NULL,
  answered_at  timestamptz,
  facts        jsonb,
  PRIMARY KEY (realm_id, attempt_id, number)
) WITH (fillfactor = 80);
CREATE INDEX connector_exchange_by_external_id ON connector_exchange (external_id) WHERE external_id IS NOT NULL;
COMMENT ON COLUMN connector_exchange.number IS 'The first step and the mark that the reference is closed both have 0: the key decides between them.';
COMMENT ON COLUMN connector_exchange.external_id IS 'What the provider calls what the attempt is there.';

-- What providers tell by themselves. A nudge to inquire: nothing is decided by it.
CREATE TABLE provider_webhook (
  realm_id     bigint NOT NULL,
  id           uuid NOT NULL,
  connector_id uuid NOT NULL,
  webhook_id    text NOT NULL,
  external_id  text,
  reference    uuid,
  kind         text NOT NULL,
  body         text NOT NULL,
  received_at  timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id)
);
CREATE INDEX provider_webhook_by_reference ON provider_webhook (reference) WHERE reference IS NOT NULL;
CREATE INDEX provider_webhook_by_time ON provider_webhook (received_at);
COMMENT ON COLUMN provider_webhook.id IS 'A hash of connector_id and webhook_id: the same webhook is there once.';
COMMENT ON COLUMN provider_webhook.body IS 'As it came, sealed for the row: key version, dot, base64.';
