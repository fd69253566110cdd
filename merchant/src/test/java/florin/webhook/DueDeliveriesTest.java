package florin.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Id.WebhookEndpointId;
import florin.db.Db;
import florin.db.PostgresAddress;
import florin.db.Sql;
import florin.db.TestPostgres;
import florin.webhook.DueDeliveries.ClaimedDeliveries;
import florin.webhook.Fanout.Lease;
import java.sql.SQLException;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;

/** The distribution of due deliveries to endpoints, for each realm. */
class DueDeliveriesTest {
  private static final int USUAL = 10;
  private static final int LIMIT = 500;

  private final PostgresAddress database = TestPostgres.freshDatabase();
  private final Db db = Db.walkingIndexes(database);
  private final DueDeliveries due =
      new DueDeliveries(new DeliveryQueueStore(db), RetrySchedule.DEFAULT);

  @AfterEach
  void close() {
    db.close();
  }

  @Test
  void one_delivery_of_each_of_five_thousand_realms_is_taken_once_in_portions() throws Exception {
    int realms = 5_000;
    Sql.execute(
        database,
        """
        INSERT INTO delivery (realm_id, id, endpoint_id, event_id, status, version, attempts, due_at, created_at)
        SELECT 1 + n, gen_random_uuid(), gen_random_uuid(), gen_random_uuid(), 'pending', 1, 0, now(), now()
          FROM generate_series(1, %d) n
        """
            .formatted(realms));
    var another = new DueDeliveries(new DeliveryQueueStore(db), RetrySchedule.DEFAULT);
    List<Lease> taken = new ArrayList<>();
    int claims = 0;
    for (boolean more = true; more; claims++) {
      ClaimedDeliveries claim =
          (claims % 2 == 0 ? due : another).claim(Map.of(), USUAL, LIMIT, later());
      assertThat(claim.leases()).hasSizeLessThanOrEqualTo(LIMIT);
      taken.addAll(claim.leases());
      more = taken.size() < realms && claim.more();
    }
    assertThat(taken).hasSize(realms).extracting(Lease::realm).doesNotHaveDuplicates();
    assertThat(claims).isLessThanOrEqualTo(2 * realms / LIMIT);
    assertThat(taken).extracting(Lease::version).containsOnly(2);
  }

  @Test
  void an_endpoint_gets_no_more_deliveries_than_it_has_slots() throws Exception {
    pending(2, 1, 2 * LIMIT, "now()");
    pending(2, 2, 30, "now()");
    pending(3, 3, 30, "now()");
    pending(3, 4, 3, "now()");

    ClaimedDeliveries claim =
        due.claim(Map.of(endpoint(1), 7, endpoint(3), 0), USUAL, LIMIT, later());

    assertThat(ofEndpoint(claim, 1)).isEqualTo(7);
    assertThat(ofEndpoint(claim, 2)).isEqualTo(USUAL);
    assertThat(ofEndpoint(claim, 3)).isZero();
    assertThat(ofEndpoint(claim, 4)).isEqualTo(3);
  }

  @Test
  void only_due_deliveries_are_taken_oldest_first() throws Exception {
    pending(2, 1, 5, "now() + interval '1 hour'");
    pending(2, 1, 5, "now() - interval '1 hour'");
    pending(2, 1, 5, "now() - interval '1 minute'");
    var first = due.claim(Map.of(), 5, LIMIT, later());
    assertThat(first.leases()).hasSize(5);
    assertThat(
            Sql.query(
                database,
                "SELECT count(*) FROM delivery WHERE due_at < now() - interval '10 minutes'"))
        .isEqualTo("0");
    assertThat(due.claim(Map.of(), USUAL, LIMIT, later()).leases()).hasSize(5);
    assertThat(due.claim(Map.of(), USUAL, LIMIT, later()).leases()).isEmpty();
  }

  @Test
  void a_page_full_of_one_endpoint_blocks_no_other() throws Exception {
    pending(2, 1, 3 * DueDeliveries.PAGE, "now() + interval '1 hour'");
    pending(3, 2, 3, "now()");

    ClaimedDeliveries claim = due.claim(Map.of(), USUAL, LIMIT, later());

    assertThat(claim.leases()).hasSize(3);
    assertThat(claim.more()).isFalse();
  }

