package florin.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import java.sql.Connection;
import java.sql.SQLException;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.DynamicTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestFactory;
import org.postgresql.util.PSQLException;

/**
 * Tests every rule that the payment tables have for a row. Each line changes one value of a valid
 * row and names the rule that rejects it. A CHECK that combines several rules has a line for each
 * rule.
 */
class SchemaRulesTest {
  private static final String U = "\"01890000-0000-7000-8000-000000000001\"";

  /** A valid row for each table, and for some tables a second one. */
  private static final Map<String, String> RIGHT =
      rows(
          "payment",
          """
          "realm_id": 2, "id": U, "version": 1, "sequence": 1, "status": "succeeded", "amount": 1000, "currency": "usd",
          "amount_capturable": 0, "amount_captured": 1000, "amount_refunded": 0, "amount_refund_pending": 0,
          "capture_method": "automatic", "payment_method_id": U, "method_type": "card", "method": {},
          "connector": "simulator", "connector_kind": "simulator", "created_at": "now", "captured_at": "now"
          """,
          "payment_method",
          """
          "realm_id": 2, "id": U, "version": 1, "sequence": 0, "type": "card", "details": {}, "secret_version": 1,
          "secret": "abc", "erase_at": "now", "challenged": false, "created_at": "now"
          """,
          "attempt",
          """
          "realm_id": 2, "id": U, "payment_id": U, "operation": "authorize", "version": 1, "status": "approved",
          "connector": "simulator", "connector_kind": "simulator", "amount": 1000, "node": U, "boot": U, "checked": 0,
          "resolved_by": "answer", "resolved_at": "now", "created_at": "now"
          """,
          "refund",
          """
          "realm_id": 2, "id": U, "payment_id": U, "version": 1, "sequence": 1, "status": "succeeded", "amount": 5,
          "currency": "usd", "created_at": "now"
          """,
          "dispute",
          """
          "realm_id": 2, "id": U, "version": 1, "sequence": 1, "payment_id": U, "connector": "simulator", "connector_kind": "simulator",
          "provider_id": "dp_1", "status": "needs_response", "provider_status": "needs_response", "amount": 5, "currency": "usd",
          "reason": "fraudulent", "updated_at": "now", "created_at": "now"
          """,
          "dispute_evidence",
          """
          "realm_id": 2, "id": U, "version": 1, "fields": {}, "updated_at": "now"
          """,
          "dispute_file",
          """
          "realm_id": 2, "id": U, "dispute_id": U, "kind": "receipt", "name": "receipt.pdf", "media_type": "application/pdf",
          "bytes": 5, "pages": 1, "sealed_key": "1.x", "content": "abc", "created_at": "now"
          """,
          "idempotency",
          """
          "realm_id": 2, "id": U, "publishable": false, "fingerprint": U, "resource_id": U, "created_at": "now",
          "expires_at": "now", "status": 200, "event_id": U
          """,
          "delivery",
          """
          "realm_id": 2, "id": U, "endpoint_id": U, "event_id": U, "status": "delivered", "version": 1, "attempts": 1,
          "created_at": "now", "completed_at": "now"
          """,
          "delivery_attempt",
          """
          "realm_id": 2, "delivery_id": U, "version": 1, "result": "delivered", "latency_ms": 5, "created_at": "now"
          """,
          "figure",
          """
          "realm_id": 2, "span": "quarter", "begins_at": "2026-11-21T10:15:00Z", "currency": "usd", "measure": "brand_failed",
          "code": "visa", "count": 1, "amount": 0
          """,
          "ledger_transfer",
          """
          "realm_id": 2, "source_id": U, "leg": 0, "id": U, "type": "payment", "object_id": U, "currency": "usd", "amount": 5,
          "debit_role": "pending", "debit_party": "simulator", "credit_role": "receivable", "credit_party": "simulator", "booked_at": "now"
          """,
          "ledger_balance",
          """
          "realm_id": 2, "currency": "usd", "role": "pending", "party": "simulator", "day": "2026-11-21", "debits": 5, "credits": 0
          """,
          "ledger_fact",
          """
          "realm_id": 2, "object_id": U, "kind": "refund", "sequence": 0, "connector": "simulator",
          "currency": "usd", "amount": 5, "happened_at": "now"
          """,
          "ledger_closing",
          """
          "realm_id": 2, "month": "2026-11-01", "time_zone": "UTC", "from_at": "2026-11-01", "until_at": "2026-12-01", "closed_at": "now"
          """,
          "ledger_booking",
          """
          "realm_id": 2, "source_id": U, "booked_at": "now", "adjusted_in": "2026-12-01"
          """,
          "ledger_closing_account",
          """
          "realm_id": 2, "month": "2026-11-01", "currency": "usd", "role": "pending", "party": "simulator", "opening": 1, "adjustment": 0,
          "debits": 5, "credits": 0
          """,
          "sandbox",
          """
          "id": U, "realm_id": 2, "sandbox_realm_id": 4294967298, "name": "Renewals", "seed": 7, "ahead_ms": 0, "created_at": "now"
          """,
          "card_retry",
          """
          "realm_id": 2, "id": U, "never": false, "tries": [ U], "changed_at": "now"
          """,
          "ledger_backlog",
          """
          "realm_id": 2, "part": "payments", "after_id": U
          """,
          "settlement",
          """
          "realm_id": 2, "id": U, "connector": "simulator", "format": "csv", "sha256": "\\\\x6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d", "lines": 1, "created_at": "now"
          """,
          "settlement_line",
          """
          "realm_id": 2, "id": U, "connector": "simulator", "reference": "x", "type": "payment", "currency": "usd",
          "gross": 5, "fee": 1, "tax": 0, "net": 4, "description": "", "occurred_at": "now", "available_at": "now", "created_at": "now"
          """,
          "payout",
          """
          "realm_id": 2, "id": U, "version": 1, "connector": "simulator", "reference": "x", "status": "expected", "currency": "usd",
          "amount": 4, "arrives_on": "2026-11-21", "has_all_lines": true, "arrived_amount": 0, "created_at": "now"
          """,
          "payout_arrival",
          """
          "realm_id": 2, "id": U, "payout_id": U, "amount": 4, "arrived_at": "now"
          """,
          "missing_settlement",
          """
          "realm_id": 2, "object_id": U, "transfer_id": U, "connector": "simulator"
          """,
          "settlement_position",
          """
          "realm_id": 2, "connector": "simulator", "cursor": "", "due_at": "now", "checked_id": U
          """,
          "brake",
          """
          "realm_id": 2, "id": U, "subject_kind": "address", "subject": "203.0.113.7", "step": "slow", "declined": 5, "cards": 6,
          "stopped": 1, "told": true, "engaged_until": "now", "created_at": "now"
          """,
          "brake_count",
          """
          "realm_id": 2, "id": U, "subject_kind": "address", "step": "slow", "requests": 1, "payers": 1, "begins_at": "now"
          """,
          "list_entry",
          """
          "realm_id": 2, "id": U, "list": "block", "kind": "card_bin", "value": "999999", "added_by": "sam@shop.example",
          "removed": false, "created_at": "now", "changed_at": "now"
          """,
          "key_daily_use",
          """
          "realm_id": 2, "id": U, "day": 20000, "used": 100, "most": 1000
          """,
          "fee_contract",
          """
          "realm_id": 2, "id": U, "version": 1, "connector": "simulator", "currency": "usd", "rate": 1400, "fixed": 25, "minimum": 0,
          "valid_from": "2026-11-21", "created_at": "now"
          """,
          "webhook_endpoint",
          """
          "realm_id": 2, "id": U, "version": 1, "url": "https://shop.example/hook", "enabled_events": ["*"], "status": "enabled",
          "secret": "x", "failures": 0, "created_at": "now"
          """,
          "endpoint_hour",
          """
          "realm_id": 2, "endpoint_id": U, "begins_at": "2026-11-21T10:00:00Z", "delivered": 1, "failed": 0, "latencies": [1]
          """,
          "unknown_object",
          """
          "realm_id": 2, "connector_id": U, "external_id": "cs_1", "reference": U, "status": "open", "amount": 5,
          "currency": "eur", "created_at": "now", "found_at": "now"
          """,
          "restore_review",
          """
          "restore_id": 1, "realm_id": 2, "connector_id": U, "status": "begun", "objects": 0
          """,
          "receiving_account",
          """
          "realm_id": 2, "id": U, "version": 1, "status": "enabled", "iban": "DE89370400440532013000", "bic": "COBADEFFXXX",
          "holder": "Shop", "currency": "eur", "statement_format": "camt.053", "uploads_allowed": false, "downloads_allowed": false, "created_at": "now"
          """,
          "bank_transfer",
          """
          "realm_id": 2, "id": U, "version": 1, "state": "open", "reference": "RF18539007547034", "account_id": U,
          "amount": 1000, "currency": "eur", "received": 400, "expires_at": "now", "created_at": "now"
          """,
          "bank_file",
          """
          "realm_id": 2, "id": U, "status": "staged", "hash": "\\\\x6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d", "source": "api", "bytes": 1, "created_at": "now"
          """,
          "bank_statement",
          """
          "realm_id": 2, "id": U, "file_id": U, "receiving_account_id": U, "status": "booked", "format": "camt.053",
          "bank_reference": "1", "currency": "eur", "opening": 0, "closing": 5, "stated_on": "2026-11-20", "entries": 1,
          "duplicates": 0, "credits": 5, "debits": 0, "gap": false, "matched": false, "overlap": false, "place": 0, "created_at": "now"
          """,
          "bank_entry",
          """
          "realm_id": 2, "id": U, "receiving_account_id": U, "statement_id": U, "number": 1, "detail": 1, "version": 1,
          "status": "new", "amount": 5, "currency": "eur", "debit": false, "reversal": false, "booked_on": "2026-11-20",
          "entry_amount": 5, "possible_duplicate": false
          """,
          "bank_match",
          """
          "realm_id": 2, "id": U, "entry_id": U, "source_id": U, "holder": "credit", "holder_id": U, "amount": 5,
          "created_at": "now"
          """,
          "unapplied_funds",
          """
          "realm_id": 2, "id": U, "kind": "credit", "version": 1, "status": "open", "reason": "late", "amount": 5,
          "remaining": 5, "currency": "eur", "receiving_account_id": U, "entry_id": U, "payment_id": U, "created_at": "now"
          """,
          "payment_file",
          """
          "realm_id": 2, "id": U, "version": 1, "status": "open", "receiving_account_id": U, "file_sealed": "1.x",
          "transfers": 1, "amount": 5, "currency": "eur", "created_at": "now"
          """,
          "outgoing_transfer",
          """
          "realm_id": 2, "id": U, "version": 1, "state": "booked", "refund_id": U, "end_to_end_id": "RE1",
          "receiving_account_id": U, "amount": 5, "currency": "eur", "holder": "Jo", "iban_sealed": "1.x",
          "iban_last4": "4300", "named": false, "message": "", "order_id": U, "entry_id": U, "waiting_since": "now",
          "created_at": "now"
          """,
          "saved_view",
          """
          "user_id": U, "realm_id": 2, "list": "payments", "name": "To look at", "query": "status=failed"
          """,
          "list_columns",
          """
          "user_id": U, "list": "payments", "columns": ["status"]
          """,
          "note",
          """
          "realm_id": 2, "id": U, "object_id": U, "place": 1, "author_id": U, "text": "Pays late.", "created_at": "now"
          """,
          "calendar_feed",
          """
          "account_number": 1, "live": true, "user_id": U, "token_hash": "\\\\x%s", "created_at": "now"
          """
              .formatted("00".repeat(32)),
          "passkey",
          """
          "id": U, "user_id": U, "credential_id": "\\\\x01", "public_key": "\\\\xa5", "sign_count": 0,
          "transports": ["internal"], "name": "Laptop", "created_at": "now"
          """,
          "passkey_challenge",
          """
          "hash": "\\\\x6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d", "expires_at": "now"
          """,
          "receipt_mail",
          """
          "realm_id": 2, "payment_id": U, "recipient": "jo@example.com", "status": "waiting", "tries": 0, "due_at": "now",
          "created_at": "now", "repeats": 0
          """,
          "payment_link",
          """
          "realm_id": 2, "id": U, "version": 1, "active": true, "amount": 500, "currency": "usd", "capture_method": "automatic",
          "payments": 0, "reserved": 0, "paying": 0, "created_at": "now"
          """,
          "checkout_session",
          """
          "realm_id": 2, "id": U, "version": 1, "sequence": 1, "status": "complete", "amount": 500, "currency": "usd",
          "capture_method": "automatic", "tries": 1, "payment_id": U, "created_at": "now", "expires_at": "now"
          """,
          "logo",
          """
          "account_number": 1, "hash": "6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d",
          "media_type": "image/png", "width": 1, "height": 1024, "content": "\\\\x00"
          """,
          "simulator_operation",
          """
          "reference": U, "kind": "authorization", "created_at": "now", "realm_id": 2, "amount": 1000, "currency": "usd",
          "state": "approved", "capture_method": "automatic", "rule": "approve", "cvc_check": "pass",
          "address_line1_check": "pass", "address_postal_code_check": "pass", "risk_level": "normal",
          "challenged": false, "captured": 1000, "reversed": 0, "refunded": 0, "version": 1
          """);

