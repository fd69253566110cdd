package florin.alert;

import florin.core.Id.BankStatementId;
import florin.core.Id.ConnectorId;
import florin.core.Id.PaymentFileId;
import florin.core.Id.PaymentId;
import florin.core.Id.WebhookEndpointId;
import florin.core.Realm;
import florin.db.Db;
import florin.db.DueRows;
import florin.db.IdTime;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Stream;

/** Alerts in PostgreSQL, raised by any node, and the conditions that the database reveals. */
public final class AlertStore {
  /** Raises an alert; one that had ended starts again, with a new mail. */
  private static final String RAISE =
      """
      INSERT INTO alert AS a (realm_id, kind, subject, raised_at, seen_at, mail_due_at)
      VALUES (?, ?, ?, ?, ?, ?)
          ON CONFLICT (realm_id, kind, subject) DO UPDATE
         SET seen_at = excluded.seen_at,
             raised_at = CASE WHEN a.ended_at IS NULL THEN a.raised_at ELSE excluded.raised_at END,
             mail_due_at = CASE WHEN a.ended_at IS NULL THEN a.mail_due_at ELSE excluded.mail_due_at END,
             mail_tries = CASE WHEN a.ended_at IS NULL THEN a.mail_tries ELSE 0 END,
             ended_at = NULL
      RETURNING a.raised_at = a.seen_at AS is_new
      """;

  private static final String END =
      """
      UPDATE alert
         SET ended_at = ?,
             mail_due_at = NULL
       WHERE ended_at IS NULL
         AND seen_at < ?
         AND kind <> ALL(?)
      """;

  private static final String LIST =
      """
      SELECT *
        FROM alert
       WHERE realm_id = ?
         AND ended_at IS NULL
         AND kind = ANY(?)
       ORDER BY raised_at DESC
       LIMIT ?
      """;

  private static final String COUNT =
      """
      SELECT kind, count(*) AS alerts
        FROM alert
       WHERE ended_at IS NULL
         AND kind = ANY(?)
       GROUP BY kind
      """;

  private static final String DUE =
      """
      SELECT realm_id, kind, subject
        FROM alert
       WHERE mail_due_at <= ?
         AND kind = ANY(?)
       ORDER BY mail_due_at
       LIMIT ?
      """;

  private static final String CLAIM =
      """
      WITH due AS MATERIALIZED (
           SELECT a.kind, a.subject
             FROM unnest(?::text[], ?::text[]) AS looked(kind, subject)
             JOIN alert a
               ON a.realm_id = ?
              AND a.kind = looked.kind
              AND a.subject = looked.subject
            WHERE a.mail_due_at <= ?
              FOR UPDATE OF a SKIP LOCKED)
      UPDATE alert a
         SET mail_due_at = ?,
             mail_tries = a.mail_tries + 1
        FROM due
       WHERE a.realm_id = ?
         AND a.kind = due.kind
         AND a.subject = due.subject
      RETURNING a.realm_id, a.kind, a.subject, a.raised_at, a.mail_tries
      """;

  private static final String MAILED =
      """
      UPDATE alert
         SET mail_due_at = NULL
       WHERE realm_id = ?
         AND kind = ?
         AND subject = ?
         AND mail_tries = ?
      """;

  private static final String RECIPIENTS =
      """
      SELECT u.email
        FROM membership m
        JOIN app_user u ON u.id = m.user_id
        JOIN account a ON a.number = m.account_number
       WHERE m.account_number = ?
         AND m.role IN ('owner', 'admin')
       ORDER BY u.email
       LIMIT ?
      """;

  private static final String OVERDUE =
      """
      SELECT DISTINCT realm_id, payment_id,
             CASE WHEN operation <> 'refund' THEN 'payment_overdue'
                  WHEN connector IN ('bank_transfer', 'simulated_bank') THEN 'bank_refund_overdue'
                  ELSE 'refund_overdue' END AS kind
        FROM attempt
       WHERE status IN ('begun', 'pending', 'unknown', 'reversing')
         AND created_at < CASE WHEN operation = 'refund' THEN ?::timestamptz ELSE ?::timestamptz END
       LIMIT ?
      """;

  private static final String DISPUTED =
      """
      SELECT realm_id, id
        FROM payment
       WHERE provider -> 'dispute' ->> 'open' IS NOT NULL
       ORDER BY id DESC
       LIMIT ?
      """;

