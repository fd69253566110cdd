package florin.bench.drill;

import florin.connector.simulator.Audit;
import florin.core.Id.EventId;
import florin.core.Id.PaymentId;
import florin.core.Mode;
import florin.core.Realm;
import florin.db.Db;
import florin.db.PostgresAddress;
import java.time.Instant;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import tools.jackson.databind.json.JsonMapper;

/**
 * The service's side: what stands in its database, read past the service itself; and the
 * simulator's book, as the network would state it.
 */
final class Records implements AutoCloseable {
  /** The account that a service makes at its first start, in test mode. */
  private static final Realm REALM = Realm.of(1, Mode.TEST);

  private static final JsonMapper JSON = new JsonMapper();

  private static final String PAYMENTS =
      """
      SELECT id, description, status, amount, amount_captured
        FROM payment
       WHERE realm_id = ?
       ORDER BY id
      """;

  private static final String PROCESSING =
      """
      SELECT DISTINCT ON (p.id)
             p.id, p.description, a.status AS attempt_status, a.created_at AS attempted_at
        FROM payment p
        JOIN attempt a ON a.realm_id = p.realm_id AND a.payment_id = p.id
       WHERE p.realm_id = ?
         AND p.status = 'processing'
         AND a.operation <> 'reverse'
       ORDER BY p.id, a.id DESC
      """;

  private static final String ATTEMPTS =
      "SELECT id, payment_id FROM attempt WHERE realm_id = ? AND operation <> 'reverse'";

  private static final String EVENTS =
      "SELECT id, body FROM event WHERE realm_id = ? AND id = ANY (?)";

  private static final String PAYMENTS_WITHOUT_ALL_EVENTS =
      """
      SELECT p.id, p.sequence, coalesce(e.events, 0) AS events, coalesce(e.last, 0) AS last
        FROM payment p
        LEFT JOIN (
             SELECT object_id, count(DISTINCT sequence) AS events, max(sequence) AS last
               FROM event
              WHERE realm_id = ?
              GROUP BY object_id
             ) e ON e.object_id = p.id
       WHERE p.realm_id = ?
         AND (coalesce(e.events, 0), coalesce(e.last, 0)) <> (p.sequence, p.sequence)
      """;

  private static final String IS_BEHIND =
      """
      SELECT EXISTS (
             SELECT FROM event e, projection p
              WHERE (e.position, e.id) > (p.position, p.event_id)) AS behind
      """;

  /** When a payment has failed does not stand in its row: those are summed over all days. */
  private static final String FIGURES_THAT_ARE_OFF =
      """
      WITH counted AS (
           SELECT measure, CASE measure WHEN 'succeeded' THEN begins_at ELSE '-infinity' END AS day,
                  currency, sum(count) AS count, sum(amount) AS amount
             FROM figure
            WHERE realm_id = ?
              AND span = ?
              AND measure IN ('succeeded', 'failed', 'canceled', 'refunded')
            GROUP BY 1, 2, 3),
           made AS (
           SELECT status AS measure,
                  CASE status WHEN 'succeeded' THEN date_trunc(?, captured_at, 'UTC') ELSE '-infinity' END AS day,
                  currency, count(*) AS count,
                  sum(CASE status WHEN 'succeeded' THEN amount_captured ELSE amount END) AS amount
             FROM payment
            WHERE realm_id = ?
              AND status IN ('succeeded', 'failed', 'canceled')
            GROUP BY 1, 2, 3
            UNION ALL
           SELECT 'refunded', '-infinity', p.currency, count(*), sum(r.amount)
             FROM refund r
             JOIN payment p ON p.realm_id = r.realm_id AND p.id = r.payment_id
            WHERE r.realm_id = ?
              AND r.status = 'succeeded'
            GROUP BY 3)
      SELECT concat_ws(' ', measure, day, currency) AS what,
             concat(c.count, ' over ', c.amount) AS counted,
             concat(m.count, ' over ', m.amount) AS made
        FROM counted c
        FULL JOIN made m USING (measure, day, currency)
       WHERE (c.count, c.amount) IS DISTINCT FROM (m.count, m.amount)
      """;

