package florin.dashboard.books;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.books.LedgerChecks;
import florin.team.Role;
import florin.testing.BankObjects;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.time.Duration;
import java.util.Map;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** Staff see payouts, and mark one as received. */
class PayoutPagesTest {
  private static final Duration PATIENCE = Duration.ofSeconds(30);
  private static final String LIST = PayoutListPages.PATH;

  private static String words(Reply page) {
    return page.body().replaceAll("<[^>]*>", " ").replaceAll("\\s+", " ");
  }

  private static String settle(TestApp florin) {
    String paid =
        florin.post("/v2/payments", TestApp.payment(10_000, "4242424242424242")).text("/id");
    String refund =
        florin
            .post("/v2/refunds", "{\"payment\": \"%s\", \"amount\": 3000}".formatted(paid))
            .text("/id");
    await()
        .atMost(PATIENCE)
        .until(() -> florin.get("/v2/balance_transactions?source=" + refund).has("/data/0"));
    return LedgerChecks.settle(florin.client()).text("/payouts/0/id");
  }

  @Test
  void a_payout_is_listed_explained_and_marked_as_received() {
    try (TestApp florin = TestApp.open()) {
      DashboardClient finance = DashboardClient.of(florin, Role.FINANCE);
      assertThat(words(finance.get(LIST))).contains("No payouts yet", "/v2/test/settlements");
      String path = LIST + "/" + settle(florin);
      florin.update("UPDATE payment SET description = 'Order 4711'");

      assertThat(words(finance.get(LIST))).contains("$68.35 On its way ", "Simulator");
      assertThat(words(finance.get(LIST + "?status=failed"))).contains("No matching payouts");
      String page = words(finance.get(path));
      assertThat(page)
          .contains(
              "$68.35 On its way Payout of Simulator, ",
              "Payments (1) $100.00 Refunds (1) −$30.00 Fees −$1.65 Payout $68.35",
              "At your bank Not in a statement yet. Mark as received…",
              "Text at the bank SIMULATED",
              "Payment Order 4711 $100.00",
              "Refund Order 4711 −$30.00")
          .doesNotContain("hasn't reported all lines");

      Reply done = finance.follow(finance.submit(path, path + "/confirm", Map.of()));

      assertThat(words(done))
          .contains("Payout marked as received.", "At your bank Marked as received.");
      assertThat(
              florin.query(
                  "SELECT outcome || ' ' || detail FROM audit_entry WHERE action = 'payout.confirm'"))
          .containsExactly("done $68.35");
      await()
          .atMost(PATIENCE)
          .until(() -> words(finance.get(path)).contains("$68.35 Matched Payout of"));
      assertThat(finance.get(path).body()).doesNotContain("Mark as received…");
    }
  }

  @Test
  void the_simulator_settles_each_past_day_by_a_click() {
    try (TestApp florin = TestApp.open()) {
      for (int days = 0; days < 3; days++) {
        String paid =
            florin.post("/v2/payments", TestApp.payment(10_000, "4242424242424242")).text("/id");
        await()
            .atMost(PATIENCE)
            .until(() -> florin.get("/v2/balance_transactions?source=" + paid).has("/data/0"));
        florin.update(
            "SET session_replication_role = replica; UPDATE ledger_transfer SET booked_at = booked_at - interval '1 day'; SET session_replication_role = origin");
      }
      DashboardClient finance = DashboardClient.of(florin, Role.FINANCE);

      Reply done = finance.follow(finance.submit(LIST, PayoutListPages.SETTLE_PATH, Map.of()));

      assertThat(words(done)).contains("The simulator has settled all payments until now.");
      assertThat(words(finance.get(LIST)).split(Pattern.quote("$98.35 On its way"), -1)).hasSize(4);
    }
  }

  @Test
  void a_mistaken_match_is_undone_with_a_reason() {
    try (TestApp florin = TestApp.open()) {
      String entry = BankObjects.entryOfPayout(florin.client());
      String payout = florin.get("/v2/bank_entries/" + entry).text("/matches/0/payout");
      String path = LIST + "/" + payout;
      DashboardClient support = DashboardClient.of(florin, Role.SUPPORT);
      await()
          .atMost(PATIENCE)
          .until(() -> support.get(path).body().contains("data-dialog=\"unassign\""));
      Map<String, String> form = Map.of("entry", entry, "reason", "Money of Mollie");
      Reply incomplete = support.submit(path, path + "/unassign", Map.of("entry", entry));
      assertThat(words(incomplete)).contains("Undo match", "Money that arrived becomes");
      assertThat(incomplete.body()).contains("id=\"reason-error\"");
      assertThat(DashboardClient.of(florin, Role.VIEWER).get(path).body())
          .contains("/dashboard/bank/statements/")
          .doesNotContain("Undo match");

      Reply done = support.follow(support.submit(path, path + "/unassign", form));

      assertThat(words(done)).contains("Match undone.");
      await()
          .atMost(PATIENCE)
          .until(() -> words(support.get(path)).contains("At your bank Not in a statement yet."));
      assertThat(
              florin.query(
                  "SELECT outcome || ' ' || detail FROM audit_entry WHERE action = 'payout.unassign' AND outcome = 'done'"))
          .containsExactly("done " + entry + ": Money of Mollie");
      String transfer = florin.get("/v2/unmatched_transfers?limit=1").text("/data/0/id");
      assertThat(words(support.get("/dashboard/bank/transfers/" + transfer)))
          .contains("Taken back from a payout", "taken back from a payout");
    }
  }

  @Test
  void a_viewer_sees_payouts_and_marks_none() {
    try (TestApp florin = TestApp.open()) {
      String id = settle(florin);
      String path = LIST + "/" + id;
      DashboardClient viewer = DashboardClient.of(florin, Role.VIEWER);
      Reply page = viewer.get(path);

      assertThat(page.body())
          .contains("Not in a statement yet.")
          .doesNotContain("Mark as received…");
      assertThat(
              viewer
                  .post(path, path + "/confirm", DashboardClient.formToken(page), Map.of())
                  .status())
          .isEqualTo(403);
      assertThat(florin.get("/v2/payouts/" + id).text("/status")).isEqualTo("in_transit");
    }
  }

  @Test
  void a_difference_and_a_failure_are_explained() {
    try (TestApp florin = TestApp.open()) {
      String id = settle(florin);
      DashboardClient viewer = DashboardClient.of(florin, Role.VIEWER);
      florin.update(
          "UPDATE payout SET status = 'failed', failure = 'The account is closed.', amount = amount + 100");

      assertThat(words(viewer.get(LIST + "/" + id)))
          .contains(
              "$69.35 Failed",
              "The account is closed.",
              "Sum $68.35",
              "don't add up to the payout. Ask your provider about the difference of $1.00.");
    }
  }
}
