package florin.alert;

import florin.core.Realm;
import florin.db.Db;
import florin.db.DueRows;
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
import java.util.function.Function;
import java.util.stream.Stream;

/** Alerts in PostgreSQL, raised by any node. */
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

  private static final String LIST_OLDEST =
      """
      SELECT *
        FROM alert
       WHERE ended_at IS NULL
         AND kind = ANY(?)
       ORDER BY raised_at
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
      SELECT email
        FROM alert_recipient
       WHERE account_number = ?
       ORDER BY email
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

  /** An active alert, and the time at which it began. */
  public record RaisedAlert(Alert alert, Instant raised) {}

  /** Returns the active alerts of all realms, the oldest first. */
  public List<RaisedAlert> listOldest(int most) {
    return db.list(
        LIST_OLDEST,
        row -> new RaisedAlert(read(row), Db.getInstant(row, "raised_at")),
        KNOWN,
        most);
  }

  /** Counts the active alerts of every kind that needs a person, including zeros. */
  Map<AlertKind, Long> countByKind() {
    var counts = new EnumMap<AlertKind, Long>(AlertKind.class);
    Stream.of(AlertKind.values())
        .filter(kind -> !kind.isGoodNews())
        .forEach(kind -> counts.put(kind, 0L));
    db.list(
            COUNT,
            row -> Map.entry(AlertKind.of(row.getString("kind")), row.getLong("alerts")),
            (Object) KNOWN)
        .forEach(found -> counts.computeIfPresent(found.getKey(), (_, _) -> found.getValue()));
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
