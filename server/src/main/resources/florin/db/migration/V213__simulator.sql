-- What "the card network" of test mode knows: its own table, written by commits of its own, and joined to nothing. It stands for a system elsewhere,
-- so no foreign key leads here or from here, and the key is our reference alone, as at a real network. A card number is never stored: the rule's name is.

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

  -- every operation, that is, all but a tombstone ('closed')
  realm_id                  bigint,
  amount                    bigint,
  currency                  text,
  state                     simulator_state_word,
  due_at                    timestamptz,
  due_state                 simulator_due_state_word,
  response_code             text,

  -- captures, cancels and refunds
  authorization_reference   uuid,

  -- authorisations
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
  -- Each kind has its own columns, all of them; and what changes by itself says when and into what.
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

COMMENT ON TABLE simulator_operation IS 'The simulator''s book. An operation stands as `state` until `due_at`, and as `due_state` from then on.';
COMMENT ON COLUMN simulator_operation.realm_id IS 'Even, that is, a test realm: the simulator moves no money.';
COMMENT ON COLUMN simulator_operation.refunded IS 'As of the last change: a refund that failed by itself since then is still in it, and is taken out with the next change.';