  /** The values that turn the simulator's authorization into another operation. */
  private static final String NO_AUTHORIZATION =
      """
      "capture_method": null, "rule": null, "cvc_check": null, "address_line1_check": null,
      "address_postal_code_check": null, "risk_level": null, "challenged": null, "captured": null, "reversed": null,
      "refunded": null, "version": null\
      """;

  /** Table, rule, and the change to the valid row. */
  private static final String WRONG =
      """
      payment | payment_status_is_known | "status": "paid"
      payment | pending_operation_is_known | "pending_operation": "refund"
      payment | capture_method_is_known | "capture_method": "later"
      payment | currency_code_is_three_letters | "currency": "USD"
      payment | currency_code_is_three_letters | "currency": "usdt"
      payment | payment_amount_in_range | "amount": 1000000000000
      payment | payment_amount_in_range | "amount": -1, "amount_captured": 0, "status": "processing"
      payment | payment_amounts_not_negative | "amount_capturable": -1, "amount_captured": 0, "status": "processing"
      payment | payment_amounts_not_negative | "amount_refunded": -1
      payment | payment_amounts_not_negative | "amount_refund_pending": -1
      payment | payment_amounts_not_negative | "amount_captured": -1, "amount_refunded": -1, "status": "processing"
      payment | payment_captured_within_authorised | "amount_captured": 1001
      payment | payment_captured_within_authorised | "amount_captured": 0, "amount_capturable": 1001, "status": "requires_capture"
      payment | payment_refunded_within_captured | "amount_refunded": 1001
      payment | payment_refunded_within_captured | "amount_refunded": 1000, "amount_refund_pending": 1
      payment | payment_money_only_where_status_says_so | "amount_captured": 0
      payment | payment_money_only_where_status_says_so | "amount_captured": 900, "amount_capturable": 100
      payment | payment_money_only_where_status_says_so | "captured_at": null
      payment | payment_money_only_where_status_says_so | "status": "requires_capture", "amount_capturable": 0, "amount_captured": 0
      payment | payment_money_only_where_status_says_so | "status": "requires_capture", "amount_capturable": 1, "amount_captured": 1
      payment | payment_money_only_where_status_says_so | "status": "processing"
      payment | payment_money_only_where_status_says_so | "status": "canceled", "canceled_at": "now"
      payment | payment_money_only_where_status_says_so | "status": "failed", "failure_code": "card_declined", "amount_captured": 0, "amount_capturable": 1
      card_retry | card_retry_tries_are_bounded | "tries": [ U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U, U]
      payment | payment_live_is_not_simulated | "realm_id": 3
      payment | check_result_is_known | "check_cvc": "maybe"
      payment | risk_level_is_known | "risk_level": "low"
      payment | cancellation_reason_is_known | "cancellation_reason": "regret"
      payment | payment_method_type_is_known | "method_type": "cheese"
      payment | payment_is_consistent | "version": 0
      payment | payment_is_consistent | "sequence": -1
      payment | payment_is_consistent | "sequence": 0
      payment | payment_is_consistent | "pending_operation": "authorize"
      payment | payment_is_consistent | "canceled_at": "now"
      payment | payment_is_consistent | "status": "canceled", "amount_captured": 0
      payment | payment_is_consistent | "failure_code": "card_declined"
      payment | payment_is_consistent | "status": "failed", "amount_captured": 0
      payment | payment_is_consistent | "status": "requires_action", "amount_captured": 0
      payment | payment_is_consistent | "three_d_secure": {"version": "2.2.0", "cryptogram": "AAA="}
      payment_method | payment_method_type_is_known | "type": "cheque"
      payment_method | payment_method_attached_can_be_charged | "customer_id": U, "secret": null, "secret_version": null, "erase_at": null
      payment_method | payment_method_attached_can_be_charged | "customer_id": U, "erase_at": null, "detached_at": "now"
      payment_method | payment_method_is_consistent | "secret_version": null
      payment_method | payment_method_is_consistent | "secret": null, "erase_at": null
      payment_method | payment_method_is_consistent | "erase_at": null
      payment_method | payment_method_is_consistent | "secret": null, "secret_version": null
      payment_method | payment_method_is_consistent | "revoke_at": "now", "detached_at": "now"
      payment_method | payment_method_is_consistent | "revoke_at": "now", "provider": {}
      attempt | operation_is_known | "operation": "void"
      attempt | attempt_status_is_known | "status": "done"
      attempt | resolution_is_known | "resolved_by": "guess"
      attempt | connector_reference_is_short | "connector_reference": "LONG"
      attempt | attempt_amount_not_negative | "amount": -1
      attempt | attempt_approved_not_negative | "amount_approved": -1, "currency_approved": "usd"
      attempt | attempt_approved_is_money | "amount_approved": 900
      attempt | attempt_approved_is_money | "currency_approved": "usd"
      attempt | attempt_is_consistent | "authorization_id": U
      attempt | attempt_is_consistent | "operation": "capture"
      attempt | attempt_is_consistent | "operation": "refund", "authorization_id": U
      attempt | attempt_is_consistent | "refund_id": U
      attempt | attempt_is_consistent | "resolved_by": null
      attempt | attempt_is_consistent | "resolved_at": null
      attempt | attempt_is_consistent | "resolved_by": null, "resolved_at": null
      attempt | attempt_is_consistent | "status": "begun"
      attempt | attempt_is_consistent | "status": "pending"
      attempt | attempt_is_consistent | "status": "unknown"
      attempt | attempt_is_consistent | "status": "reversing"
      refund | refund_status_is_known | "status": "processing"
      refund | refund_reason_is_known | "reason": "because"
      refund | refund_failure_is_known | "status": "failed", "failure_reason": "because"
      refund | currency_code_is_three_letters | "currency": "us"
      refund | refund_amount_in_range | "amount": 0
      refund | refund_amount_in_range | "amount": 1000000000000
      refund | refund_failed_says_why | "status": "failed"
      refund | refund_failed_says_why | "failure_reason": "declined"
      idempotency | idempotency_answer_has_its_place | "status": null, "body": "{}"
      idempotency | idempotency_answer_has_its_place | "status": null
      idempotency | idempotency_answer_has_its_place | "status": 402
      idempotency | idempotency_answer_has_its_place | "body": "{}"
      idempotency | idempotency_answer_has_its_place | "event_id": null
      idempotency | idempotency_answer_has_its_place | "event_id": null, "body": "{}", "sealed_secret": "1.x"
      idempotency | idempotency_answer_has_its_place | "event_id": null, "body": "{}", "secret_at": 1
      idempotency | idempotency_answer_has_its_place | "sealed_secret": "1.x", "secret_at": 1
      endpoint_hour | endpoint_hour_counts_something | "delivered": 0
      endpoint_hour | endpoint_hour_counts_something | "delivered": -1, "failed": 3
      webhook_endpoint | webhook_endpoint_enabled_events_check | "enabled_events": []
      webhook_endpoint | webhook_endpoint_status_check | "status": "paused"
      webhook_endpoint | webhook_endpoint_disabled_reason_check | "status": "disabled", "disabled_reason": "bored"
      webhook_endpoint | webhook_endpoint_disabled_says_why | "status": "disabled"
      webhook_endpoint | webhook_endpoint_old_secret_ends | "old_secret": "y"
      webhook_endpoint | webhook_endpoint_replay_has_both_ends | "replay_after": U
      figure | figure_span_check | "span": "hour"
      figure | figure_measure_check | "measure": "brand_canceled"
      figure | figure_count_check | "count": 0
      figure | figure_amount_check | "amount": -1
      ledger_transfer | ledger_transfer_type_is_known | "type": "gift"
      ledger_transfer | ledger_transfer_moves_money | "amount": 0
      ledger_transfer | ledger_transfer_has_two_sides | "credit_role": "pending"
      ledger_transfer | ledger_role_is_known | "debit_role": "cash"
      ledger_balance | ledger_balance_not_negative | "credits": -1
      ledger_fact | ledger_fact_kind_is_known | "kind": "payment"
      ledger_fact | ledger_fact_not_negative | "amount": -1
      ledger_closing | ledger_closing_month_begins | "month": "2026-11-02"
      ledger_closing | ledger_closing_time_zone_is_short | "time_zone": "LONG"
      ledger_closing | ledger_closing_has_days | "from_at": "2026-12-01"
      ledger_closing_account | ledger_closing_account_not_negative | "credits": -1
      ledger_backlog | ledger_backlog_part_is_known | "part": "disputes"
      settlement | settlement_lines_not_negative | "lines": -1
      settlement | settlement_sha256_is_whole | "sha256": "\\\\x00"
      settlement | settlement_format_is_short | "format": "LONG"
      settlement | settlement_file_name_is_short | "file_name": "LONG"
      settlement_line | settlement_line_reference_is_short | "reference": "LONG"
      settlement_line | settlement_line_description_is_short | "description": "HUGE"
      payout | payout_reference_is_short | "reference": "LONG"
      payout | payout_bank_reference_is_short | "bank_reference": "LONG"
      payout | payout_failure_is_short | "failure": "HUGE"
      settlement_position | settlement_position_cursor_is_short | "cursor": "HUGE"
      settlement_line | settlement_line_type_is_known | "type": "gift"
      settlement_line | settlement_line_adds_up | "net": 5
      settlement_line | settlement_line_original_is_money | "original_amount": 5
      settlement_line | settlement_line_names_one | "payment_id": U, "object_id": U
      settlement_line | settlement_line_payout_has_one | "type": "payout"
      dispute | dispute_status_is_known | "status": "gone"
      dispute | dispute_provider_status_is_known | "provider_status": "gone"
      dispute | dispute_amount_not_negative | "amount": -1
      dispute | dispute_amount_has_currency | "amount": null
      dispute | dispute_closed_has_time | "status": "lost"
      dispute | dispute_response_is_known | "response": "apology", "response_id": U, "response_status": "sent", "response_at": "now", "response_tries": 0
      dispute | dispute_response_status_is_known | "response": "evidence", "response_id": U, "response_status": "lost", "response_at": "now", "response_tries": 0
      dispute | dispute_response_tries_not_negative | "response": "evidence", "response_id": U, "response_status": "sent", "response_at": "now", "response_tries": -1
      dispute | dispute_response_is_whole | "response": "evidence"
      dispute | dispute_response_is_whole | "response": "evidence", "response_id": U, "response_status": "sending", "response_at": "now", "response_tries": 0
      dispute_file | dispute_file_kind_is_known | "kind": "novel"
      dispute_file | dispute_file_name_is_short | "name": "LONG"
      dispute_file | dispute_file_type_is_known | "media_type": "text/html"
      dispute_file | dispute_file_is_small | "bytes": 4500001
      dispute_file | dispute_file_has_pages | "pages": 0
      payout | payout_status_is_known | "status": "paid"
      payout_arrival | payout_arrival_moves_money | "amount": 0
      payout_arrival | payout_arrival_match_has_account | "match_id": U
      brake | brake_subject_kind_is_known | "subject_kind": "country"
      brake | brake_step_is_known | "step": "none"
      brake | brake_counts_not_negative | "stopped": -1
      brake | brake_release_has_reason | "released_at": "now"
      brake | brake_release_reason_is_known | "released_at": "now", "release_reason": "gone"
      list_entry | list_entry_list_is_known | "list": "grey"
      list_entry | list_entry_kind_is_known | "kind": "country"
      list_entry | list_entry_value_is_bounded | "value": ""
      list_entry | list_entry_removed_has_end | "removed": true
      brake_count | brake_count_not_negative | "payers": -1
      key_daily_use | key_daily_use_is_in_its_limit | "used": -1
      key_daily_use | key_daily_use_is_in_its_limit | "used": 1001
      fee_contract | fee_contract_connector_is_short | "connector": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
      fee_contract | fee_contract_brand_is_short | "brand": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
      fee_contract | fee_contract_region_is_short | "region": "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
      fee_contract | fee_contract_rate_is_share | "rate": 100001
      fee_contract | fee_contract_fixed_not_negative | "fixed": -1
      fee_contract | fee_contract_minimum_not_negative | "minimum": -1
      fee_contract | fee_contract_amounts_have_currency | "currency": null
      fee_contract | fee_contract_ends_after_start | "valid_until": "2026-11-20"
      delivery | delivery_status_is_known | "status": "sent"
      delivery | delivery_is_due_until_completed | "due_at": "now"
      delivery | delivery_is_due_until_completed | "completed_at": null
      delivery | delivery_is_due_until_completed | "status": "pending"
      delivery | delivery_is_due_until_completed | "status": "pending", "due_at": "now"
      delivery_attempt | delivery_result_is_known | "result": "lost"
      unknown_object | unknown_object_is_bounded | "external_id": ""
      unknown_object | unknown_object_is_bounded | "external_id": "LONG"
      unknown_object | unknown_object_is_bounded | "status": ""
      unknown_object | unknown_object_is_bounded | "status": "LONG"
      unknown_object | unknown_object_is_bounded | "page": "LONGLONGLONGLONG"
      unknown_object | unknown_object_amount_has_a_currency | "amount": null
      unknown_object | unknown_object_amount_has_a_currency | "currency": null
      restore_review | restore_review_status_is_known | "status": "done"
      restore_review | restore_review_is_bounded | "objects": -1
      restore_review | restore_review_is_bounded | "position": "LONG"
      receiving_account | receiving_account_status_is_known | "status": "draft"
      receiving_account | receiving_account_format_is_known | "statement_format": "pdf"
      receiving_account | receiving_account_is_consistent | "iban": "de89370400440532013000"
      receiving_account | receiving_account_is_consistent | "bic": "COBA"
      receiving_account | receiving_account_is_consistent | "holder": ""
      bank_transfer | bank_transfer_state_is_known | "state": "late"
      bank_transfer | bank_transfer_received_within_amount | "received": 1001
      bank_transfer | bank_transfer_received_within_amount | "received": -1
      bank_transfer | bank_transfer_paid_is_all_of_it | "received": 1000
      bank_transfer | bank_transfer_paid_is_all_of_it | "state": "paid"
      bank_transfer | bank_transfer_is_whole | "account_id": null
      bank_transfer | bank_transfer_is_whole | "reference": null
      bank_transfer | bank_transfer_is_whole | "reference": null, "account_id": null, "amount": null, "currency": null, "expires_at": null, "received": 0
      bank_file | bank_file_status_is_known | "status": "lost"
      bank_file | bank_file_hash_is_sha256 | "hash": "\\\\x00"
      bank_file | bank_source_is_known | "source": "fax"
      bank_file | bank_file_live_is_not_simulated | "source": "simulator", "realm_id": 3
      bank_statement | bank_statement_status_is_known | "status": "lost"
      bank_statement | bank_statement_has_two_balances_or_none | "closing": null
      bank_statement | bank_statement_counts_not_negative | "duplicates": 2
      bank_statement | bank_statement_counts_not_negative | "debits": -1
      bank_entry | bank_entry_status_is_known | "status": "lost"
      bank_entry | bank_entry_amount_is_positive | "amount": 0
      bank_entry | bank_entry_amount_is_positive | "amount": 6
      bank_entry | bank_entry_iban_shows_its_end | "party_iban_last4": "3000"
      bank_match | bank_match_holder_is_known | "holder": "house"
      bank_match | bank_match_moves_money | "amount": 0
      payment_file | payment_file_status_is_known | "status": "lost"
      payment_file | payment_file_asks_for_something | "transfers": 0
      payment_file | payment_file_asks_for_something | "amount": 0
      outgoing_transfer | outgoing_transfer_state_is_known | "state": "lost"
      outgoing_transfer | outgoing_transfer_amount_is_positive | "amount": 0
      outgoing_transfer | outgoing_transfer_is_for_one_thing | "refund_id": null
      outgoing_transfer | outgoing_transfer_is_for_one_thing | "unapplied_funds_id": U
      outgoing_transfer | outgoing_transfer_is_in_an_order | "order_id": null
      outgoing_transfer | outgoing_transfer_is_in_an_order | "state": "waiting", "entry_id": null
      outgoing_transfer | outgoing_transfer_is_in_an_entry | "entry_id": null
      outgoing_transfer | outgoing_transfer_is_in_an_entry | "state": "ordered"
      unapplied_funds | unapplied_funds_kind_is_known | "kind": "gift", "payment_id": null
      unapplied_funds | unapplied_funds_status_is_known | "status": "lost"
      unapplied_funds | unapplied_funds_reason_is_known | "reason": "luck"
      unapplied_funds | unapplied_funds_within_amount | "remaining": 6
      unapplied_funds | unapplied_funds_closed_is_empty | "status": "closed"
      unapplied_funds | unapplied_funds_credit_is_of_a_payment | "payment_id": null
      unapplied_funds | unapplied_funds_payout_is_of_a_transfer | "payout_id": U
      saved_view | saved_view_is_of_a_list | "list": "Keys!"
      saved_view | saved_view_is_bounded | "name": ""
      saved_view | saved_view_is_bounded | "name": "LONG"
      list_columns | list_columns_are_of_a_list | "list": "Keys!"
      list_columns | list_columns_are_bounded | "columns": ["LONG", "LONG", "LONG"]
      note | note_place_check | "place": 0
      note | note_place_check | "place": 201
      note | note_text_check | "text": ""
      calendar_feed | calendar_feed_has_a_hash | "token_hash": "\\\\x01"
      passkey | passkey_credential_id_check | "credential_id": ""
      passkey | passkey_public_key_check | "public_key": ""
      passkey | passkey_sign_count_check | "sign_count": -1
      passkey | passkey_sign_count_check | "sign_count": 4294967296
      passkey | passkey_transports_check | "transports": ["a", "b", "c", "d", "e", "f", "g", "h", "i", "j", "k"]
      passkey | passkey_name_check | "name": ""
      passkey | passkey_name_check | "name": "LONG"
      passkey_challenge | passkey_challenge_hash_check | "hash": "\\\\x00"
      receipt_mail | receipt_mail_repeats_are_few | "repeats": -1
      receipt_mail | receipt_mail_repeats_are_few | "repeats": 11
      receipt_mail | receipt_mail_status_check | "status": "lost", "due_at": null, "completed_at": "now"
      receipt_mail | receipt_mail_is_due_until_completed | "due_at": null
      payment_link | currency_code_is_three_letters | "currency": "USD"
      payment_link | payment_link_amount_is_fixed_or_chosen | "min_amount": 1
      payment_link | payment_link_amount_is_fixed_or_chosen | "amount": null, "min_amount": 1
      payment_link | payment_link_amount_is_fixed_or_chosen | "amount": null, "min_amount": 1, "max_amount": 2, "line_items": {}
      payment_link | payment_link_amounts_in_range | "amount": 0
      payment_link | payment_link_amounts_in_range | "amount": 1000000000000
      payment_link | payment_link_amounts_in_range | "amount": null, "min_amount": 3, "max_amount": 2
      payment_link | payment_link_amounts_in_range | "amount": null, "min_amount": 0, "max_amount": 2
      payment_link | payment_link_counts_not_negative | "reserved": -1
      payment_link | payment_link_counts_not_negative | "payments": -1
      payment_link | payment_link_counts_not_negative | "max_payments": 0
      payment_link | payment_link_paying_not_negative | "paying": -1
      payment_link | payment_link_connectors_are_ids | "connectors": ""
      checkout_session | checkout_session_connectors_are_ids | "connectors": "cn_1"
      checkout_session | checkout_session_status_is_known | "status": "paid"
      checkout_session | capture_method_is_known | "capture_method": "later"
      checkout_session | checkout_session_amount_in_range | "amount": -1
      checkout_session | checkout_session_saves_for_customer | "amount": 0
      checkout_session | checkout_session_saves_for_customer | "saves_method": true
      checkout_session | checkout_session_saves_for_customer | "mandate_text": "I agree."
      checkout_session | checkout_session_saves_for_customer | "saves_method": false
      checkout_session | checkout_session_mandate_text_check | "mandate_text": ""
      checkout_session | checkout_session_complete_is_paid | "payment_id": null, "tries": 0
      checkout_session | checkout_session_is_consistent | "status": "expired", "payment_id": null
      checkout_session | checkout_session_is_consistent | "tries": 21
      checkout_session | checkout_session_is_consistent | "status": "open"
      checkout_session | checkout_session_is_consistent | "due_at": "now"
      sandbox | sandbox_is_of_its_account | "sandbox_realm_id": 4294967300
      sandbox | sandbox_is_of_its_account | "sandbox_realm_id": 2
      sandbox | sandbox_ahead_ms_check | "ahead_ms": -1
      sandbox | sandbox_name_check | "name": ""
      logo | logo_is_consistent | "media_type": "image/svg+xml"
      logo | logo_is_consistent | "width": 0
      logo | logo_is_consistent | "height": 1025
      logo | logo_is_consistent | "hash": ""
      logo | logo_is_consistent | "content": "\\\\x01"
      simulator_operation | simulator_kind_is_known | "kind": "void"
      simulator_operation | simulator_state_is_known | "state": "gone"
      simulator_operation | simulator_due_state_is_known | "due_at": "now", "due_state": "pending"
      simulator_operation | simulator_capture_method_is_known | "capture_method": "later"
      simulator_operation | simulator_moves_no_live_money | "realm_id": 3
      simulator_operation | simulator_amount_in_range | "amount": 1000000000000
      simulator_operation | simulator_amount_in_range | "amount": -1, "captured": 0, "reversed": -1
      simulator_operation | simulator_amounts_not_negative | "captured": -1, "refunded": -1
      simulator_operation | simulator_amounts_not_negative | "reversed": -1
      simulator_operation | simulator_amounts_not_negative | "refunded": -1
      simulator_operation | simulator_captured_within_authorized | "captured": 1001
      simulator_operation | simulator_captured_within_authorized | "reversed": 1
      simulator_operation | simulator_refunded_within_captured | "refunded": 1001
      simulator_operation | simulator_operation_is_whole | "due_at": "now"
      simulator_operation | simulator_operation_is_whole | "due_state": "approved"
      simulator_operation | simulator_operation_is_whole | "currency": null
      simulator_operation | simulator_operation_is_whole | "state": null
      simulator_operation | simulator_operation_is_whole | "rule": null
      simulator_operation | simulator_operation_is_whole | "version": null
      simulator_operation | simulator_operation_is_whole | "authorization_reference": OTHER
      simulator_operation | simulator_operation_is_whole | "kind": "capture", NO_AUTHORIZATION
      simulator_operation | simulator_operation_is_whole | "kind": "capture", "authorization_reference": OTHER
      simulator_operation | simulator_operation_is_whole | "kind": "capture", NO_AUTHORIZATION, "authorization_reference": U
      simulator_operation | simulator_operation_is_whole | "kind": "refund", NO_AUTHORIZATION, "authorization_reference": OTHER, "amount": null
      simulator_operation | simulator_operation_is_whole | "kind": "closed"
      simulator_operation | simulator_operation_is_whole | "kind": "closed", NO_AUTHORIZATION, "authorization_reference": OTHER
      """;