  private final Db db;
  private final Audit audit;

  Records(PostgresAddress database) {
    this.db = new Db(database);
    this.audit = new Audit(db);
  }

  /**
   * A row of ours.
   *
   * @param key the description, which the drill sets to the key
   */
  record Row(String id, UUID uuid, String key, String status, long amount, long captured) {
    boolean isFinal() {
      return !status.equals("processing");
    }
  }

  /**
   * A payment that is `processing`.
   *
   * @param attemptedAt when the network was last asked to authorise it
   */
  record Open(String id, String key, String attemptStatus, Instant attemptedAt) {}

  List<Row> payments() {
    return db.list(
        PAYMENTS,
        row -> {
          UUID id = row.getObject("id", UUID.class);
          return new Row(
              new PaymentId(id).text(),
              id,
              row.getString("description"),
              row.getString("status"),
              row.getLong("amount"),
              row.getLong("amount_captured"));
        },
        REALM.id());
  }

  List<Open> processing() {
    return db.list(
        PROCESSING,
        row ->
            new Open(
                new PaymentId(row.getObject("id", UUID.class)).text(),
                row.getString("description"),
                row.getString("attempt_status"),
                Db.getInstant(row, "attempted_at")),
        REALM.id());
  }

  /** The payment of every reference that we gave the network. */
  Map<UUID, UUID> paymentsByReference() {
    var payments = new HashMap<UUID, UUID>();
    db.list(
            ATTEMPTS,
            row ->
                Map.entry(row.getObject("id", UUID.class), row.getObject("payment_id", UUID.class)),
            REALM.id())
        .forEach(attempt -> payments.put(attempt.getKey(), attempt.getValue()));
    return payments;
  }

  /** The network's statement. */
  List<Audit.AuthorizationTotals> book(Instant now) {
    return audit.list(REALM, now);
  }

  /** The text of each of these events that is there, by its id. */
  Map<String, String> events(Collection<String> ids) {
    UUID[] uuids =
        ids.stream().map(id -> EventId.KIND.parse(id).orElseThrow().uuid()).toArray(UUID[]::new);
    return db
        .list(
            EVENTS,
            row ->
                Map.entry(
                    new EventId(row.getObject("id", UUID.class)).text(),
                    JSON.readTree(row.getString("body")).toString()),
            REALM.id(),
            uuids)
        .stream()
        .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue));
  }

  /** Payments whose events have a gap, in words. */
  List<String> paymentsWithoutAllEvents() {
    return db.list(
        PAYMENTS_WITHOUT_ALL_EVENTS,
        row ->
            "%s is at sequence %d and has %d events, the last numbered %d"
                .formatted(
                    new PaymentId(row.getObject("id", UUID.class)).text(),
                    row.getInt("sequence"),
                    row.getLong("events"),
                    row.getInt("last")),
        REALM.id(),
        REALM.id());
  }

  /** Whether there are events that the figures have not counted yet. */
  boolean areFiguresBehind() {
    return db.list(IS_BEHIND, row -> row.getBoolean("behind")).getFirst();
  }

  /** Figures of an hour or a day that are not the sums of the payments, in words. */
  List<String> figuresThatAreOff() {
    return Stream.of("hour", "day")
        .flatMap(span ->
            db
                .list(
                    FIGURES_THAT_ARE_OFF,
                    row ->
                        "%s by the %s: counted are %s, made were %s"
                            .formatted(
                                row.getString("what"),
                                span,
                                row.getString("counted"),
                                row.getString("made")),
                    REALM.id(),
                    span,
                    span,
                    REALM.id(),
                    REALM.id())
                .stream())
        .toList();
  }

  long countFigures() {
    return db.list(
            "SELECT count(*) AS n FROM figure WHERE realm_id = ?",
            row -> row.getLong("n"),
            REALM.id())
        .getFirst();
  }

  /** Runs a statement that plants a bug; returns how many rows it touched. */
  int damage(String sql, UUID payment) {
    return db.update(sql, REALM.id(), payment);
  }

  @Override
  public void close() {
    db.close();
  }
}
