package florin.dashboard.books;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.books.LedgerChecks;
import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Staff see the balance, its movements, and the state of the providers' reports. */
class BalancePagesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String READ = "<button class=\"small\">Read now</button>";

  private static String words(Reply page) {
    return page.body().replaceAll("<[^>]*>", " ").replaceAll("\\s+", " ");
  }

  private static void settle(TestApp florin) {
    String paid =
        florin.post("/v2/payments", TestApp.payment(10_000, "4242424242424242")).text("/id");
    await()
        .atMost(PATIENCE)
        .until(() -> florin.get("/v2/balance_transactions?source=" + paid).has("/data/0"));
    assertThat(LedgerChecks.settle(florin.client()).has("/payouts/0")).isTrue();
  }

  @Test
  void a_new_account_sees_what_will_be_here_and_how_to_simulate_it() {
    try (TestApp florin = TestApp.open()) {
      assertThat(words(DashboardClient.of(florin, Role.VIEWER).get(BalancePages.PATH)))
          .contains(
              "No activity yet Payments, refunds, fees and payouts show up here. To see them, create a test payment, then simulate a settlement.",
              "/v2/test/settlements");
    }
  }

  @Test
  void the_balance_and_its_movements_are_shown_and_filtered() {
    try (TestApp florin = TestApp.open()) {
      settle(florin);
      florin.post("/v2/payments", TestApp.payment(2_000, "4242424242424242"));
      await()
          .atMost(PATIENCE)
          .until(() -> florin.get("/v2/balance").number("/balances/0/pending") == 2_000);
      florin.update("UPDATE payment SET description = 'Order 4711'");
      DashboardClient viewer = DashboardClient.of(florin, Role.VIEWER);

      String page = words(viewer.get(BalancePages.PATH));

      assertThat(page)
          .contains(
              "Available $0.00 On its way $98.35 Pending $20.00 Held for disputes $0.00",
              "Simulator read ",
              "Payment Order 4711",
              "$100.00 −$1.65 $98.35 Simulator",
              "Payout po_",
              "−$98.35");
      assertThat(words(viewer.get(BalancePages.PATH + "?type=payout")))
          .contains("−$98.35")
          .doesNotContain("Order 4711");
      assertThat(viewer.get(BalancePages.PATH + "?type=settlement").status()).isEqualTo(422);
      assertThat(page).doesNotContain("still adding older payments");
    }
  }

  @Test
  void finance_reads_the_reports_now_and_sees_a_problem() {
    try (TestApp florin = TestApp.open()) {
      settle(florin);
      florin.update(
          "UPDATE settlement_position SET problem = 'The provider says no.', due_at = now() + interval '1 day'");
      DashboardClient finance = DashboardClient.of(florin, Role.FINANCE);
      assertThat(finance.get(BalancePages.PATH).body()).contains("The provider says no.", READ);
      DashboardClient viewer = DashboardClient.of(florin, Role.VIEWER);
      Reply page = viewer.get(BalancePages.PATH);
      assertThat(page.body()).contains("The provider says no.").doesNotContain(READ);

      Reply done =
          finance.follow(finance.submit(BalancePages.PATH, BalancePages.REFRESH_PATH, Map.of()));

      assertThat(done.body())
          .contains("Reading the providers' reports. Reload the page in a moment.");
      assertThat(florin.query("SELECT due_at < now() + interval '1 hour' FROM settlement_position"))
          .containsExactly("t");
      assertThat(
              viewer
                  .post(
                      BalancePages.PATH,
                      BalancePages.REFRESH_PATH,
                      DashboardClient.formToken(page),
                      Map.of())
                  .status())
          .isEqualTo(403);
    }
  }
}