  private static Map<String, String> rows(String... tablesAndRows) {
    var rows = new LinkedHashMap<String, String>();
    for (int i = 0; i < tablesAndRows.length; i += 2) {
      rows.put(tablesAndRows[i], tablesAndRows[i + 1]);
    }
    return rows;
  }

  private record Row(String table, String rule, String changes) {
    static Row parse(String line) {
      String[] parts = line.split("\\|", 3);
      return new Row(parts[0].strip(), parts[1].strip(), parts[2].strip());
    }

    void insert(Connection connection) throws SQLException {
      try (var statement =
          connection.prepareStatement(
              "INSERT INTO %1$s OVERRIDING SYSTEM VALUE SELECT * FROM jsonb_populate_record(NULL::%1$s, ?::jsonb || ?::jsonb)"
                  .formatted(table))) {
        statement.setString(1, json(RIGHT.getOrDefault(table, "")));
        statement.setString(2, json(changes));
        statement.execute();
      }
    }

    private static String json(String fields) {
      return ("{" + fields + "}")
          .replace("NO_AUTHORIZATION", NO_AUTHORIZATION)
          .replace("LONG", "x".repeat(256))
          .replace("HUGE", "x".repeat(4_097))
          .replace(" OTHER", " \"01890000-0000-7000-8000-000000000002\"")
          .replaceAll(" U\\b", " " + U);
    }
  }

