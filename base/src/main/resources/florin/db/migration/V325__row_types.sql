-- Row types of the statements that run with every payment. Florin sends all rows of a batch as one
-- binary array of a type, instead of one text array for each column. A type has the columns of its
-- statement in the same order (florin.db.RowType; RowTypesTest compares the two). A type never
-- changes, because nodes of two versions can run at the same time. A statement with other columns
-- uses a type with a new name, and a later migration drops the old type.

CREATE TYPE attempt_insert_row AS (
  realm_id bigint, id uuid, payment_id uuid, operation text, authorization_id uuid, refund_id uuid, version integer, status text,
  connector text, connector_kind text, amount bigint, node uuid, boot uuid, due_at timestamptz, expires_at timestamptz, checked integer,
  idempotency_id uuid, request_id uuid, network_response_code text, network_transaction_id text, connector_reference text, resolved_by text,
  created_at timestamptz, resolved_at timestamptz, amount_approved bigint, currency_approved text);

CREATE TYPE attempt_update_row AS (
  realm_id bigint, id uuid, version integer, status text, node uuid, boot uuid, due_at timestamptz, expires_at timestamptz, checked integer,
  network_response_code text, network_transaction_id text, connector_reference text, resolved_by text, resolved_at timestamptz,
  amount_approved bigint, currency_approved text);

CREATE TYPE delivery_attempt_insert_row AS (
  realm_id bigint, delivery_id uuid, version integer, result text, http_status integer, error text, latency_ms integer, response_headers text,
  response_body text, created_at timestamptz);

CREATE TYPE delivery_fanout_row AS (
  realm_id bigint, id uuid, type text, object_id uuid, created_at timestamptz);

CREATE TYPE delivery_record_row AS (
  realm_id bigint, id uuid, version integer, status text, due_at timestamptz, completed_at timestamptz);

CREATE TYPE event_insert_row AS (
  realm_id bigint, id uuid, type text, object_id uuid, sequence integer, body text, created_at timestamptz);

CREATE TYPE idempotency_claim_row AS (
  realm_id bigint, id uuid, publishable boolean, fingerprint uuid, resource_id uuid, status integer, body text, event_id uuid,
  sealed_secret text, secret_at integer, created_at timestamptz, expires_at timestamptz);

CREATE TYPE payment_insert_row AS (
  realm_id bigint, id uuid, version integer, sequence integer, status text, pending_operation text, amount bigint, currency text,
  amount_capturable bigint, amount_captured bigint, amount_refunded bigint, amount_refund_pending bigint, capture_method text,
  customer_id uuid, description text, metadata jsonb, receipt_email text, statement_descriptor text, payment_method_id uuid, method_type text,
  method jsonb, connector text, connector_kind text, failure_code text, failure_decline_code text, failure_message text, failure_advice text,
  check_cvc text, check_address_line1 text, check_postal_code text, network_response_code text, risk_level text, created_at timestamptz,
  captured_at timestamptz, canceled_at timestamptz, cancellation_reason text, return_url text, challenge text, action_url text,
  three_d_secure jsonb);

CREATE TYPE payment_method_insert_row AS (
  realm_id bigint, id uuid, type text, details jsonb, secret_version integer, secret bytea, consumed_by uuid, billing jsonb, metadata jsonb,
  erase_at timestamptz, created_at timestamptz);

CREATE TYPE payment_update_row AS (
  realm_id bigint, id uuid, version integer, sequence integer, status text, pending_operation text, amount_capturable bigint,
  amount_captured bigint, amount_refunded bigint, amount_refund_pending bigint, failure_code text, failure_decline_code text,
  failure_message text, failure_advice text, check_cvc text, check_address_line1 text, check_postal_code text, network_response_code text,
  risk_level text, captured_at timestamptz, canceled_at timestamptz, cancellation_reason text, challenge text, action_url text,
  three_d_secure jsonb);

CREATE TYPE simulator_authorization_row AS (
  reference uuid, kind text, created_at timestamptz, realm_id bigint, amount bigint, currency text, state text, due_at timestamptz,
  due_state text, response_code text, challenged boolean, captured bigint, reversed bigint, refunded bigint, capture_method text, rule text,
  cvc_check text, address_line1_check text, address_postal_code_check text, risk_level text, version integer);

CREATE TYPE simulator_change_row AS (
  reference uuid, version integer, state text, due_at timestamptz, due_state text, response_code text, challenged boolean, captured bigint,
  reversed bigint, refunded bigint);

CREATE TYPE simulator_movement_row AS (
  reference uuid, kind text, created_at timestamptz, realm_id bigint, amount bigint, currency text, state text, due_at timestamptz,
  due_state text, response_code text, authorization_reference uuid);
