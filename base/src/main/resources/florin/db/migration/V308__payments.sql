-- Payments. Each rule about money has its own CHECK.
--
-- PostgreSQL parses the CHECKs and trigger conditions of a table for each statement that writes to
-- it, whether for one row or for hundreds. The cost grows with their length. Where every payment
-- writes, a column with a fixed set of values therefore has a DOMAIN, which a session parses once.
-- A list of values is one constant, '{a,b}', instead of IN ('a', 'b') (docs/decisions/024).

CREATE DOMAIN payment_status_word AS text
  CONSTRAINT payment_status_is_known CHECK (VALUE IN ('requires_action', 'processing', 'requires_capture', 'succeeded', 'failed', 'canceled'));
CREATE DOMAIN pending_operation_word AS text
  CONSTRAINT pending_operation_is_known CHECK (VALUE IN ('authorize', 'resume', 'capture', 'cancel'));
CREATE DOMAIN capture_method_word AS text
  CONSTRAINT capture_method_is_known CHECK (VALUE IN ('automatic', 'manual'));
CREATE DOMAIN cancellation_reason_word AS text
  CONSTRAINT cancellation_reason_is_known CHECK (VALUE IN ('duplicate', 'fraudulent', 'requested_by_customer', 'abandoned', 'expired'));
CREATE DOMAIN risk_level_word AS text
  CONSTRAINT risk_level_is_known CHECK (VALUE IN ('normal', 'elevated', 'highest'));
CREATE DOMAIN check_result_word AS text
  CONSTRAINT check_result_is_known CHECK (VALUE IN ('pass', 'fail', 'unavailable', 'unchecked'));
CREATE DOMAIN currency_code AS text
  CONSTRAINT currency_code_is_three_letters CHECK (VALUE ~ '^[a-z]{3}$');

CREATE TABLE payment (
  realm_id              bigint NOT NULL,
  id                    uuid NOT NULL,
  version               integer NOT NULL,
  sequence              integer NOT NULL,
  status                payment_status_word NOT NULL,
  pending_operation     pending_operation_word,
  amount                bigint NOT NULL,
  currency              currency_code NOT NULL,
  amount_capturable     bigint NOT NULL DEFAULT 0,
  amount_captured       bigint NOT NULL DEFAULT 0,
  amount_refunded       bigint NOT NULL DEFAULT 0,
  amount_refund_pending bigint NOT NULL DEFAULT 0,
  capture_method        capture_method_word NOT NULL,
  customer_id           uuid,
  description           text,
  metadata              jsonb,
  receipt_email         text,
  statement_descriptor  text,

  payment_method_id     uuid NOT NULL,
  method_type           payment_method_type_word NOT NULL,
  method                jsonb NOT NULL,
  connector             text NOT NULL,
  connector_kind        text NOT NULL,

  failure_code          text,
  failure_decline_code  text,
  failure_message       text,
  failure_advice        text,
  check_cvc             check_result_word,
  check_address_line1   check_result_word,
  check_postal_code     check_result_word,
  network_response_code text,
  risk_level            risk_level_word,

  created_at            timestamptz NOT NULL,
  captured_at           timestamptz,
  canceled_at           timestamptz,
  cancellation_reason   cancellation_reason_word,

  return_url            text,
  challenge             text,
  action_url            text,
  three_d_secure        jsonb,
  provider              jsonb,

  PRIMARY KEY (realm_id, id),
  CONSTRAINT payment_customer_exists FOREIGN KEY (realm_id, customer_id) REFERENCES customer (realm_id, id),

  CONSTRAINT payment_amount_in_range CHECK (amount BETWEEN 1 AND 999999999999),
  CONSTRAINT payment_amounts_not_negative CHECK (least(amount_capturable, amount_captured, amount_refunded, amount_refund_pending) >= 0),
  CONSTRAINT payment_captured_within_authorised CHECK (amount_captured + amount_capturable <= amount),
  CONSTRAINT payment_refunded_within_captured CHECK (amount_refunded + amount_refund_pending <= amount_captured),
  CONSTRAINT payment_money_only_where_status_says_so CHECK (
    CASE status
      WHEN 'succeeded' THEN amount_captured > 0 AND amount_capturable = 0 AND captured_at IS NOT NULL
      WHEN 'requires_capture' THEN amount_captured = 0 AND amount_capturable > 0
      WHEN 'processing' THEN amount_captured = 0
      ELSE amount_captured = 0 AND amount_capturable = 0
    END),
  CONSTRAINT payment_live_is_not_simulated CHECK (realm_id % 2 = 0 OR connector <> 'simulator' AND connector <> 'simulated_bank'),
  -- A payment without an event has only begun. A final payment has no operation in flight. A failed
  -- payment has a failure code. A payment that waits for the payer has a challenge. A cryptogram
  -- authenticates the payer, so it is never stored.
  CONSTRAINT payment_is_consistent CHECK (
    version > 0
    AND sequence >= 0
    AND (sequence > 0 OR status = 'processing')
    AND (pending_operation IS NULL OR status <> ALL ('{succeeded,failed,canceled}'))
    AND (status = 'canceled') = (canceled_at IS NOT NULL)
    AND (status = 'failed') = (failure_code IS NOT NULL)
    AND (status <> 'requires_action' OR challenge IS NOT NULL)
    AND NOT jsonb_exists(three_d_secure, 'cryptogram'))
) WITH (fillfactor = 45); -- space for the outcome of each payment, which changes no index