  private static final List<Row> ROWS = WRONG.lines().map(Row::parse).toList();

  private final PostgresAddress database = TestPostgres.freshDatabase();

  @Test
  void valid_rows_are_stored() throws SQLException {
    try (Connection connection = database.connect()) {
      new Row(
              "account",
              "",
              "\"number\": 1, \"id\": U, \"name\": \"A shop\", \"time_zone\": \"UTC\", \"second_factor_required\": false, \"logs_live_fields\": false, \"live_settings_by_key\": false, \"created_at\": \"now\"")
          .insert(connection);
      new Row(
              "app_user",
              "",
              "\"id\": U, \"email\": \"jo@example.com\", \"name\": \"Jo\", \"password\": \"$argon2id$\", \"created_at\": \"now\", \"theme\": \"system\", \"time_zone\": \"UTC\"")
          .insert(connection);
      new Row(
              "membership",
              "",
              "\"account_number\": 1, \"user_id\": U, \"role\": \"owner\", \"created_at\": \"now\"")
          .insert(connection);
      for (long realm : List.of(2L, 4_294_967_298L)) {
        new Row(
                "realm",
                "",
                "\"id\": %d, \"account_number\": 1, \"mode\": \"test\"".formatted(realm))
            .insert(connection);
      }
      for (String table : RIGHT.keySet()) {
        new Row(table, "", "").insert(connection);
      }
      String movement = "\"kind\": \"refund\", NO_AUTHORIZATION, \"authorization_reference\": U";
      new Row("simulator_operation", "", movement + ", \"reference\": OTHER").insert(connection);
    }
  }