  private static final String DIFFERS_AT_PROVIDER =
      """
      SELECT realm_id, id
        FROM payment
       WHERE provider ->> 'differs_at' IS NOT NULL
       ORDER BY id DESC
       LIMIT ?
      """;

  /** Finds lost disputes. The time is ISO 8601 text, which sorts like the time. */
  private static final String LOST =
      """
      SELECT realm_id, id
        FROM payment
       WHERE provider -> 'dispute' ->> 'lost_at' > ?
       ORDER BY provider -> 'dispute' ->> 'lost_at' DESC
       LIMIT ?
      """;

  /** Finds failing endpoints, which are few. An endpoint that the merchant disabled is intended. */
  private static final String ENDPOINTS =
      """
      SELECT realm_id, id, status = 'disabled' AS disabled
        FROM webhook_endpoint
       WHERE status = 'enabled' AND failing_since < ? AND failures >= ?
          OR disabled_reason IN ('failing', 'gone')
       ORDER BY id DESC
       LIMIT ?
      """;

  /** Finds silent connectors; the ids of attempts are in the order of time. */
  private static final String SILENT =
      """
      SELECT c.realm_id, c.id
        FROM connector c
       WHERE c.status = 'enabled'
         AND c.created_at < ?
         AND EXISTS (
             SELECT
               FROM connector_exchange e
              WHERE e.realm_id = c.realm_id
                AND e.attempt_id > ?
                AND e.attempt_id < ?
                AND e.connector_id = c.id)
         AND NOT EXISTS (
             SELECT
               FROM provider_webhook n
              WHERE n.received_at > ?
                AND n.realm_id = c.realm_id
                AND n.connector_id = c.id)
       LIMIT ?
      """;

  private static final String GAPS =
      """
      SELECT realm_id, id
        FROM bank_statement
       WHERE gap
         AND status = 'booked'
         AND created_at < ?
         AND created_at > ?
       ORDER BY created_at DESC
       LIMIT ?
      """;

  private static final String DIFFERING =
      """
      SELECT realm_id, order_id
        FROM outgoing_transfer
       WHERE state = 'other_amount'
       ORDER BY id DESC
       LIMIT ?
      """;

  /** The kinds that this version supports: a newer node may raise others. */
  private static final String[] KNOWN =
      Stream.of(AlertKind.values()).map(AlertKind::text).toArray(String[]::new);

  private final Db db;

  public AlertStore(Db db) {
    this.db = db;
  }

  /**
   * A mail about an alert.
   *
   * @param tries the number of tries, including this one
   */
  record AlertMail(Alert alert, Instant raised, int tries) {}

  /** Raises an alert, and returns whether it is new. */
  boolean raise(Alert alert, Instant now) {
    return db.findOne(
            RAISE,
            row -> row.getBoolean("is_new"),
            alert.realm().id(),
            alert.kind().text(),
            alert.subject(),
            now,
            now,
            now)
        .orElseThrow();
  }

  /**
   * Ends the alerts that no node has seen since a time.
   *
   * @param unknown the kinds whose alerts must not end
   */
  void endUnseen(Instant since, Set<AlertKind> unknown, Instant now) {
    db.update(END, now, since, unknown.stream().map(AlertKind::text).toArray(String[]::new));
  }

  /** Returns the active alerts, the newest first. */
  public List<Alert> list(Realm realm, int most) {
    return db.list(LIST, AlertStore::read, realm.id(), KNOWN, most);
  }

  /** Counts the active alerts of every kind, including zeros. */
  Map<AlertKind, Long> countByKind() {
    var counts = new EnumMap<AlertKind, Long>(AlertKind.class);
    Stream.of(AlertKind.values()).forEach(kind -> counts.put(kind, 0L));
    db.list(
            COUNT,
            row -> Map.entry(AlertKind.of(row.getString("kind")), row.getLong("alerts")),
            (Object) KNOWN)
        .forEach(found -> counts.put(found.getKey(), found.getValue()));
    return counts;
  }

  /** Claims mails like {@link DueRows}, but with another key: an alert has no id of its own. */
  List<AlertMail> claimMails(Instant now, Duration lease, int most) {
    var realms = new LinkedHashMap<Realm, List<Alert>>();
    db.list(DUE, AlertStore::read, now, KNOWN, most)
        .forEach(due -> realms.computeIfAbsent(due.realm(), _ -> new ArrayList<>()).add(due));
    Instant end = now.plus(lease);
    return db.listForEach(
        CLAIM,
        AlertStore::readMail,
        List.copyOf(realms.entrySet()),
        due -> {
          long realm = due.getKey().id();
          return new Object[] {
            array(due.getValue(), alert -> alert.kind().text()),
            array(due.getValue(), Alert::subject),
            realm,
            now,
            end,
            realm
          };
        });
  }

