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
CREATE TABLE connector_notice (
  realm_id     bigint NOT NULL,
  id           uuid NOT NULL,
  connector_id uuid NOT NULL,
  notice_id    text NOT NULL,
  external_id  text,
  reference    uuid,
  kind         text NOT NULL,
  body         text NOT NULL,
  received_at  timestamptz NOT NULL,
  PRIMARY KEY (realm_id, id)
);
CREATE INDEX connector_notice_by_reference ON connector_notice (reference) WHERE reference IS NOT NULL;
CREATE INDEX connector_notice_by_time ON connector_notice (received_at);
COMMENT ON COLUMN connector_notice.id IS 'A hash of connector_id and notice_id: the same notice is there once.';
COMMENT ON COLUMN connector_notice.body IS 'As it came, sealed for the row: key version, dot, base64.';