  @TestFactory
  Stream<DynamicTest> every_invalid_row_is_rejected_by_its_rule() {
    return ROWS.stream()
        .map(row ->
            DynamicTest.dynamicTest(
                row.rule() + ": " + row.changes(),
                () -> {
                  try (Connection connection = database.connect()) {
                    assertThatExceptionOfType(PSQLException.class)
                        .isThrownBy(() -> row.insert(connection))
                        .withMessageContaining("\"" + row.rule() + "\"");
                  }
                }));
  }

  /** A new rule needs a line above. */
  @Test
  void every_rule_of_these_tables_and_of_their_domains_is_tested() throws SQLException {
    String tables =
        RIGHT.keySet().stream().map(table -> "'" + table + "'").collect(Collectors.joining(", "));
    String rules =
        Sql.query(
            database,
            """
            SELECT string_agg(conname, ' ')
              FROM pg_constraint c
              LEFT JOIN pg_class t ON t.oid = c.conrelid
             WHERE c.contype = 'c'
               AND (t.relname IN (%s) OR c.contypid <> 0)
               AND c.connamespace = 'public'::regnamespace
            """
                .formatted(tables));

    assertThat(ROWS.stream().map(Row::rule).distinct().toList())
        .containsExactlyInAnyOrderElementsOf(Arrays.asList(rules.split(" ")));
  }
}
