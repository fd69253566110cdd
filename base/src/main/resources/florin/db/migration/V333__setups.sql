-- Setups: payments of zero, which save a payment method and move no money.

ALTER TABLE payment
  DROP CONSTRAINT payment_amount_in_range,
  DROP CONSTRAINT payment_money_only_where_status_says_so,
  ADD CONSTRAINT payment_amount_in_range CHECK (amount BETWEEN 0 AND 999999999999),
  ADD CONSTRAINT payment_money_only_where_status_says_so CHECK (
    CASE status
      WHEN 'succeeded' THEN (amount_captured > 0 OR amount = 0) AND amount_capturable = 0 AND captured_at IS NOT NULL
      WHEN 'requires_capture' THEN amount_captured = 0 AND amount_capturable > 0
      WHEN 'processing' THEN amount_captured = 0
      ELSE amount_captured = 0 AND amount_capturable = 0
    END);
COMMENT ON COLUMN payment.amount IS 'Zero for a setup, which saves the payment method and is no payment to the merchant.';

ALTER TABLE attempt
  DROP CONSTRAINT attempt_amount_is_positive,
  ADD CONSTRAINT attempt_amount_not_negative CHECK (amount >= 0);
COMMENT ON COLUMN attempt.amount IS 'Zero for the operations of a setup.';

-- A setup has statuses of its own here, so that no list and no count of payments reads it.
CREATE OR REPLACE FUNCTION payment_enters_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO payment_status (status, realm_id, id)
  VALUES (CASE WHEN NEW.amount = 0 THEN 'setup_' ELSE '' END || NEW.status, NEW.realm_id, NEW.id);
  RETURN NULL;
END $$;

CREATE OR REPLACE FUNCTION payment_leaves_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  DELETE FROM payment_status
   WHERE status = CASE WHEN OLD.amount = 0 THEN 'setup_' ELSE '' END || OLD.status
     AND realm_id = OLD.realm_id
     AND id = OLD.id;
  RETURN NULL;
END $$;
COMMENT ON TABLE payment_status IS 'Payments whose status is neither processing nor succeeded, by status. The status of a setup begins with setup_. Triggers of payment maintain the rows for every statement.';

CREATE OR REPLACE VIEW payment_for_report AS
SELECT realm_id, id, customer_id, status, currency, amount, amount_captured, amount_refunded, capture_method, connector,
       coalesce(method ->> 'brand', method_type) AS brand,
       coalesce(failure_decline_code, failure_code) AS failure,
       receipt_email
  FROM payment
 WHERE amount > 0;
COMMENT ON VIEW payment_for_report IS 'The facts of a payment that reports count, without setups.';
COMMENT ON VIEW open_payment IS 'The payments that can still move money, and the setups that can still save a payment method.';

COMMENT ON COLUMN mandate.payment_id IS 'The payment or setup with which the payer gave the mandate. A mandate that a setup gave has the id of the setup with the last bit flipped.';

-- Checkout sessions that save a payment method, and the text that the payer agrees to.
ALTER TABLE checkout_session
  ADD COLUMN saves_method boolean,
  ADD COLUMN mandate_text text CHECK (length(mandate_text) BETWEEN 1 AND 2000),
  DROP CONSTRAINT checkout_session_amount_in_range,
  ADD CONSTRAINT checkout_session_amount_in_range CHECK (amount BETWEEN 0 AND 999999999999),
  ADD CONSTRAINT checkout_session_saves_for_customer CHECK (
    (amount > 0 OR saves_method IS NOT NULL)
    AND (mandate_text IS NULL OR saves_method IS NOT NULL)
    AND (saves_method IS NULL OR saves_method AND customer_id IS NOT NULL));
COMMENT ON COLUMN checkout_session.amount IS 'Zero for a session of mode setup, which saves a payment method and charges nothing.';
COMMENT ON COLUMN checkout_session.saves_method IS 'True if the payment or setup of the session saves the payment method for the customer. Null if it does not.';
COMMENT ON COLUMN checkout_session.mandate_text IS 'The text above the button, to which the payer agrees. Null if the session asks for no mandate.';