  private static String[] array(List<Alert> alerts, Function<Alert, String> text) {
    return alerts.stream().map(text).toArray(String[]::new);
  }

  void mailed(AlertMail mail) {
    Alert alert = mail.alert();
    db.update(MAILED, alert.realm().id(), alert.kind().text(), alert.subject(), mail.tries());
  }

  /** Returns the addresses of the account's owners and admins. */
  List<String> listRecipients(long accountNumber, int most) {
    return db.list(RECIPIENTS, row -> row.getString("email"), accountNumber, most);
  }

  /** Returns an alert for each payment with an operation or refund that is open for too long. */
  List<Alert> listOverdue(Instant refundsBefore, Instant othersBefore, int most) {
    return db.list(
        OVERDUE,
        row -> ofPayment(row, AlertKind.of(row.getString("kind")), "payment_id"),
        refundsBefore,
        othersBefore,
        most);
  }

  List<Alert> listDisputed(int most) {
    return db.list(DISPUTED, row -> ofPayment(row, AlertKind.PAYMENT_DISPUTED, "id"), most);
  }

  /** Returns the payments for which the provider has moved another amount than they record. */
  List<Alert> listDifferingAtProvider(int most) {
    return db.list(
        DIFFERS_AT_PROVIDER, row -> ofPayment(row, AlertKind.PROVIDER_DIFFERS, "id"), most);
  }

  /** Returns the payments whose disputes were lost since a time. */
  List<Alert> listLost(Instant since, int most) {
    return db.list(
        LOST, row -> ofPayment(row, AlertKind.DISPUTE_LOST, "id"), since.toString(), most);
  }

  /**
   * Returns endpoints that Florin has disabled, and those that have failed since before a time.
   *
   * @param failures the least number of failures
   */
  List<Alert> listEndpoints(Instant since, int failures, int most) {
    return db.list(
        ENDPOINTS,
        row ->
            new Alert(
                new Realm(row.getLong("realm_id")),
                row.getBoolean("disabled")
                    ? AlertKind.ENDPOINT_DISABLED
                    : AlertKind.ENDPOINT_FAILING,
                new WebhookEndpointId(row.getObject("id", UUID.class)).text()),
        since,
        failures,
        most);
  }

  /** Returns connectors with a request between these times and no provider webhook since. */
  List<Alert> listSilent(Instant from, Instant to, int most) {
    return db.list(
        SILENT,
        row ->
            new Alert(
                new Realm(row.getLong("realm_id")),
                AlertKind.WEBHOOKS_SILENT,
                new ConnectorId(row.getObject("id", UUID.class)).text()),
        from,
        IdTime.lowest(from),
        IdTime.lowest(to),
        from,
        most);
  }

  /** Returns statements that arrived between these times and do not continue the previous one. */
  List<Alert> listGaps(Instant from, Instant to, int most) {
    return db.list(
        GAPS,
        row ->
            new Alert(
                new Realm(row.getLong("realm_id")),
                AlertKind.STATEMENT_MISSING,
                new BankStatementId(row.getObject("id", UUID.class)).text()),
        to,
        from,
        most);
  }

  /** Returns payment files for which the bank has booked another amount of a transfer. */
  List<Alert> listDiffering(int most) {
    return db
        .list(
            DIFFERING,
            row ->
                new Alert(
                    new Realm(row.getLong("realm_id")),
                    AlertKind.TRANSFER_DIFFERS,
                    new PaymentFileId(row.getObject("order_id", UUID.class)).text()),
            most)
        .stream()
        .distinct()
        .toList();
  }

  private static Alert ofPayment(ResultSet row, AlertKind kind, String column) throws SQLException {
    return new Alert(
        new Realm(row.getLong("realm_id")),
        kind,
        new PaymentId(row.getObject(column, UUID.class)).text());
  }

  private static AlertMail readMail(ResultSet row) throws SQLException {
    return new AlertMail(read(row), Db.getInstant(row, "raised_at"), row.getInt("mail_tries"));
  }

  private static Alert read(ResultSet row) throws SQLException {
    return new Alert(
        new Realm(row.getLong("realm_id")),
        AlertKind.of(row.getString("kind")),
        row.getString("subject"));
  }
}