COMMENT ON COLUMN payment.realm_id IS 'Odd for live mode. A CHECK rejects live payments on the simulator and on the simulated bank.';
COMMENT ON COLUMN payment.method IS 'The payment method at the time of the payment: the data that Florin may show, depending on the type, and the billing details. created_at: present if the method existed before the payment. customer_id: the customer to which it was attached. saved: present if an approval attaches it.';
COMMENT ON COLUMN payment.connector IS 'The connector, as cn_ and its id, or its kind if all merchants share one.';
COMMENT ON COLUMN payment.challenge IS 'The connector''s name for the challenge that it requested. It stays after the challenge is over. Null if there was none.';
COMMENT ON COLUMN payment.action_url IS 'Address to which Florin sends the payer for an action. Null for a page that Florin serves, or if there is no action.';
COMMENT ON COLUMN payment.three_d_secure IS 'Result of 3-D Secure that the merchant supplied or a challenge produced, as one flat object: version, eci, ds_transaction_id, trans_status. It never contains the cryptogram. Null if there is no result.';
COMMENT ON COLUMN payment.provider IS 'Data that the provider reported about the payment. ids: the provider''s ids, by its names for the objects. page: the page of the payment at the provider. dispute: the latest dispute, with open until its outcome is known, and lost_at if it was lost. Null if there is no such data, as for the simulator.';

-- Indexes for lists of rare payments: without them, a filter that few or no payments pass reads the
-- whole table. A list of common payments walks the primary key. realm_id is not the first column:
-- see attempt_by_payment. The outcome of a card payment changes no indexed column, so it writes no
-- index. A change of the customer, of the metadata or of the provider's data does.
CREATE INDEX payment_by_customer ON payment (customer_id, id) WHERE customer_id IS NOT NULL;
CREATE INDEX payment_by_last4 ON payment ((method ->> 'last4'), realm_id, id);
CREATE INDEX payment_by_amount ON payment (amount, realm_id);
CREATE INDEX payment_by_currency ON payment (currency, realm_id, id);
CREATE INDEX payment_by_metadata ON payment USING gin (metadata jsonb_path_ops) WHERE metadata IS NOT NULL;
CREATE INDEX payment_by_provider_id ON payment USING gin (jsonb_path_query_array(provider, '$.ids.*') jsonb_path_ops) WHERE provider IS NOT NULL;
-- Most payments are card payments, so a list of those walks the primary key.
CREATE INDEX payment_by_method_type ON payment (method_type, realm_id, id) WHERE method_type <> 'card';
CREATE INDEX payment_disputed ON payment (id) WHERE provider -> 'dispute' ->> 'open' IS NOT NULL;
CREATE INDEX payment_dispute_lost ON payment ((provider -> 'dispute' ->> 'lost_at')) WHERE provider -> 'dispute' ->> 'lost_at' IS NOT NULL;
CREATE INDEX payment_differs_at_provider ON payment (id) WHERE provider ->> 'differs_at' IS NOT NULL;

-- Payments by status, in a separate table, so that an update of a payment writes no index. The
-- usual lifecycle, which ends with succeeded, writes nothing here.
CREATE TABLE payment_status (
  status   text NOT NULL,
  realm_id bigint NOT NULL,
  id       uuid NOT NULL,
  PRIMARY KEY (status, realm_id, id)
);
COMMENT ON TABLE payment_status IS 'Payments whose status is neither processing nor succeeded, by status. Triggers of payment maintain the rows for every statement.';

CREATE FUNCTION payment_enters_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_status (status, realm_id, id) VALUES (NEW.status, NEW.realm_id, NEW.id);
  RETURN NULL;
END $$;

CREATE FUNCTION payment_leaves_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM payment_status WHERE status = OLD.status AND realm_id = OLD.realm_id AND id = OLD.id;
  RETURN NULL;
END $$;

CREATE TRIGGER payment_is_made_in_status AFTER INSERT ON payment FOR EACH ROW
  WHEN (NEW.status <> ALL ('{processing,succeeded}'))
  EXECUTE FUNCTION payment_enters_status();
CREATE TRIGGER payment_enters_status AFTER UPDATE ON payment FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND NEW.status <> ALL ('{processing,succeeded}'))
  EXECUTE FUNCTION payment_enters_status();
CREATE TRIGGER payment_leaves_status AFTER UPDATE ON payment FOR EACH ROW
  WHEN (OLD.status <> NEW.status AND OLD.status <> ALL ('{processing,succeeded}'))
  EXECUTE FUNCTION payment_leaves_status();

CREATE VIEW open_payment AS
SELECT realm_id, id, customer_id
  FROM payment
 WHERE status IN ('processing', 'requires_action', 'requires_capture');
COMMENT ON VIEW open_payment IS 'The payments that can still move money.';

CREATE VIEW active_payment AS
SELECT realm_id, id
  FROM payment
 WHERE status NOT IN ('failed', 'canceled')
   AND (status <> 'succeeded' OR amount_refunded < amount_captured);
COMMENT ON VIEW active_payment IS 'The payments that can still be captured, canceled or refunded, or whose outcome is unknown.';

CREATE VIEW payment_for_report AS
SELECT realm_id, id, customer_id, status, currency, amount, amount_captured, amount_refunded, capture_method, connector,
       coalesce(method ->> 'brand', method_type) AS brand,
       coalesce(failure_decline_code, failure_code) AS failure,
       receipt_email
  FROM payment;
COMMENT ON VIEW payment_for_report IS 'The facts of a payment that reports count.';
