package florin.dashboard.payments;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import florin.core.Id.PaymentId;
import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.regex.Pattern;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** A payment's page, with the actions that its state allows and those that it doesn't. */
@TestInstance(Lifecycle.PER_CLASS)
class PaymentPagesTest {
  private static final Pattern ONCE = Pattern.compile("name=\"once\" value=\"(req_[a-z0-9]+)\"");
  private static final Duration PATIENCE = Duration.ofSeconds(60);
  private static final String GOOD = "4242424242424242";
  private static final String REFUND_PENDING = "4000000000007726";

  private TestApp florin;
  private DashboardClient support;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    support = DashboardClient.of(florin, Role.SUPPORT);
  }

  @AfterAll
  void close() {
    support.close();
    florin.close();
  }

  @Test
  void each_attempt_has_its_reference_at_the_network() {
    Reply made = florin.post("/v2/payments", TestApp.payment(1000, GOOD));
    String reference =
        florin
            .query(
                "SELECT connector_reference FROM attempt WHERE payment_id = ?",
                PaymentId.KIND.parse(made.payment()).orElseThrow().uuid())
            .getFirst();

    assertThat(reference).startsWith("sim_");
    assertThat(support.get(path(made.payment())).body())
        .contains("Authorize at the connector", reference);
  }

  @Test
  void the_request_that_created_it_links_to_the_request_log() {
    Reply made = florin.post("/v2/payments", TestApp.payment(1000, "4242424242424242"));
    String request = made.header("Request-Id").orElseThrow();
    String link = "href=\"/dashboard/requests/" + request + "\"";
    try (var developer = DashboardClient.of(florin, Role.DEVELOPER);
        var viewer = DashboardClient.of(florin, Role.VIEWER)) {
      String page = "/dashboard/payments/" + made.text("/id");
      assertThat(developer.get(page).body()).contains(link);
      assertThat(viewer.get(page).body()).contains(request).doesNotContain(link);
    }
  }

  @Test
  void a_payment_is_shown_with_its_whole_history() {
    Reply made = florin.post("/v2/payments", TestApp.payment(1234, GOOD));

    Reply page = support.get(path(made.payment()));

    assertThat(page.status()).isEqualTo(200);
    assertThat(page.body())
        .contains("$12.34", "Visa •••• 4242", "Succeeded", made.payment())
        .contains("Payment of $12.34 created", "$12.34 authorized and captured")
        .contains(made.header("Request-Id").orElseThrow())
        .contains(
            "href=\""
                + made.text("/receipt_url")
                + "\" target=\"_blank\" rel=\"noopener noreferrer\"")
        .doesNotContain(made.text("/client_secret"));
    assertThat(support.get(path(made.payment()) + "?tab=events").body())
        .contains("payment.succeeded")
        .doesNotContain("payment.created");
    assertThat(support.get(path(made.payment()) + "?tab=json").body())
        .contains("\"object\" : \"payment\"")
        .doesNotContain(made.text("/client_secret"));
  }

  @Test
  void its_head_names_the_payer_the_order_and_the_id() {
    String id =
        florin
            .post(
                "/v2/payments",
                TestApp.payment(1234, GOOD)
                    .replaceFirst(
                        "\\{",
                        "{\"receipt_email\": \"guest@example.com\", \"metadata\": {\"order_number\": \"A-17\"}, "))
            .payment();

    Element head = Jsoup.parse(support.get(path(id)).body()).expectFirst("article header");

    assertThat(head.text()).contains("guest@example.com · Visa", "Order number A-17", id);
    assertThat(support.get(path(id)).body()).contains("<dt>Connector</dt>");
  }

  @Test
  void a_bank_transfer_is_refunded_with_a_button() {
    String transfer =
        "{\"amount\": 1000, \"currency\": \"eur\", \"payment_method\": {\"type\": \"bank_transfer\"}}";
    String id = florin.post("/v2/payments", transfer).payment();
    florin.post("/v2/test/bank_transfers", "{\"payment\": \"" + id + "\", \"kind\": \"exact\"}");
    await()
        .atMost(Duration.ofSeconds(60))
        .until(() -> florin.get("/v2/payments/" + id).text("/status").equals("succeeded"));

    assertThat(support.get(path(id)).body()).contains("Bank transfer", "Refund…");
  }

  @Test
  void a_decline_is_explained_in_words_a_merchant_understands() {
    String id = florin.post("/v2/payments", TestApp.payment(1000, "4000000000009987")).payment();

    assertThat(support.get(path(id)).body())
        .contains("The card was reported lost. Don't tell the payer this reason.")
        .contains("Don't charge this card again. The issuer won't approve it.")
        .contains("lost_card", "Network response code", "41")
        .doesNotContain(path(id) + "/refund");
  }

  @Test
  void a_card_that_was_not_sent_to_the_network_names_its_request_too() {
    Reply made = florin.post("/v2/payments", TestApp.payment(1000, "4242424242424241"));

    assertThat(support.get(path(made.payment())).body())
        .contains("The card number is invalid.")
        .contains(made.header("Request-Id").orElseThrow());
  }

  @Test
  void text_from_merchants_is_escaped() {
    String evil = "<script>alert(1)</script>\\\"'><img src=x onerror=alert(1)>";
    String body =
        TestApp.payment(1000, GOOD)
            .replaceFirst(
                "\\{",
                "{\"description\": \""
                    + evil.replace("\\", "\\\\").replace("$", "\\$")
                    + "\", \"metadata\": {\"<b>k</b>\": \"<i>v</i>\"}, ");
    Reply made = florin.post("/v2/payments", body);
    assertThat(made.status()).as(made.body()).isEqualTo(200);

    for (String page : new String[] {path(made.payment()), "/dashboard/payments"}) {
      assertThat(support.get(page).body())
          .contains("&lt;script&gt;alert(1)")
          .doesNotContain("<script>alert", "<img src=x", "<b>k", "<i>v");
    }
  }

  @Test
  void a_part_is_captured_and_the_rest_released() {
    String id = authorized(5000);

    Reply done = support.submit(path(id), path(id) + "/capture", Map.of("amount", "20,00"));

    assertThat(support.follow(done).body()).contains("$20.00 was captured.", "Succeeded");
    assertThat(florin.get("/v2/payments/" + id).number("/amount_captured")).isEqualTo(2000);
  }

  @Test
  void the_capture_field_proposes_the_full_amount() {
    String id = authorized(5050);

    assertThat(support.get(path(id)).body()).contains("value=\"50.50\"", "At most $50.50");
  }

  @ParameterizedTest
  @CsvSource({
    "50.01, Enter at most $50.00, the amount left to capture.",
    "0, 'Must be an amount greater than zero, such as 12.34.'",
    "'1,000', 'Must be an amount greater than zero, such as 12.34.'",
    "'', Please fill in this field.",
    "abc, 'Must be an amount greater than zero, such as 12.34.'"
  })
  void an_invalid_amount_is_reported_at_its_field_and_nothing_is_captured(
      String typed, String words) {
    String id = authorized(5000);

    Reply again = support.submit(path(id), path(id) + "/capture", Map.of("amount", typed));

    assertThat(again.status()).isEqualTo(422);
    assertThat(again.body())
        .contains(words, "aria-invalid=\"true\"", "id=\"dialog-capture\"", " open>");
    assertThat(florin.get("/v2/payments/" + id).text("/status")).isEqualTo("requires_capture");
  }

  @Test
  void a_captured_payment_is_not_captured_again() {
    String id = authorized(5000);
    String token = DashboardClient.formToken(support.get(path(id)));
    support.post(path(id), path(id) + "/capture", token, Map.of("amount", "50.00"));

    Reply late = support.post(path(id), path(id) + "/capture", token, Map.of("amount", "50.00"));

    assertThat(support.follow(late).body()).contains("be captured in its current state");
  }

  @Test
  void an_authorized_payment_is_canceled_with_a_reason() {
    String id = authorized(5000);

    Reply done = support.submit(path(id), path(id) + "/cancel", Map.of("reason", "duplicate"));

    assertThat(support.follow(done).body()).contains("The payment was canceled.", "Duplicate");
    assertThat(florin.get("/v2/payments/" + id).text("/cancellation_reason"))
        .isEqualTo("duplicate");
  }

  @Test
  void an_unknown_reason_and_a_cancel_of_a_final_payment_are_rejected() {
    String id = authorized(5000);
    Reply again = support.submit(path(id), path(id) + "/cancel", Map.of("reason", "expired"));
    assertThat(again.status()).isEqualTo(422);
    assertThat(again.body()).contains("Must be one of");

    String paid = florin.post("/v2/payments", TestApp.payment(1000, GOOD)).payment();
    String token = DashboardClient.formToken(support.get(path(paid)));
    Reply late = support.post(path(paid), path(paid) + "/cancel", token, Map.of());
    assertThat(support.follow(late).body()).contains("be canceled in its current state");
  }

  @Test
  void a_partial_refund_proposes_the_remaining_amount_next() {
    String id = florin.post("/v2/payments", TestApp.payment(5000, GOOD)).payment();

    Reply done =
        support.submit(
            path(id),
            path(id) + "/refund",
            Map.of("amount", "12.50", "reason", "requested_by_customer"));

    assertThat(support.follow(done).body())
        .contains("$12.50 was refunded.", "Partly refunded", "value=\"37.50\"")
        .contains("$12.50 refunded by Jo March", "Requested by customer")
        .contains("$12.50 of $50.00");
    assertThat(florin.get("/v2/payments/" + id).number("/amount_refunded")).isEqualTo(1250);
  }

  @Test
  void an_excessive_refund_is_reported_at_the_field_and_not_executed() {
    String id = florin.post("/v2/payments", TestApp.payment(5000, GOOD)).payment();

    Reply again = support.submit(path(id), path(id) + "/refund", Map.of("amount", "50.01"));

    assertThat(again.status()).isEqualTo(422);
    assertThat(again.body()).contains("Enter at most $50.00, the amount left to refund.");
    assertThat(florin.get("/v2/payments/" + id).number("/amount_refunded")).isZero();
  }

  @Test
  void a_refunded_payment_cannot_be_refunded_again() {
    String id = florin.post("/v2/payments", TestApp.payment(5000, GOOD)).payment();
    String token = DashboardClient.formToken(support.get(path(id)));
    support.post(path(id), path(id) + "/refund", token, Map.of("amount", "50.00"));

    Reply late = support.post(path(id), path(id) + "/refund", token, Map.of("amount", "50.00"));

    assertThat(support.follow(late).body())
        .contains("This payment has nothing left to refund. No refund was created.", "Refunded");
    assertThat(florin.get("/v2/payments/" + id).number("/amount_refunded")).isEqualTo(5000);
  }

  @Test
  void a_form_sent_twice_refunds_once() {
    String id = florin.post("/v2/payments", TestApp.payment(5000, GOOD)).payment();
    Reply page = support.get(path(id));
    var fields = new HashMap<>(Map.of("amount", "10.00"));
    fields.put("once", once(page));

    for (int i = 0; i < 2; i++) {
      Reply done =
          support.post(path(id), path(id) + "/refund", DashboardClient.formToken(page), fields);
      assertThat(support.follow(done).body()).contains("$10.00 was refunded.");
    }

    assertThat(florin.get("/v2/payments/" + id).number("/amount_refunded")).isEqualTo(1000);
  }

  @Test
  void a_refund_with_an_open_outcome_is_shown_as_in_progress_and_reserves_its_amount() {
    String id = florin.post("/v2/payments", TestApp.payment(5000, REFUND_PENDING)).payment();

    Reply done = support.submit(path(id), path(id) + "/refund", Map.of("amount", "50.00"));

    assertThat(support.follow(done).body())
        .contains("The refund of $50.00 is in progress.", "Refund of $50.00 started by Jo March");
  }

  @Test
  void a_large_refund_requires_the_password_and_support_cannot_send_it() {
    String id = florin.post("/v2/payments", TestApp.payment(200_000, GOOD)).payment();
    Reply refused = support.submit(path(id), path(id) + "/refund", Map.of("amount", "1000.00"));
    assertThat(refused.status()).isEqualTo(403);
    assertThat(refused.body())
        .contains("Refunds and returns of $1,000.00 or more need an owner or admin.");

    try (var admin = DashboardClient.of(florin, Role.ADMIN)) {
      florin.update("UPDATE session SET confirmed_at = now() - interval '1 hour'");
      Reply asked = admin.submit(path(id), path(id) + "/refund", Map.of("amount", "1000.00"));
      assertThat(asked.body()).contains("Confirm your identity");
      assertThat(florin.get("/v2/payments/" + id).number("/amount_refunded")).isZero();

      Reply done =
          admin.post(
              path(id),
              path(id) + "/refund",
              DashboardClient.formToken(asked),
              Map.of("amount", "1000.00", "current_password", DashboardClient.PASSWORD));
      assertThat(admin.follow(done).body()).contains("$1,000.00 was refunded.");
    }
    Reply small = support.submit(path(id), path(id) + "/refund", Map.of("amount", "999.99"));
    assertThat(support.follow(small).body()).contains("$999.99 was refunded.");
  }

  @ParameterizedTest
  @EnumSource(names = {"VIEWER", "DEVELOPER"})
  void a_viewer_sees_no_forms_and_cannot_send_them(Role role) {
    String paid = florin.post("/v2/payments", TestApp.payment(5000, GOOD)).payment();
    String open = authorized(5000);
    try (var viewer = DashboardClient.of(florin, role)) {
      String token = DashboardClient.formToken(viewer.get(path(paid)));
      assertThat(viewer.get(path(paid)).body()).doesNotContain(path(paid) + "/refund");
      assertThat(viewer.get(path(open)).body())
          .doesNotContain(path(open) + "/capture", path(open) + "/cancel");

      String amount = "50.00";
      Reply refund =
          viewer.post(path(paid), path(paid) + "/refund", token, Map.of("amount", amount));
      Reply capture =
          viewer.post(path(open), path(open) + "/capture", token, Map.of("amount", amount));
      Reply cancel = viewer.post(path(open), path(open) + "/cancel", token, Map.of());

      assertThat(new int[] {refund.status(), capture.status(), cancel.status()}).containsOnly(403);
    }
    assertThat(florin.get("/v2/payments/" + paid).number("/amount_refunded")).isZero();
    assertThat(florin.get("/v2/payments/" + open).text("/status")).isEqualTo("requires_capture");
  }

  @Test
  void a_payment_of_the_other_mode_returns_404() {
    String id = florin.post("/v2/payments", TestApp.payment(5000, GOOD)).payment();
    try (var admin = DashboardClient.of(florin, Role.ADMIN)) {
      String token = DashboardClient.formToken(admin.get(path(id)));
      admin.post("/dashboard", "/dashboard/mode", token, Map.of("mode", "live"));

      assertThat(admin.get(path(id)).status()).isEqualTo(404);
      Reply refund = admin.post(path(id), path(id) + "/refund", token, Map.of("amount", "1.00"));
      assertThat(refund.status()).isEqualTo(404);
    }
    assertThat(florin.get("/v2/payments/" + id).number("/amount_refunded")).isZero();
  }

  @Test
  void the_next_step_and_its_deadline_are_at_the_top() {
    String held = authorized(5000);
    assertThat(support.get(path(held)).body())
        .contains(
            "$50.00 is authorized. Capture it to get paid.", "Capture by <time", "To capture");
    Reply asked = florin.post("/v2/payments", TestApp.payment(5000, "4000000000003220"));
    assertThat(support.get(path(asked.payment())).body())
        .contains("Waiting for the payer to confirm with their bank.", "Waiting for payer")
        .contains(asked.text("/next_action/redirect_to_url/url"));
  }

  @Test
  void a_dialog_can_be_opened_by_address_and_shows_the_remaining_amount() {
    String id = florin.post("/v2/payments", TestApp.payment(5000, GOOD)).payment();
    String dialog = "id=\"dialog-refund\" aria-labelledby=\"dialog-refund-title\"";

    assertThat(support.get(path(id)).body()).contains(dialog + ">");
    assertThat(support.get(path(id) + "?dialog=refund").body())
        .contains(dialog + " open>", "data-whole=\"5000\"", "data-pattern=\"${}\"");
  }

  @Test
  void a_capture_names_the_member_and_an_operation_of_a_program_its_key() {
    String id = authorized(5000);
    support.submit(path(id), path(id) + "/capture", Map.of("amount", "20.00"));

    assertThat(support.get(path(id)).body())
        .contains("$20.00 captured by Jo March", "$20.00 of $50.00")
        .doesNotContain("by the key");
    try (var developer = DashboardClient.of(florin, Role.DEVELOPER)) {
      await().atMost(PATIENCE).until(() -> developer.get(path(id)).body().contains("by the key"));
      assertThat(developer.get(path(id)).body())
          .contains("Payment of $50.00 created by the key “First secret key”");
      assertThat(developer.get(path(id) + "?tab=requests").body())
          .contains("<code>/v2/payments</code>", "200");
      assertThat(support.get(path(id) + "?tab=requests").body())
          .contains("Your role can't see requests")
          .doesNotContain("/v2/payments");
    }
  }

  @Test
  void only_a_few_of_many_refunds_are_visible_immediately() {
    String id = florin.post("/v2/payments", TestApp.payment(5000, GOOD)).payment();
    for (int i = 1; i <= 9; i++) {
      florin.post("/v2/refunds", "{\"payment\": \"" + id + "\", \"amount\": " + i + "}");
    }

    assertThat(support.get(path(id)).body()).contains("Show 3 earlier");
  }

  @Test
  void a_failed_payment_leads_to_the_form_of_a_payment_link_with_its_values() {
    String id =
        florin
            .post(
                "/v2/payments",
                TestApp.payment(777, "4000000000000002")
                    .replaceFirst(
                        "\\{",
                        "{\"description\": \"Tea & more\", \"metadata\": {\"order\": \"17\"}, "))
            .payment();
    String link =
        "/dashboard/payment-links/new?amount=7.77&currency=USD&description=Tea+%26+more&order=17&max_payments=1";
    assertThat(support.get(path(id)).body())
        .contains("href=\"" + link.replace("&", "&amp;") + "\">Send payment link…</a>", "Net");

    assertThat(support.get(link).body())
        .contains(
            "name=\"amount\" type=\"text\" value=\"7.77\"",
            "<option value=\"USD\" selected>",
            "value=\"Tea &amp; more\"",
            "name=\"order\" type=\"text\" value=\"17\"",
            "<details class=\"more\" open>");
    try (var viewer = DashboardClient.of(florin, Role.VIEWER)) {
      assertThat(viewer.get(path(id)).body()).doesNotContain("Send payment link");
    }
    String paid = florin.post("/v2/payments", TestApp.payment(5000, GOOD)).payment();
    assertThat(support.get(path(paid)).body()).doesNotContain("Send payment link");
  }

  @Test
  void an_action_is_in_the_audit_log_with_its_amount() {
    String id = florin.post("/v2/payments", TestApp.payment(5000, GOOD)).payment();
    support.submit(path(id), path(id) + "/refund", Map.of("amount", "7.77"));

    assertThat(
            florin.query(
                "SELECT 1 FROM audit_entry WHERE action = 'payment.refund' AND object = ? AND detail = '$7.77 of $50.00' AND outcome = 'done'",
                id))
        .hasSize(1);
  }

  private String authorized(long amount) {
    return florin
        .post(
            "/v2/payments",
            TestApp.payment(amount, GOOD).replaceFirst("\\{", "{\"capture_method\": \"manual\", "))
        .payment();
  }

  private static String path(String id) {
    return "/dashboard/payments/" + id;
  }

  private static String once(Reply page) {
    var matcher = ONCE.matcher(page.body());
    assertThat(matcher.find()).isTrue();
    return matcher.group(1);
  }
}
