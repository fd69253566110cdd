-- What "the card network" of test mode knows: its own table, written by commits of its own, and joined to nothing. It stands for a system elsewhere,
-- so no foreign key leads here or from here, and the key is our reference alone, as at a real network. A card number is never stored: the rule's name is.

CREATE TABLE simulator_operation (
  reference                 uuid PRIMARY KEY,
  kind                      text NOT NULL CHECK (kind IN ('authorization', 'capture', 'cancel', 'refund', 'closed')),
  created_at                timestamptz NOT NULL,

  -- every operation, that is, all but a tombstone ('closed')
  realm_id                  bigint CHECK (realm_id % 2 = 0),
  amount                    bigint CHECK (amount BETWEEN 0 AND 999999999999),
  currency                  text,
  state                     text CHECK (state IN ('in_flight', 'pending', 'requires_action', 'approved', 'declined')),
  due_at                    timestamptz,
  due_state                 text CHECK (due_state IN ('approved', 'declined')),
  response_code             text,

  -- captures, cancels and refunds
  authorization_reference   uuid CHECK (authorization_reference <> reference),

  -- authorisations
  capture_method            text CHECK (capture_method IN ('automatic', 'manual')),
  rule                      text,
  cvc_check                 text,
  address_line1_check       text,
  address_postal_code_check text,
  risk_level                text,
  challenged                boolean,
  captured                  bigint CHECK (captured >= 0),
  reversed                  bigint CHECK (reversed >= 0),
  refunded                  bigint CHECK (refunded >= 0),
  version                   integer,

  CONSTRAINT simulator_change_is_whole CHECK ((due_at IS NULL) = (due_state IS NULL)),
  CONSTRAINT simulator_operation_is_whole CHECK (kind = 'closed' OR num_nulls(realm_id, amount, currency, state) = 0),
  CONSTRAINT simulator_movement_names_its_authorization
    CHECK ((kind IN ('capture', 'cancel', 'refund')) = (authorization_reference IS NOT NULL)),
  CONSTRAINT simulator_authorization_is_whole CHECK (
    num_nulls(capture_method, rule, cvc_check, address_line1_check, address_postal_code_check,
              risk_level, challenged, captured, reversed, refunded, version)
    = CASE kind WHEN 'authorization' THEN 0 ELSE 11 END),
  CONSTRAINT simulator_captured_within_authorized CHECK (captured + reversed <= amount),
  CONSTRAINT simulator_refunded_within_captured CHECK (refunded <= captured)
) WITH (fillfactor = 90);

CREATE INDEX simulator_operation_by_authorization
    ON simulator_operation (authorization_reference)
 WHERE authorization_reference IS NOT NULL;

COMMENT ON TABLE simulator_operation IS 'The simulator''s book. An operation stands as `state` until `due_at`, and as `due_state` from then on.';
COMMENT ON COLUMN simulator_operation.realm_id IS 'Even, that is, a test realm: the simulator moves no money.';
COMMENT ON COLUMN simulator_operation.refunded IS 'As of the last change: a refund that failed by itself since then is still in it, and is taken out with the next change.';
