package florin.report;

import florin.core.Currency;
import florin.core.Realm;
import florin.db.Db;
import florin.report.FigureStore.Figure.Measure;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;

/** Hourly and daily totals in PostgreSQL. */
final class FigureStore {
  /**
   * Adds a batch to the totals. A payment has exactly one final event, and its row keeps the values
   * permanently. A refund may have several events that show success, and the success may be undone
   * later. So the event's body is read, and {@link #COUNT_REFUNDS}, which runs afterwards, records
   * the counted refunds. Both count at the second in which the refund was created.
   */
  static final String FOLLOW =
      """
      WITH batch AS (:batch),
           moved AS MATERIALIZED (
           SELECT realm_id, object_id, type, sequence, body::json #> '{data,object}' AS refund
             FROM batch
            WHERE type IN ('refund.updated', 'refund.failed')),
           succeeded AS (
           SELECT DISTINCT ON (realm_id, object_id) realm_id, object_id, refund
             FROM moved
            WHERE refund ->> 'status' = 'succeeded'
            ORDER BY realm_id, object_id, sequence),
           before AS MATERIALIZED (
           SELECT c.realm_id, c.refund_id
             FROM moved m
             JOIN counted_refund c ON c.realm_id = {m.realm_id} AND c.refund_id = m.object_id),
           returned AS (
           SELECT m.realm_id, m.refund
             FROM moved m
            WHERE m.type = 'refund.failed'
              AND (EXISTS (SELECT 1 FROM succeeded s WHERE s.realm_id = m.realm_id AND s.object_id = m.object_id)
                OR EXISTS (SELECT 1 FROM before c WHERE c.realm_id = m.realm_id AND c.refund_id = m.object_id))),
           fact AS (
           SELECT b.realm_id,
                  b.created_at,
                  p.currency,
                  substr(b.type, length('payment.') + 1) AS measure,
                  CASE b.type
                    WHEN 'payment.succeeded' THEN p.capture_method
                    WHEN 'payment.failed' THEN p.failure
                    ELSE ''
                  END AS code,
                  CASE b.type WHEN 'payment.succeeded' THEN p.amount_captured ELSE p.amount END AS amount
             FROM batch b
             JOIN payment_for_report p ON p.realm_id = {b.realm_id} AND p.id = b.object_id
            WHERE b.type IN ('payment.succeeded', 'payment.failed', 'payment.canceled')
            UNION ALL
           SELECT realm_id, to_timestamp((refund ->> 'created')::bigint), refund ->> 'currency', measure, '', (refund ->> 'amount')::bigint
             FROM (SELECT s.realm_id, s.refund, 'refunded' AS measure
                     FROM succeeded s
                    WHERE NOT EXISTS (SELECT 1 FROM before c WHERE c.realm_id = s.realm_id AND c.refund_id = s.object_id)
                    UNION ALL
                   SELECT realm_id, refund, 'refund_returned'
                     FROM returned) refunds)
      INSERT INTO figure AS f (realm_id, span, begins_at, currency, measure, code, count, amount)
      SELECT realm_id, span, date_trunc(span, created_at, 'UTC') AS begins_at, currency, measure, code, count(*), sum(amount)
        FROM fact
       CROSS JOIN (VALUES ('hour'), ('day')) AS spans(span)
       GROUP BY realm_id, span, begins_at, currency, measure, code
          ON CONFLICT (realm_id, span, begins_at, currency, measure, code) DO UPDATE
         SET count = f.count + excluded.count,
             amount = f.amount + excluded.amount
      """;

  /** Records refunds whose success is in the totals, from this batch or an earlier one. */
  static final String COUNT_REFUNDS =
      """
      WITH batch AS (:batch)
      INSERT INTO counted_refund (realm_id, refund_id)
      SELECT DISTINCT realm_id, object_id
        FROM batch
       WHERE type IN ('refund.updated', 'refund.failed')
         AND body::json #>> '{data,object,status}' = 'succeeded'
          ON CONFLICT DO NOTHING
      """;

  private static final String LIST =
      """
      SELECT begins_at, currency, measure, code, count, amount
        FROM figure
       WHERE realm_id = ?
         AND span = ?
         AND begins_at >= ?
         AND begins_at < ?
         AND currency = ?
       ORDER BY begins_at, measure, code
      """;

  private static final String SUM =
      """
      SELECT currency, measure, sum(count)::bigint AS count, sum(amount)::bigint AS amount
        FROM figure
       WHERE realm_id = ?
         AND span = 'day'
         AND begins_at >= ?
         AND begins_at < ?
       GROUP BY currency, measure
      """;

  private static final String DELETE_HOURS =
      """
      DELETE FROM figure
       WHERE realm_id = ?
         AND (span, begins_at, currency, measure, code) IN (
             SELECT span, begins_at, currency, measure, code
               FROM figure
              WHERE realm_id = ?
                AND span = 'hour'
                AND begins_at < ?
              LIMIT ?)
      """;

  private final Db db;

  /**
   * The number and the amount of events in an hour or a day.
   *
   * @param begins the start of the hour or day
   * @param code the kind within the measure: see {@link Measure}; empty if it has no kinds
   * @param amount in minor units; it may exceed the limit of one payment
   */
  public record Figure(
      Instant begins, Currency currency, Measure measure, String code, long count, long amount) {
    /** The measures of totals, in UTC: for payments, at the time of the event. */
    public enum Measure {
      /**
       * A payment succeeded: its money was captured. The amount is the captured one. A payment with
       * manual capture counts when it is captured, not when it is authorized. The code is the
       * capture method.
       */
      SUCCEEDED,
      /**
       * A payment failed for any reason, including card checks. The amount is the requested one.
       * The code is the decline code, otherwise the failure code.
       */
      FAILED,
      /** A payment was canceled by anyone, or expired. The amount is the requested one. */
      CANCELED,
      /**
       * A refund succeeded. It counts at the time of its request, which never changes. So it can be
       * subtracted again, and a sum over the refunds gives the same result. The amount is the
       * refund's.
       */
      REFUNDED,
      /**
       * The network reversed a refund that had succeeded: the money is the merchant's again. It
       * counts at the time of the refund, so the difference is the final result of that hour or
       * day.
       */
      REFUND_RETURNED;

      static Measure of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
      }
    }
  }

  FigureStore(Db db) {
    this.db = db;
  }

  /** The length of a total's period. */
  enum Period {
    HOUR,
    DAY;

    String text() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  /**
   * Returns totals in the order of time.
   *
   * @param until exclusive
   */
  List<Figure> list(Realm realm, Period span, Instant from, Instant until, Currency currency) {
    return db.list(LIST, FigureStore::read, realm.id(), span.text(), from, until, currency.code());
  }

  /** Returns the sum of these days, by currency. */
  Map<String, Totals> sum(Realm realm, Days days) {
    var sums = new TreeMap<String, Totals>();
    db.list(
        SUM,
        row ->
            sums.merge(
                row.getString("currency"),
                Totals.NONE.plus(
                    Measure.of(row.getString("measure")),
                    row.getLong("count"),
                    row.getLong("amount")),
                Totals::plus),
        realm.id(),
        days.begin(),
        days.end());
    return sums;
  }

  int deleteHoursBefore(long realm, Instant time, int maxRows) {
    return db.update(DELETE_HOURS, realm, realm, time, maxRows);
  }

  private static Figure read(ResultSet row) throws SQLException {
    return new Figure(
        Db.getInstant(row, "begins_at"),
        Currency.get(row.getString("currency")),
        Measure.of(row.getString("measure")),
        row.getString("code"),
        row.getLong("count"),
        row.getLong("amount"));
  }
}
