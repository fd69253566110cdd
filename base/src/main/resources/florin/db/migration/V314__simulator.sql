-- The ledger of the simulated card network of test mode. It represents an external system: only the
-- simulator's own commits write it, and no foreign key connects it to other tables. Its key is
-- Florin's reference alone, as at a real network. It contains the name of a test card's rule, never
-- a card number.

CREATE DOMAIN simulator_kind_word AS text
  CONSTRAINT simulator_kind_is_known CHECK (VALUE IN ('authorization', 'capture', 'cancel', 'refund', 'closed'));
CREATE DOMAIN simulator_state_word AS text
  CONSTRAINT simulator_state_is_known CHECK (VALUE IN ('in_flight', 'pending', 'requires_action', 'approved', 'declined'));
CREATE DOMAIN simulator_due_state_word AS text
  CONSTRAINT simulator_due_state_is_known CHECK (VALUE IN ('approved', 'declined'));
CREATE DOMAIN simulator_capture_method_word AS text
  CONSTRAINT simulator_capture_method_is_known CHECK (VALUE IN ('automatic', 'manual'));

CREATE TABLE simulator_operation (
  reference                 uuid PRIMARY KEY,
  kind                      simulator_kind_word NOT NULL,
  created_at                timestamptz NOT NULL,

  -- Columns of every operation except a tombstone ('closed').
  realm_id                  bigint,
  amount                    bigint,
  currency                  text,
  state                     simulator_state_word,
  due_at                    timestamptz,
  due_state                 simulator_due_state_word,
  response_code             text,

  -- Columns of captures, cancels and refunds.
  authorization_reference   uuid,

  -- Columns of authorizations.
  capture_method            simulator_capture_method_word,
  rule                      text,
  cvc_check                 text,
  address_line1_check       text,
  address_postal_code_check text,
  risk_level                text,
  challenged                boolean,
  captured                  bigint,
  reversed                  bigint,
  refunded                  bigint,
  version                   integer,

  CONSTRAINT simulator_moves_no_live_money CHECK (realm_id % 2 = 0),
  CONSTRAINT simulator_amount_in_range CHECK (amount BETWEEN 0 AND 999999999999),
  CONSTRAINT simulator_amounts_not_negative CHECK (least(captured, reversed, refunded) >= 0),
  CONSTRAINT simulator_captured_within_authorized CHECK (captured + reversed <= amount),
  CONSTRAINT simulator_refunded_within_captured CHECK (refunded <= captured),
  -- Each kind has all of its columns and no others. An operation that changes automatically has the
  -- time and the state of the change.
  CONSTRAINT simulator_operation_is_whole CHECK (
    (kind = 'closed' OR num_nulls(realm_id, amount, currency, state) = 0)
    AND (authorization_reference IS NULL) = (kind = ANY ('{authorization,closed}'))
    AND authorization_reference <> reference
    AND num_nulls(capture_method, rule, cvc_check, address_line1_check, address_postal_code_check,
                  risk_level, challenged, captured, reversed, refunded, version)
        = CASE kind WHEN 'authorization' THEN 0 ELSE 11 END
    AND (due_at IS NULL) = (due_state IS NULL))
) WITH (fillfactor = 90);

CREATE INDEX simulator_operation_by_authorization
    ON simulator_operation (authorization_reference)
 WHERE authorization_reference IS NOT NULL;

COMMENT ON TABLE simulator_operation IS 'The ledger of the simulator. The state of an operation is `state` before `due_at`, and `due_state` from then on.';
COMMENT ON COLUMN simulator_operation.realm_id IS 'Even, because the simulator accepts only test realms. Null for a tombstone.';
COMMENT ON COLUMN simulator_operation.refunded IS 'Refunded amount in minor units at the last change. It includes refunds that failed automatically after that; the next change subtracts them. Null except for authorizations.';
