package florin.bench.drill;

import florin.core.Mode;
import florin.core.Realm;
import florin.db.Db;
import florin.db.PostgresAddress;
import java.util.List;
import java.util.stream.Stream;

/** Compares the dashboard's metrics with the payments of the first account. */
public final class Figures implements AutoCloseable {
  /** The account that the first start creates, in test mode. */
  private static final Realm REALM = Realm.of(1, Mode.TEST);

  private static final String IS_BEHIND =
      """
      SELECT EXISTS (
             SELECT FROM event e, projection p
              WHERE (e.position, e.id) > (p.position, p.event_id)) AS behind
      """;

  /**
   * Selects the metrics that differ. A payment's row doesn't contain the time of its failure, so
   * failures are summed over all days.
   */
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
                  CASE status WHEN 'succeeded' THEN date_bin(?::interval, captured_at, '2000-01-01T00:00:00Z') ELSE '-infinity' END AS day,
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

  public Figures(PostgresAddress database) {
    this.db = new Db(database);
  }

  /** Returns whether there are events that aren't counted yet. */
  public boolean areBehind() {
    return db.list(IS_BEHIND, row -> row.getBoolean("behind")).getFirst();
  }

  /** Describes the quarters of an hour and the days whose metrics aren't the payments' sums. */
  public List<String> thatAreOff() {
    return Stream.concat(
            thatAreOff("quarter", "15 minutes").stream(), thatAreOff("day", "1 day").stream())
        .toList();
  }

  private List<String> thatAreOff(String span, String length) {
    return db.list(
        FIGURES_THAT_ARE_OFF,
        row ->
            "%s by the %s: the metric is %s, the payments' sum is %s"
                .formatted(
                    row.getString("what"), span, row.getString("counted"), row.getString("made")),
        REALM.id(),
        span,
        length,
        REALM.id(),
        REALM.id());
  }

  /** Returns the number of stored metrics. */
  public long count() {
    return db.list(
            "SELECT count(*) AS n FROM figure WHERE realm_id = ?",
            row -> row.getLong("n"),
            REALM.id())
        .getFirst();
  }

  @Override
  public void close() {
    db.close();
  }
}
