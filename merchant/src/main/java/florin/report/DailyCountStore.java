package florin.report;

import florin.core.Currency;
import florin.core.Realm;
import florin.db.Db;
import florin.report.Figures.Breakdown;
import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Daily counts besides the metrics, in PostgreSQL. */
final class DailyCountStore {
  /**
   * Counts ended payments; the row of an ended payment keeps its method and connector permanently.
   */
  static final String FOLLOW =
      """
      WITH batch AS (:batch),
           fact AS (
           SELECT b.realm_id,
                  (b.created_at AT TIME ZONE 'UTC')::date AS day,
                  p.currency,
                  part.name || '_' || substr(b.type, length('payment.') + 1) AS measure,
                  part.code
             FROM batch b
             JOIN payment_for_report p ON p.realm_id = {b.realm_id} AND p.id = b.object_id
            CROSS JOIN LATERAL (VALUES ('brand', p.brand), ('connector', p.connector)) AS part(name, code)
            WHERE b.type IN ('payment.succeeded', 'payment.failed')
            UNION ALL
           SELECT realm_id, (created_at AT TIME ZONE 'UTC')::date, '', 'customer', ''
             FROM batch
            WHERE type = 'customer.created')
      INSERT INTO daily_count AS c (realm_id, day, currency, measure, code, count)
      SELECT realm_id, day, currency, measure, code, count(*)
        FROM fact
       GROUP BY realm_id, day, currency, measure, code
          ON CONFLICT (realm_id, day, currency, measure, code) DO UPDATE
         SET count = c.count + excluded.count
      """;

  private static final String BREAKDOWN =
      """
      SELECT split_part(measure, '_', 1) AS part,
             code,
             coalesce(sum(count) FILTER (WHERE measure LIKE '%succeeded'), 0)::bigint AS succeeded,
             coalesce(sum(count) FILTER (WHERE measure LIKE '%failed'), 0)::bigint AS failed
        FROM daily_count
       WHERE realm_id = ?
         AND day >= ?
         AND day <= ?
         AND currency = ?
       GROUP BY part, code
       ORDER BY failed DESC, succeeded DESC, code
      """;

  private static final String CUSTOMERS =
      """
      SELECT day, count
        FROM daily_count
       WHERE realm_id = ?
         AND day >= ?
         AND day <= ?
         AND currency = ''
         AND measure = 'customer'
      """;

  private final Db db;

  DailyCountStore(Db db) {
    this.db = db;
  }

  /**
   * A line of the breakdown.
   *
   * @param part `brand` or `connector`
   */
  private record Line(String part, Breakdown.Share share) {}

  Breakdown findBreakdown(Realm realm, Days days, Currency currency) {
    List<Line> lines =
        db.list(
            BREAKDOWN,
            row ->
                new Line(
                    row.getString("part"),
                    new Breakdown.Share(
                        row.getString("code"), row.getLong("succeeded"), row.getLong("failed"))),
            realm.id(),
            days.first(),
            days.last(),
            currency.code());
    return new Breakdown(of("brand", lines), of("connector", lines));
  }

  /** Returns the counts of days with new customers. */
  Map<LocalDate, Long> countCustomers(Realm realm, Days days) {
    var counts = new HashMap<LocalDate, Long>();
    db.list(
        CUSTOMERS,
        row -> counts.put(row.getObject("day", LocalDate.class), row.getLong("count")),
        realm.id(),
        days.first(),
        days.last());
    return counts;
  }

  private static List<Breakdown.Share> of(String part, List<Line> lines) {
    return lines.stream().filter(line -> line.part().equals(part)).map(Line::share).toList();
  }
}
