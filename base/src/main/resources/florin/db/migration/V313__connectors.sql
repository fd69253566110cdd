-- Connectors that merchants set up with their own credentials, and the communication with their
-- providers. The connector of test mode has no row, because all merchants share it.

CREATE TABLE connector (
  realm_id         bigint NOT NULL REFERENCES realm (id),
  id               uuid NOT NULL,
  version          integer NOT NULL,
  kind             text NOT NULL CHECK (kind ~ '^[a-z][a-z0-9_]{1,31}$' AND kind <> 'simulator'),
  name             text NOT NULL CHECK (length(name) BETWEEN 1 AND 256),
  live             boolean NOT NULL,
  status           text NOT NULL CHECK (status IN ('draft', 'enabled', 'disabled')),
  settings         jsonb NOT NULL,
  secret_sealed    text,
  webhook_token    text NOT NULL,
  webhooks_sent_to text,
  checked_at       timestamptz,
  check_result     jsonb,
  created_at       timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id),
  CONSTRAINT connector_lives_in_its_mode CHECK (live = (realm_id % 2 = 1))
);
CREATE UNIQUE INDEX connector_by_webhook_token ON connector (webhook_token);
COMMENT ON COLUMN connector.secret_sealed IS 'The merchant''s credentials at the provider: a JSON object, encrypted for the row: key version, dot, base64. Null if there are none.';
COMMENT ON COLUMN connector.webhook_token IS 'The secret part of the address to which the provider sends its webhooks.';
COMMENT ON COLUMN connector.webhooks_sent_to IS 'The address that Florin registered at the provider for webhooks. Null if Florin registered none.';
COMMENT ON COLUMN connector.checked_at IS 'Time of the last test of the connector with its provider. check_result has the result. Null if there was no test.';

-- Requests of connectors to their providers, and the responses. Florin writes a row before it sends
-- the request, so that after a crash the row shows what may be in flight.
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
COMMENT ON COLUMN connector_exchange.number IS 'Number of the step. The first step and the mark of a closed reference both have 0, so that the primary key admits only one of the two.';
COMMENT ON COLUMN connector_exchange.external_id IS 'The provider''s id for the object that the attempt creates or changes. Null if it is not known.';

-- Webhooks from providers. A webhook makes Florin query the provider; it decides nothing.
CREATE TABLE provider_webhook (
  realm_id     bigint NOT NULL,
  id           uuid NOT NULL,
  connector_id uuid NOT NULL,
  webhook_id   text NOT NULL,
  external_id  text,
  reference    uuid,
  kind         text NOT NULL,
  body         text NOT NULL,
  received_at  timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id)
);
CREATE INDEX provider_webhook_by_reference ON provider_webhook (reference) WHERE reference IS NOT NULL;
CREATE INDEX provider_webhook_by_time ON provider_webhook (received_at);
CREATE INDEX provider_webhook_by_connector ON provider_webhook (realm_id, connector_id, received_at, id);
COMMENT ON COLUMN provider_webhook.id IS 'A hash of connector_id and webhook_id, so that Florin stores each webhook once.';
COMMENT ON COLUMN provider_webhook.body IS 'The body as received, encrypted for the row: key version, dot, base64.';
