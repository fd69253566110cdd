package florin.lists;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Realm;
import florin.db.Db;
import florin.testing.TestApp;
import java.lang.management.ManagementFactory;
import java.net.InetAddress;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * The cost of the check of a payment with full lists. The test prints the CPU time of its thread.
 */
@Tag("drill")
class ListCostTest {
  private static final int CHECKS = 50_000;

  private static final String RANGE = "format('10.%s.%s.0/24', n / 256, n % 256)";

  private static final String ADDRESS = "format('10.0.%s.%s', n / 256, n % 256)";

  private static final String OF_EACH_KIND =
      "(ARRAY[lpad(n::text, 20, '0'), lpad(n::text, 8, '0'), n || '@mail.example', n || '.example', "
          + RANGE
          + "])[n % 5 + 1]";

  private static final String EACH_KIND =
      "(ARRAY['card_fingerprint', 'card_bin', 'email', 'email_domain', 'address'])[n % 5 + 1]";

  @Test
  void a_check_with_full_lists_needs_no_database_and_little_time() {
    try (TestApp florin = TestApp.open()) {
      measure(florin, "no entry", 0, EACH_KIND, OF_EACH_KIND);
      measure(florin, "5,000 entries, 1,000 of each kind", 5_000, EACH_KIND, OF_EACH_KIND);
      measure(florin, "5,000 ranges", 5_000, "'address'", RANGE);
      measure(florin, "5,000 addresses", 5_000, "'address'", ADDRESS);
    }
  }

  private static void measure(TestApp florin, String what, int entries, String kind, String value) {
    Realm realm = florin.realm();
    florin.update("DELETE FROM list_entry");
    florin.update(
        """
        INSERT INTO list_entry (realm_id, id, list, kind, value, added_by, removed, created_at, changed_at)
        SELECT %d, gen_random_uuid(), 'block', %s, %s, 'test', false, now(), now()
          FROM generate_series(0, %d) n\
        """
            .formatted(realm.id(), kind, value, entries - 1));
    Lists lists;
    // The database is closed before the checks.
    try (Db db = new Db(florin.database())) {
      lists = new Lists(new ListStore(db), InstantSource.system());
      assertThat(lists.isEmpty(realm)).isEqualTo(entries == 0);
    }
    PayerTraits traits =
        PayerTraits.of(
            Optional.of("tbbbg7peg77wjsp6npyb"),
            Optional.of("4242424242424242"),
            List.of("ada@shop.test"),
            Optional.of(InetAddress.ofLiteral("203.0.113.7")));
    assertThat(lists.findBlock(realm, traits)).isEmpty();
    check(lists, realm, traits);
    long before = cpu();
    check(lists, realm, traits);
    System.out.println(
        "lists: %s: %.2f µs of CPU a payment".formatted(what, (cpu() - before) / 1e3 / CHECKS));
  }

  private static void check(Lists lists, Realm realm, PayerTraits traits) {
    for (int i = 0; i < CHECKS; i++) {
      if (!lists.isEmpty(realm) && lists.findBlock(realm, traits).isPresent()) {
        throw new AssertionError("no entry has these traits");
      }
    }
  }

  private static long cpu() {
    return ManagementFactory.getThreadMXBean().getCurrentThreadCpuTime();
  }
}
