package florin.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.core.Id.PaymentId;
import florin.core.PageRequest;
import florin.payment.store.PaymentFilter;
import florin.payment.store.PaymentStore;
import florin.report.SearchTerm;
import florin.testing.TakesLong;
import florin.testing.TestApp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.ResourceLock;

/**
 * Compares PostgreSQL's plans for Florin's queries on large tables with the recorded plans.
 * `auto_explain` reports them as they are executed in Florin's sessions.
 *
 * <p>{@code -Dplans.record=true} records the plans instead of comparing them; read the difference
 * before you commit it. Leave out the queries of background jobs for which the test doesn't wait.
 */
@ResourceLock(PlanLog.LOCK)
@TakesLong
class PlansTest {
  private static final Path GOLDEN = Path.of("src/test/resources/plans.txt");
  private static final boolean RECORD = Boolean.getBoolean("plans.record");

  private static final List<String> LISTS =
      List.of(
          "",
          "&customer=%s",
          "&status=succeeded",
          "&status=failed",
          "&status=requires_action",
          "&status=processing",
          "&created%%5Bgte%%5D=1702000000",
          "&created%%5Bgte%%5D=1702000000&created%%5Blt%%5D=1702086400",
          "&currency=isk",
          "&amount%%5Bgte%%5D=900000000",
          "&last4=9999",
          "&metadata%%5Border%%5D=none");

  /** A search term: the reference of a transfer. */
  private static final List<String> TYPED = List.of("RF18 5390 0754 7034");

  /**
   * Parts of the queries of background jobs, which run at any time, so that the test must wait for
   * them.
   */
  private static final List<String> BY_LOOPS = List.of("a.due_at IS NOT NULL", "a.due_at <= ");

  @Test
  void with_many_payments_every_plan_is_the_recorded_one_and_none_reads_a_whole_table()
      throws Exception {
    PlanLog plans = plansWithManyPayments();
    if (RECORD) {
      Files.writeString(GOLDEN, plans.toString());
    }

    PlanLog recorded = PlanLog.parse(Files.readString(GOLDEN));

    assertThat(plans.ofStatementsIn(recorded).toString()).isEqualTo(recorded.toString());
    assertThat(recorded.scans()).isEmpty();
  }

  /**
   * Returns the plans. One node creates the first payment; then the requests go to another node,
   * whose sessions log their plans.
   */
  private static PlanLog plansWithManyPayments() throws Exception {
    try (TestApp young = TestApp.open()) {
      String customer = young.post("/v2/customers", "{\"name\":\"Ada\"}").text("/id");
      ask(young, customer);
      ManyPayments.fill(young.database());
      PlanLog.begin(young.database());
      long begin = Files.size(TestPostgres.log());
      try (TestApp grown = young.openAnotherNode()) {
        ask(grown, customer);
        await()
            .atMost(Duration.ofSeconds(60))
            .until(() -> BY_LOOPS.stream().allMatch(PlanLog.read(begin).toString()::contains));
      }
      return PlanLog.read(begin);
    }
  }

  /** Runs everything that must stay fast. */
  private static void ask(TestApp app, String customer) throws IOException {
    String body =
        """
        {"amount": 1000, "currency": "usd", "customer": "%s", "metadata": {"order": "1"},
         "payment_method": {"type": "card", "card":
           {"number": "4242424242424242", "exp_month": 12, "exp_year": 2040, "cvc": "123"}}}\
        """
            .formatted(customer);
    String payment = app.post("/v2/payments", body, "key " + app.node()).payment();
    assertThat(payment).startsWith("pay_");
    assertThat(app.post("/v2/payments", body, "key " + app.node()).isReplay()).isTrue();
    assertThat(app.get("/v2/payments/" + payment + "?expand%5B%5D=attempts").status())
        .isEqualTo(200);
    try (var db = new Db(app.database());
        var store = new PaymentStore(db)) {
      List<PaymentId> ids = List.of(PaymentId.KIND.parse(payment).orElseThrow());
      assertThat(store.list(app.realm(), ids)).hasSize(1);
    }
    assertThat(app.get("/v2/events?limit=10&object_id=" + payment).status()).isEqualTo(200);
    for (String filter : LISTS) {
      assertThat(app.get("/v2/payments?limit=10" + filter.formatted(customer)).status())
          .as(filter)
          .isEqualTo(200);
    }
    for (String typed : TYPED) {
      var found =
          app.app()
              .report()
              .search
              .list(app.realm(), SearchTerm.parse(typed), PaymentFilter.ALL, PageRequest.first(10));
      assertThat(found.data()).as(typed).isEmpty();
    }
  }
}