  @Test
  void after_more_full_pages_than_a_claim_reads_the_next_claim_continues() throws Exception {
    for (int full = 1; full <= DueDeliveries.MOST_PAGES; full++) {
      pending(1 + full, full, DueDeliveries.PAGE, "now() + interval '1 hour'");
    }
    pending(2, DueDeliveries.MOST_PAGES + 1, 3, "now()");

    assertThat(due.claim(Map.of(), USUAL, LIMIT, later()).leases()).isEmpty();
    ClaimedDeliveries next = due.claim(Map.of(), USUAL, LIMIT, later());
    assertThat(next.leases()).hasSize(3);
    assertThat(next.more()).as("this round started after the first endpoints").isTrue();
  }

  @Test
  void a_claim_counts_the_attempt_and_schedules_the_next_as_after_a_failure() throws Exception {
    pending(2, 1, 1, "now()");
    List<String> counted = new ArrayList<>();
    for (int i = 0; i <= RetrySchedule.DEFAULT.mostAttempts(); i++) {
      Instant now = later();
      assertThat(due.claim(Map.of(), USUAL, LIMIT, now).leases()).hasSize(1);
      counted.add(
          Sql.query(
              database,
              "SELECT attempts || ' ' || extract(epoch FROM due_at - '%s')::bigint FROM delivery"
                  .formatted(now)));
      Sql.execute(database, "UPDATE delivery SET due_at = now()");
    }
    assertThat(counted)
        .containsExactly(
            "1 60", "2 300", "3 1800", "4 7200", "5 18000", "6 36000", "7 50400", "8 72000",
            "9 86400", "10 60", "11 60");
  }

  @Test
  void an_attempt_that_was_not_begun_is_uncounted_under_its_own_lease_only() throws Exception {
    pending(2, 1, 3, "now()");
    List<Lease> leases = due.claim(Map.of(), USUAL, LIMIT, later()).leases();
    var queue = new DeliveryQueueStore(db);
    queue.handBack(leases.subList(0, 1), Instant.now().plus(Fanout.LEASE));
    queue.handBack(leases.subList(1, 2), Instant.now());
    assertThat(Sql.query(database, "SELECT sum(attempts) FROM delivery")).isEqualTo("1");

    assertThat(due.claim(Map.of(), USUAL, LIMIT, later()).leases())
        .extracting(Lease::id)
        .containsExactly(leases.get(1).id());
    queue.handBack(leases.subList(0, 1), Instant.now().plus(Fanout.LEASE));
    queue.handBack(leases.subList(2, 3), Instant.now().plus(Fanout.LEASE));
    queue.handBack(leases.subList(1, 2), Instant.now());
    assertThat(
            Sql.query(
                database, "SELECT string_agg(attempts::text, ' ' ORDER BY attempts) FROM delivery"))
        .isEqualTo("0 0 1");
  }

  @Test
  void a_late_retry_that_was_not_begun_waits_for_a_lease_and_not_for_the_pause_after_a_failure()
      throws Exception {
    pending(2, 1, 1, "now()");
    Sql.execute(database, "UPDATE delivery SET attempts = 6");
    Instant now = later();
    List<Lease> claimed = due.claim(Map.of(), USUAL, LIMIT, now).leases();
    assertThat(secondsUntilDue(now)).isEqualTo("50400");

    var queue = new DeliveryQueueStore(db);
    queue.handBack(claimed, now.plus(Fanout.LEASE));
    assertThat(secondsUntilDue(now)).isEqualTo("60");
    queue.handBack(claimed, now.plus(Fanout.LEASE).plusSeconds(40));
    assertThat(secondsUntilDue(now)).as("handing back never extends a lease").isEqualTo("60");
  }

  private String secondsUntilDue(Instant now) throws SQLException {
    return Sql.query(
        database, "SELECT extract(epoch FROM due_at - '%s')::bigint FROM delivery".formatted(now));
  }

  private static Instant later() {
    return Instant.now().plusSeconds(1);
  }

  private static WebhookEndpointId endpoint(int number) {
    return new WebhookEndpointId(new UUID(0, number));
  }

  private static long ofEndpoint(ClaimedDeliveries claim, int number) {
    return claim.leases().stream()
        .filter(lease -> lease.endpoint().equals(endpoint(number)))
        .count();
  }

  private void pending(long realm, int endpoint, int count, String dueAt) throws SQLException {
    Sql.execute(
        database,
        """
        INSERT INTO delivery (realm_id, id, endpoint_id, event_id, status, version, attempts, due_at, created_at)
        SELECT %d, gen_random_uuid(), '%s', gen_random_uuid(), 'pending', 1, 0, %s, now()
          FROM generate_series(1, %d) n
        """
            .formatted(realm, new UUID(0, endpoint), dueAt, count));
  }
}
