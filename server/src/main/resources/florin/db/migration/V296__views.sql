-- A table has one owner: see TablesTest. These views are what other packages may read of it.

CREATE VIEW account_for_team AS
SELECT number, name, created_at, second_factor_required, second_factor_from
  FROM account;
COMMENT ON VIEW account_for_team IS 'The name of an account, and its rule for second factors.';

CREATE VIEW realm_with_logged_fields AS
SELECT r.id
  FROM account a
  JOIN realm r ON r.account_number = a.number
 WHERE a.logs_live_fields
   AND r.mode = 'live';
COMMENT ON VIEW realm_with_logged_fields IS 'The live realms whose request log stores fields.';

CREATE VIEW author AS
SELECT id, name
  FROM app_user;
COMMENT ON VIEW author IS 'The names of users beside what they wrote.';

CREATE VIEW alert_recipient AS
SELECT m.account_number, u.email
  FROM membership m
  JOIN app_user u ON u.id = m.user_id
 WHERE m.role IN ('owner', 'admin');
COMMENT ON VIEW alert_recipient IS 'The addresses of those who act on an alert of an account.';

CREATE VIEW kept_customer AS
SELECT realm_id, id
  FROM customer
 WHERE deleted_at IS NULL;
COMMENT ON VIEW kept_customer IS 'The customers that are not deleted. A row can be locked.';

CREATE VIEW attached_method AS
SELECT realm_id, customer_id
  FROM payment_method
 WHERE customer_id IS NOT NULL;
COMMENT ON VIEW attached_method IS 'One row for each payment method of a customer.';

CREATE VIEW open_payment AS
SELECT realm_id, id, customer_id
  FROM payment
 WHERE status IN ('processing', 'requires_action', 'requires_capture');
COMMENT ON VIEW open_payment IS 'The payments that can still move money.';

CREATE VIEW attempt_payment AS
SELECT realm_id, id, payment_id
  FROM attempt;
COMMENT ON VIEW attempt_payment IS 'The payment of an attempt, for connectors, which know attempts.';

CREATE VIEW payment_for_report AS
SELECT realm_id, id, customer_id, status, currency, amount, amount_captured, amount_refunded, capture_method, connector,
       coalesce(method ->> 'brand', method_type) AS brand,
       coalesce(failure_decline_code, failure_code) AS failure,
       receipt_email
  FROM payment;
COMMENT ON VIEW payment_for_report IS 'The facts of a payment that reports count.';

CREATE VIEW event_log AS
SELECT realm_id, id, type, object_id, sequence, body, position, created_at
  FROM event;
COMMENT ON VIEW event_log IS 'The events, for those who follow, repeat or deliver them. Events are never changed.';

CREATE VIEW known_realm AS
SELECT id
  FROM realm;
COMMENT ON VIEW known_realm IS 'The ids of all realms, for what runs for each.';

CREATE VIEW restored_backup AS
SELECT id, backup_at, restored_at
  FROM restore;
COMMENT ON VIEW restored_backup IS 'The restores of this database, for the review of what the providers have done since.';

CREATE VIEW receipt_email AS
SELECT realm_id, payment_id, email
  FROM payment_email;
COMMENT ON VIEW receipt_email IS 'The email address of a payment, in lower case, for searches.';

CREATE VIEW transfer_reference AS
SELECT realm_id, id, reference
  FROM bank_transfer;
COMMENT ON VIEW transfer_reference IS 'The reference of a bank transfer, and the id of its authorization, for searches.';

CREATE VIEW entry_origin AS
SELECT realm_id, id, bank_reference, debit, currency, party, party_iban_sealed
  FROM bank_entry;
COMMENT ON VIEW entry_origin IS 'The payer of a bank entry, and the bank''s reference of it.';

CREATE VIEW payment_match AS
SELECT realm_id, holder_id AS payment_id, source_id, amount
  FROM bank_match
 WHERE holder = 'payment';
COMMENT ON VIEW payment_match IS 'The money of bank entries that payments got or lost.';

CREATE VIEW unbooked_transfer AS
SELECT realm_id, order_id
  FROM outgoing_transfer
 WHERE state IN ('ordered', 'other_amount');
COMMENT ON VIEW unbooked_transfer IS 'The transfers of payment files that the bank has not booked as ordered.';
