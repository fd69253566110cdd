package florin.report;

import florin.core.Currency;
import florin.core.Realm;
import florin.db.Db;
import florin.db.IdTime;
import florin.report.FigureStore.Figure.Measure;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;

/** Totals of quarters of an hour and of days, in PostgreSQL. */
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
            WHERE type LIKE 'refund.%'),
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
      SELECT realm_id, slot.span, slot.begins_at, currency, measure, code, count(*), sum(amount)
        FROM fact
       CROSS JOIN LATERAL (VALUES
             ('quarter', date_bin('15 minutes', created_at, '2000-01-01T00:00:00Z')),
             ('day', date_trunc('day', created_at, 'UTC'))) AS slot(span, begins_at)
       GROUP BY realm_id, slot.span, slot.begins_at, currency, measure, code
          ON CONFLICT (realm_id, span, begins_at, currency, measure, code) DO UPDATE
         SET count = f.count + excluded.count,
             amount = f.amount + excluded.amount
      """;

  /**
   * Counts ended payments by brand and connector, and new customers. The row of an ended payment
   * keeps its method and connector permanently.
   */
  static final String FOLLOW_PARTS =
      """
      WITH batch AS (:batch),
           fact AS (
           SELECT b.realm_id,
                  b.created_at,
                  p.currency,
                  part.name || '_' || substr(b.type, length('payment.') + 1) AS measure,
                  part.code,
                  0 AS amount
             FROM batch b
             JOIN payment_for_report p ON p.realm_id = {b.realm_id} AND p.id = b.object_id
            CROSS JOIN LATERAL (VALUES ('brand', p.brand), ('connector', p.connector)) AS part(name, code)
            WHERE b.type IN ('payment.succeeded', 'payment.failed')
            UNION ALL
           SELECT realm_id, created_at, '', 'customer', '', 0
             FROM batch
            WHERE type = 'customer.created')
      INSERT INTO figure AS f (realm_id, span, begins_at, currency, measure, code, count, amount)
      SELECT realm_id, slot.span, slot.begins_at, currency, measure, code, count(*), sum(amount)
        FROM fact
       CROSS JOIN LATERAL (VALUES
             ('quarter', date_bin('15 minutes', created_at, '2000-01-01T00:00:00Z')),
             ('day', date_trunc('day', created_at, 'UTC'))) AS slot(span, begins_at)
       GROUP BY realm_id, slot.span, slot.begins_at, currency, measure, code
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
       WHERE type LIKE 'refund.%'
         AND body::json #>> '{data,object,status}' = 'succeeded'
          ON CONFLICT DO NOTHING
      """;

  private static final String LIST_QUARTERS =
      """
      SELECT begins_at, currency, measure, code, count, amount
        FROM figure
       WHERE realm_id = ?
         AND span = 'quarter'
         AND begins_at >= ?
         AND begins_at < ?
         AND currency = ?
         AND measure = ANY(?)
       ORDER BY begins_at, measure, code
      """;

  /**
   * Derives the days of a time zone. They are the days of UTC, after the quarters at each edge have
   * moved from the day that they belong to in UTC to the one in the zone. Without an edge between
   * two days, only their sum is exact.
   */
  private static final String LIST_DAYS =
      """
      WITH edge AS (
           SELECT *
             FROM unnest(?::text[]::timestamptz[], ?::text[]::timestamptz[], ?::text[]::date[], ?::text[]::date[]) AS e(begins_at, ends_at, gaining, losing)),
           counted AS (
           SELECT (begins_at AT TIME ZONE 'UTC')::date AS day, currency, measure, code, count, amount
             FROM figure
            WHERE realm_id = ?
              AND span = 'day'
              AND begins_at >= ?
              AND begins_at < ?
            UNION ALL
           SELECT moved.day, f.currency, f.measure, f.code, moved.sign * f.count, moved.sign * f.amount
             FROM edge e
             JOIN figure f ON f.realm_id = ? AND f.span = 'quarter' AND f.begins_at >= e.begins_at AND f.begins_at < e.ends_at
            CROSS JOIN LATERAL (VALUES (e.gaining, 1), (e.losing, -1)) AS moved(day, sign))
      SELECT day, currency, measure, code, sum(count)::bigint AS count, sum(amount)::bigint AS amount
        FROM counted
       WHERE day >= ?
         AND day <= ?
         AND measure = ANY(?)
         AND (? OR currency = ?)
       GROUP BY day, currency, measure, code
      HAVING sum(count) > 0
       ORDER BY day, currency, measure, code
      """;

  /** Counts the whole days of UTC and the quarters around them. */
  private static final String COUNT =
      """
      WITH part AS (
           SELECT *
             FROM unnest(?::text[], ?::text[]::timestamptz[], ?::text[]::timestamptz[]) AS p(span, begins_at, ends_at))
      SELECT f.measure, sum(f.count)::bigint AS count
        FROM part p
        JOIN figure f ON f.realm_id = ? AND f.span = p.span AND f.begins_at >= p.begins_at AND f.begins_at < p.ends_at
       WHERE f.measure = ANY(?)
       GROUP BY f.measure
      """;

  /** A time after all days. */
  private static final Instant FAR = Instant.parse("3000-01-01T00:00:00Z");

  private final Db db;

  /**
   * The number and the amount of events in a quarter or a day.
   *
   * @param begins the start of the quarter or day
   * @param code the kind within the measure: see {@link Measure}; empty if it has no kinds
   * @param amount in minor units; it may exceed the limit of one payment
   */
  public record Figure(
      Instant begins, Currency currency, Measure measure, String code, long count, long amount) {
    /** The measures of totals: for payments, at the time of the event. */
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

      static final String[] TEXTS = Stream.of(values()).map(Measure::text).toArray(String[]::new);

      String text() {
        return name().toLowerCase(Locale.ROOT);
      }

      static Measure of(String text) {
        return valueOf(text.toUpperCase(Locale.ROOT));
      }
    }
  }

  FigureStore(Db db) {
    this.db = db;
  }

  /**
   * A count of a day in a time zone.
   *
   * @param currency empty for customers
   * @param measure as in SQL
   */
  record DayCount(
      LocalDate day, String currency, String measure, String code, long count, long amount) {
    private static DayCount read(ResultSet row) throws SQLException {
      return new DayCount(
          row.getObject("day", LocalDate.class),
          row.getString("currency"),
          row.getString("measure"),
          row.getString("code"),
          row.getLong("count"),
          row.getLong("amount"));
    }
  }

  /**
   * The quarters that belong to one day in UTC, and to another in a time zone.
   *
   * @param ends exclusive
   * @param gaining the day in the zone
   * @param losing the day in UTC
   */
  private record Edge(Instant begins, Instant ends, LocalDate gaining, LocalDate losing) {
    static List<Edge> of(Days days, List<LocalDate> boundaries) {
      return boundaries.stream()
          .map(day -> of(day, utc(day), days.begin(day)))
          .filter(edge -> edge.begins.isBefore(edge.ends))
          .toList();
    }

    private static Edge of(LocalDate day, Instant utc, Instant local) {
      return local.isBefore(utc)
          ? new Edge(local, utc, day, day.minusDays(1))
          : new Edge(utc, local, day.minusDays(1), day);
    }
  }

  /**
   * The days or the quarters of a span.
   *
   * @param ends exclusive
   */
  private record Part(String span, Instant begins, Instant ends) {
    static List<Part> of(IdTime.Span span) {
      Instant from = span.from().orElse(Instant.EPOCH);
      Instant until = span.until().orElse(FAR);
      Instant day = from.truncatedTo(ChronoUnit.DAYS);
      Instant firstDay = day.equals(from) ? day : day.plus(1, ChronoUnit.DAYS);
      Instant lastDay = until.truncatedTo(ChronoUnit.DAYS);
      return firstDay.isAfter(lastDay)
          ? List.of(new Part("quarter", from, until))
          : List.of(
              new Part("quarter", from, firstDay),
              new Part("day", firstDay, lastDay),
              new Part("quarter", lastDay, until));
    }
  }

  /**
   * Returns the totals of quarters, in the order of time.
   *
   * @param until exclusive
   */
  List<Figure> listQuarters(Realm realm, Instant from, Instant until, Currency currency) {
    return db.list(
        LIST_QUARTERS, FigureStore::read, realm.id(), from, until, currency.code(), Measure.TEXTS);
  }

  /**
   * Returns the counts of days in their time zone.
   *
   * @param boundaries the days at whose beginning the counts change exactly; the sums between two
   *     of them are exact
   * @param currency empty for all
   */
  List<DayCount> listDays(
      Realm realm,
      Days days,
      List<LocalDate> boundaries,
      List<String> measures,
      Optional<String> currency) {
    List<Edge> edges = Edge.of(days, boundaries);
    return db.list(
        LIST_DAYS,
        DayCount::read,
        texts(edges, Edge::begins),
        texts(edges, Edge::ends),
        texts(edges, Edge::gaining),
        texts(edges, Edge::losing),
        realm.id(),
        utc(days.first()),
        utc(days.last().plusDays(1)),
        realm.id(),
        days.first(),
        days.last(),
        measures.toArray(String[]::new),
        currency.isEmpty(),
        currency.orElse(""));
  }

  /** Returns the number of events of a span by quarters of an hour, without amounts. */
  Totals count(Realm realm, IdTime.Span span) {
    List<Part> parts = Part.of(span);
    return db
        .list(
            COUNT,
            row -> Totals.NONE.plus(Measure.of(row.getString("measure")), row.getLong("count"), 0),
            texts(parts, Part::span),
            texts(parts, Part::begins),
            texts(parts, Part::ends),
            realm.id(),
            Measure.TEXTS)
        .stream()
        .reduce(Totals.NONE, Totals::plus);
  }

  private static <T> String[] texts(List<T> all, Function<T, Object> part) {
    return all.stream().map(part).map(Object::toString).toArray(String[]::new);
  }

  private static Instant utc(LocalDate day) {
    return day.atStartOfDay(ZoneOffset.UTC).toInstant();
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
