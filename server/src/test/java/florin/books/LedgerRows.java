package florin.books;

import florin.db.Db;
import java.sql.Connection;
import java.sql.SQLException;
import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/** Writes the rows and events that payments, refunds, disputes and bank entries leave. */
final class LedgerRows {
  /** Everything that the ledger reads or writes. */
  private static final String TABLES =
      "payment, refund, dispute, dispute_evidence, dispute_file, event, bank_entry, bank_match, unapplied_funds, settlement_line, payout_line, payout_arrival, payout, ledger_transfer, ledger_balance, ledger_fact, ledger_backlog, ledger_booking";

  private LedgerRows() {}

  /** The realm, currency and connector of an object. */
  record Place(long realm, String currency, String connector) {}

  /** Empties the tables. */
  static void clear(Db db) {
    db.update("TRUNCATE " + TABLES);
  }

  /** Inserts a payment: captured, or authorized only. */
  static void payment(
      Connection connection, UUID id, Place place, String method, long amount, Instant at)
      throws SQLException {
    Db.update(
        connection,
        """
        INSERT INTO payment (realm_id, id, version, sequence, status, amount, currency, amount_capturable, capture_method,
                             payment_method_id, method_type, method, connector, connector_kind, created_at)
        VALUES (?, ?, 1, 1, 'requires_capture', ?, ?, ?, 'manual', ?, ?, '{}', ?, 'made', ?::text::timestamptz)
        """,
        place.realm(),
        id,
        amount,
        place.currency(),
        amount,
        id,
        method,
        place.connector(),
        at.toString());
  }

  static void capture(
      Connection connection, long realm, UUID id, long amount, Instant at, @Nullable String dispute)
      throws SQLException {
    Db.update(
        connection,
        """
        UPDATE payment
           SET status = 'succeeded', amount_captured = ?, amount_capturable = 0, captured_at = ?::text::timestamptz,
               provider = CASE WHEN ?::text IS NOT NULL THEN jsonb_build_object('dispute', ?::text::jsonb) END
         WHERE realm_id = ?
           AND id = ?
        """,
        amount,
        at.toString(),
        dispute,
        dispute,
        realm,
        id);
  }

  /** Writes the dispute that the provider reports now. */
  static void dispute(Connection connection, long realm, UUID payment, String dispute)
      throws SQLException {
    Db.update(
        connection,
        "UPDATE payment SET provider = jsonb_build_object('dispute', ?::text::jsonb) WHERE realm_id = ? AND id = ?",
        dispute,
        realm,
        payment);
  }

  static void refund(
      Connection connection, UUID id, UUID payment, Place place, long amount, Instant at)
      throws SQLException {
    Db.update(
        connection,
        """
        INSERT INTO refund (realm_id, id, payment_id, version, sequence, status, amount, currency, created_at)
        VALUES (?, ?, ?, 1, 1, 'pending', ?, ?, ?::text::timestamptz)
        """,
        place.realm(),
        id,
        payment,
        amount,
        place.currency(),
        at.toString());
  }

  static void refunded(Connection connection, long realm, UUID id, String status)
      throws SQLException {
    Db.update(
        connection,
        "UPDATE refund SET status = ?, failure_reason = CASE ?::text WHEN 'failed' THEN 'returned' END WHERE realm_id = ? AND id = ?",
        status,
        status,
        realm,
        id);
  }

  /** Appends an event, with a field of its object. */
  static void event(
      Connection connection,
      long realm,
      String type,
      UUID object,
      int sequence,
      String field,
      Instant at)
      throws SQLException {
    Db.update(
        connection,
        """
        INSERT INTO event (realm_id, id, type, object_id, sequence, body, created_at)
        VALUES (?, gen_random_uuid(), ?, ?, ?, ?, ?::text::timestamptz)
        """,
        realm,
        type,
        object,
        sequence,
        "{\"data\": {\"object\": {%s}}}".formatted(field),
        at.toString());
  }

  static void entry(
      Connection connection, UUID id, Place place, UUID account, long amount, Instant at)
      throws SQLException {
    Db.update(
        connection,
        """
        INSERT INTO bank_entry (realm_id, id, receiving_account_id, statement_id, number, detail, version, status, amount,
                                currency, debit, reversal, booked_on, entry_amount)
        VALUES (?, ?, ?, ?, 1, 1, 1, 'matched', ?, ?, ?, false, ?::text::date, ?)
        """,
        place.realm(),
        id,
        account,
        id,
        Math.abs(amount),
        place.currency(),
        amount < 0,
        at.toString().substring(0, 10),
        Math.abs(amount));
  }

  /** Gives money of a bank entry to a payment, a credit, an unmatched transfer or a payout. */
  static void match(
      Connection connection,
      Instant at,
      UUID id,
      long realm,
      UUID entry,
      String holder,
      UUID of,
      @Nullable UUID refund,
      long amount)
      throws SQLException {
    Db.update(
        connection,
        """
        INSERT INTO bank_match (realm_id, id, entry_id, source_id, holder, holder_id, refund_id, amount, created_at)
        VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?::text::timestamptz)
        """,
        realm,
        id,
        entry,
        entry,
        holder,
        of,
        refund,
        amount,
        at.toString());
  }

  /** Inserts a customer credit, or an unmatched transfer. */
  static void funds(
      Connection connection,
      UUID id,
      Place place,
      String kind,
      long amount,
      UUID account,
      UUID entry,
      @Nullable UUID payment)
      throws SQLException {
    Db.update(
        connection,
        """
        INSERT INTO unapplied_funds (realm_id, id, kind, version, status, reason, amount, remaining, currency,
                                     receiving_account_id, entry_id, payment_id, created_at)
        VALUES (?, ?, ?, 1, 'open', ?, ?, ?, ?, ?, ?, ?, '2026-11-20T10:00:00Z')
        """,
        place.realm(),
        id,
        kind,
        kind.equals("credit") ? "overpaid" : "no_reference",
        amount,
        amount,
        place.currency(),
        account,
        entry,
        payment);
  }
}
