package florin.dashboard.disputes;

import static org.assertj.core.api.Assertions.assertThat;

import florin.core.Id.DisputeId;
import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Staff see disputes, and decide those of the simulator. */
@TestInstance(Lifecycle.PER_CLASS)
class DisputePagesTest {
  private static final String LIST = DisputeListPages.PATH;
  private static final String NOT_RECEIVED = "4000000000002685";
  private static final String FRAUD = "4000000000000259";

  private final TestApp florin = TestApp.open();

  @BeforeEach
  void forget() {
    florin.update("DELETE FROM dispute");
  }

  @AfterAll
  void close() {
    florin.close();
  }

  private static String words(Reply page) {
    return page.body().replaceAll("<[^>]*>", " ").replaceAll("\\s+", " ");
  }

  /** Returns the path of a new dispute. */
  private String dispute(String card, long amount) {
    String payment = florin.post("/v2/payments", TestApp.payment(amount, card)).text("/id");
    return LIST
        + "/"
        + florin.get("/v2/disputes?payment=" + payment).texts("/data", "id").getFirst();
  }

  private void set(String path, String change) {
    florin.update(
        "UPDATE dispute SET %s WHERE id = '%s'"
            .formatted(
                change,
                DisputeId.KIND.parse(path.substring(LIST.length() + 1)).orElseThrow().uuid()));
  }

  @Test
  void disputes_are_listed_by_what_they_need() {
    try (DashboardClient viewer = DashboardClient.of(florin, Role.VIEWER)) {
      assertThat(words(viewer.get(LIST))).contains("No disputes yet", "Open – ");
      dispute(NOT_RECEIVED, 5700);
      String urgent = dispute(FRAUD, 2000);
      set(urgent, "due_by = now() + interval '50 hours'");
      String won = dispute(FRAUD, 1000);
      florin.post("/v2/test" + won.replace("/dashboard", "") + "/win", "{}");
      florin.post("/v2/test" + won.replace("/dashboard", "") + "/lose", "{}");

      Reply all = viewer.get(LIST);
      assertThat(words(all))
          .contains(
              "All 3",
              "Needs response 2",
              "Under review 0",
              "Won 0",
              "Lost 1",
              "Open $77.00",
              "Win rate, 90 days 0.0%",
              "$57.00 in 8 days Needs response Not received",
              "$20.00 in 2 days Needs response Fraud");
      assertThat(all.body())
          .contains("<span class=\"pill bad\">in 2 days</span>")
          .contains("<span class=\"pill calm\">in 8 days</span>");
      assertThat(words(viewer.get(LIST + "?status=lost")))
          .contains("$10.00 Lost Fraud")
          .doesNotContain("$57.00", "$20.00");
      assertThat(viewer.get(LIST + ".csv").status()).isEqualTo(403);
    }
  }

  @Test
  void disputes_that_need_a_response_are_in_the_order_of_their_deadlines() {
    set(dispute(FRAUD, 1000), "due_by = now() + interval '30 hours'");
    set(dispute(FRAUD, 2000), "due_by = NULL");
    set(dispute(FRAUD, 3000), "due_by = now() + interval '50 hours'");
    set(dispute(FRAUD, 4000), "due_by = now() + interval '10 hours'");
    try (DashboardClient viewer = DashboardClient.of(florin, Role.VIEWER)) {
      assertThat(words(viewer.get(LIST + "?status=needs_response")))
          .containsSubsequence("$40.00", "$10.00", "$30.00", "$20.00");
      assertThat(words(viewer.get(LIST)))
          .containsSubsequence("$40.00", "$30.00", "$20.00", "$10.00");
      assertThat(words(viewer.get(LIST + "?status=needs_response&limit=1&order=oldest")))
          .contains("$10.00");
    }
  }

  @Test
  void the_list_is_exported() {
    String path = dispute(NOT_RECEIVED, 5700);
    try (DashboardClient finance = DashboardClient.of(florin, Role.FINANCE)) {
      assertThat(finance.get(LIST + ".csv").body())
          .contains(
              path.substring(LIST.length() + 1), ",needs_response,57.00,usd,product_not_received,");
    }
  }

  @Test
  void a_dispute_is_explained_and_its_payment_links_to_it() {
    String path = dispute(NOT_RECEIVED, 5700);
    try (DashboardClient viewer = DashboardClient.of(florin, Role.VIEWER)) {
      Reply page = viewer.get(path);
      String payment =
          "/dashboard/payments/" + florin.get(path.replace("/dashboard", "/v2")).text("/payment");

      assertThat(words(page))
          .contains(
              "$57.00 Needs response",
              "Respond by",
              "in 8 days",
              "The provider holds $57.00",
              "Not received Reason code 13.1",
              "Evidence that wins The carrier",
              "3-D Secure Not used. You bear the loss of fraud.",
              "The payer disputed the payment");
      assertThat(page.body()).contains(payment).doesNotContain("value=\"won\"");
      assertThat(viewer.get(payment).body()).contains("href=\"" + path + "\"");
    }
  }

  @Test
  void finance_decides_a_dispute_of_the_simulator_and_a_viewer_does_not() {
    String path = dispute(FRAUD, 2000);
    try (DashboardClient viewer = DashboardClient.of(florin, Role.VIEWER);
        DashboardClient finance = DashboardClient.of(florin, Role.FINANCE)) {
      assertThat(
              viewer
                  .post(
                      path,
                      path + "/decide",
                      DashboardClient.formToken(viewer.get(path)),
                      Map.of("outcome", "won"))
                  .status())
          .isEqualTo(403);

      Reply lost =
          finance.follow(finance.submit(path, path + "/decide", Map.of("outcome", "lost")));

      assertThat(words(lost))
          .contains("Dispute lost.", "You lost, and the payer got $20.00 back", "Show in balance")
          .contains("The dispute was lost, and the payer got the money back");
      assertThat(
              florin.query(
                  "SELECT outcome || ' ' || detail FROM audit_entry WHERE action = 'dispute.decide' AND outcome = 'done'"))
          .containsExactly("done $20.00, lost");
      assertThat(
              words(
                  finance.get(
                      "/dashboard/balance?payment="
                          + florin.get(path.replace("/dashboard", "/v2")).text("/payment"))))
          .doesNotContain("must be a payment's ID");
    }
  }

  @Test
  void an_inquiry_can_be_refunded_and_a_passed_deadline_locks() {
    String inquiry = dispute(NOT_RECEIVED, 5700);
    set(inquiry, "status = 'inquiry', provider_status = 'warning_needs_response'");
    florin.update("UPDATE payment SET provider = NULL");
    String late = dispute(FRAUD, 2000);
    set(late, "due_by = now() - interval '1 minute'");
    try (DashboardClient support = DashboardClient.of(florin, Role.SUPPORT)) {
      assertThat(words(support.get(inquiry)))
          .contains("$57.00 Inquiry", "has taken no money", "Refund now…");
      assertThat(words(support.get(late)))
          .contains("Passed", "The deadline has passed, so the bank takes no evidence now.");
    }
  }
}
