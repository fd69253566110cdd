package florin.books;

import florin.account.AccountStore;
import florin.books.BacklogStore.Part;
import florin.core.Realm;
import florin.db.Db;
import florin.projection.EventBatch;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.time.Duration;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;

/**
 * When the ledger books the money of bank entries: on the bank's day. The time is stored before the
 * first posting and stays, so a later time zone or closing changes nothing.
 */
final class BookingStore {
  /** Before this day, the bank's day is a mistake. */
  private static final LocalDate FIRST_DAY = LocalDate.of(2000, 1, 1);

  /**
   * Selects the assignments of bank entries to the objects `t` without a time, including those of
   * refunds and of the arrivals of payouts.
   */
  private static final String NEW =
      """
      SELECT d.realm_id, d.id, d.created_at, e.booked_on, d.is_of_the_bank
        FROM t
       CROSS JOIN LATERAL
             (SELECT d.*
                FROM match_for_booking d
               WHERE d.realm_id = {t.realm_id}
                 AND d.holder_id = t.id
                 AND t.part IN ('payments', 'funds')
               UNION
              SELECT d.*
                FROM refund_for_ledger r
                JOIN match_for_booking d ON d.realm_id = {t.realm_id} AND d.holder_id = r.payment_id AND d.refund_id = r.id
               WHERE r.realm_id = {t.realm_id}
                 AND r.id = t.id
                 AND t.part = 'refunds'
               UNION
              SELECT d.*
                FROM payout_arrival a
                JOIN match_for_booking d ON d.realm_id = {t.realm_id} AND d.holder_id = a.payout_id AND d.id = a.match_id
               WHERE a.realm_id = {t.realm_id}
                 AND a.id = t.id
                 AND t.part = 'payouts') d
        JOIN entry_for_ledger e ON e.realm_id = {t.realm_id} AND e.id = d.entry_id
       WHERE NOT EXISTS (SELECT FROM ledger_booking b WHERE b.realm_id = {t.realm_id} AND b.source_id = d.id)
      """;

  private static final String NEW_OF_EVENTS =
      "WITH batch AS (:batch), t AS (" + LedgerProjection.TOUCHED + ")\n" + NEW;

  private static final String ADD =
      """
      INSERT INTO ledger_booking (realm_id, source_id, booked_at, adjusted_in)
      SELECT ?,
             n.source_id,
             n.booked_at::timestamptz,
             CASE WHEN n.booked_at::timestamptz < c.until_at THEN (c.month + interval '1 month')::date END
        FROM unnest(?::uuid[], ?::text[]) AS n (source_id, booked_at)
        LEFT JOIN (SELECT month, until_at FROM ledger_closing WHERE realm_id = ? ORDER BY month DESC LIMIT 1) c ON true
          ON CONFLICT (realm_id, source_id) DO NOTHING
      """;

  private BookingStore() {}

  /** An assignment of money of a bank entry. */
  private record Assigned(
      long realm, UUID id, Instant created, LocalDate bookedOn, boolean isOfTheBank) {
    private static Assigned read(ResultSet row) throws SQLException {
      return new Assigned(
          row.getLong("realm_id"),
          row.getObject("id", UUID.class),
          Db.getInstant(row, "created_at"),
          row.getObject("booked_on", LocalDate.class),
          row.getBoolean("is_of_the_bank"));
    }

    private Instant bookedAt(ZoneId zone) {
      return isOfTheBank ? time(bookedOn, zone, created) : created;
    }
  }

  /** Adds the times of what a batch of events posts. */
  static void add(EventBatch batch) throws SQLException {
    add(batch.connection(), batch.list(NEW_OF_EVENTS, Assigned::read));
  }

  /** Adds the times of what a part's objects have. */
  static void add(Connection connection, long realm, Part part, List<UUID> objects)
      throws SQLException {
    add(connection, LedgerStore.ofObjects(connection, NEW, realm, part, objects, Assigned::read));
  }

  private static void add(Connection connection, List<Assigned> all) throws SQLException {
    Map<Long, Map<UUID, Assigned>> byRealm =
        all.stream()
            .collect(
                Collectors.groupingBy(
                    Assigned::realm,
                    Collectors.toMap(Assigned::id, Function.identity(), (one, _) -> one)));
    for (Map.Entry<Long, Map<UUID, Assigned>> of : byRealm.entrySet()) {
      long realm = of.getKey();
      ZoneId zone = AccountStore.timeZone(connection, new Realm(realm));
      List<Assigned> assigned = List.copyOf(of.getValue().values());
      Db.update(
          connection,
          ADD,
          realm,
          assigned.stream().map(Assigned::id).toArray(UUID[]::new),
          assigned.stream().map(it -> it.bookedAt(zone).toString()).toArray(String[]::new),
          realm);
    }
  }

  /**
   * Returns a time on the bank's day. It is halfway between noon in the account's time zone and
   * noon in UTC, and so on this day in both: reports have the days of the one, and exports those of
   * the other. It is never after the assignment.
   */
  static Instant time(LocalDate bookedOn, ZoneId zone, Instant assigned) {
    Instant local = bookedOn.atTime(LocalTime.NOON).atZone(zone).toInstant();
    Instant utc = bookedOn.atTime(LocalTime.NOON).toInstant(ZoneOffset.UTC);
    Instant time = utc.plus(Duration.between(utc, local).dividedBy(2));
    return bookedOn.isBefore(FIRST_DAY) || time.isAfter(assigned) ? assigned : time;
  }
}
