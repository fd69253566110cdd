package florin.dashboard.customers;

import static org.assertj.core.api.Assertions.assertThat;

import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Customers, their payments and their cards. */
@TestInstance(Lifecycle.PER_CLASS)
class CustomerPagesTest {
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
  void a_customer_is_found_by_e_mail_and_shown_with_payments_and_cards() {
    String id =
        customer(
            "{\"email\": \"mia@example.com\", \"name\": \"Mia <b>Wong</b>\", \"metadata\": {\"crm\": \"<i>7</i>\"}}");
    customer("{\"email\": \"noah@example.com\"}");
    String payment = paySaving(id);

    assertThat(support.get("/dashboard/customers?q=mia@exam").body())
        .contains(path(id), "Mia &lt;b&gt;Wong")
        .doesNotContain("noah@example.com", "<b>Wong");
    assertThat(support.get("/dashboard/customers?q=zzz").body()).contains("No results for “zzz”");
    assertThat(support.get(path(id)).body())
        .contains("mia@example.com", "/dashboard/payments/" + payment, "Visa •••• 4242")
        .contains("&lt;i&gt;7", "\"object\" : \"customer\"")
        .doesNotContain("<b>Wong", "<i>7");
    assertThat(support.get("/dashboard/payments/" + payment).body()).contains(path(id));
    assertThat(support.get("/dashboard/payments?q=" + id).body()).contains(payment);
  }

  @Test
  void a_card_shows_its_mandate_and_a_charge_without_the_payer_says_so() {
    String id = customer("{\"name\": \"Ada\"}");
    Reply paid =
        florin.post(
            "/v2/payments",
            """
            {"amount": 700, "currency": "usd", "customer": "%s", "save_payment_method": true,
             "mandate": {"text": "I agree to <b>all</b>.", "ip_address": "203.0.113.7"},
             "payment_method": {"type": "card", "card":
               {"number": "4242424242424242", "exp_month": 12, "exp_year": 2040}}}\
            """
                .formatted(id));
    String method = paid.text("/payment_method/id");
    String mandate = florin.get("/v2/payment_methods/" + method).text("/mandate");

    assertThat(support.get(path(id)).body())
        .contains("Mandate: active", "I agree to &lt;b&gt;all&lt;/b&gt;.", "203.0.113.7", mandate);

    Reply charged =
        florin.post(
            "/v2/payments",
            """
            {"amount": 700, "currency": "usd", "payment_method": "%s", "off_session": true,
             "reason": "installment"}\
            """
                .formatted(method));
    assertThat(support.get("/dashboard/payments/" + charged.text("/id")).body())
        .contains("Without the payer: installment", mandate);
    florin.post("/v2/mandates/" + mandate + "/revoke", "{}");
    assertThat(support.get(path(id)).body()).contains("Mandate: revoked", ", Requested");
  }

  @Test
  void a_card_is_detached_after_a_confirmation_and_once() {
    String id = customer("{\"email\": \"ava@example.com\"}");
    paySaving(id);
    String method = method(id);

    Reply done = support.submit(path(id), path(id) + "/detach", Map.of("payment_method", method));

    assertThat(support.follow(done).body())
        .contains("Visa •••• 4242 was detached.", "No saved cards");
    Reply late =
        support.post(
            path(id),
            path(id) + "/detach",
            DashboardClient.formToken(support.get(path(id))),
            Map.of("payment_method", method));
    assertThat(late.status()).isEqualTo(404);
  }

  @Test
  void a_card_is_detached_neither_from_another_customer_nor_by_a_viewer() {
    String id = customer("{\"email\": \"leo@example.com\"}");
    String other = customer("{\"email\": \"eve@example.com\"}");
    paySaving(id);
    String method = method(id);

    Reply wrong =
        support.post(
            path(other),
            path(other) + "/detach",
            DashboardClient.formToken(support.get(path(other))),
            Map.of("payment_method", method));
    assertThat(wrong.status()).isEqualTo(404);
    try (var viewer = DashboardClient.of(florin, Role.VIEWER)) {
      Reply page = viewer.get(path(id));
      assertThat(page.body()).doesNotContain("/detach");
      Reply refused =
          viewer.post(
              path(id),
              path(id) + "/detach",
              DashboardClient.formToken(page),
              Map.of("payment_method", method));
      assertThat(refused.status()).isEqualTo(403);
    }
    assertThat(method(id)).isEqualTo(method);
  }

  @Test
  void an_unknown_card_returns_404() {
    String id = customer("{\"email\": \"kim@example.com\"}");
    String token = DashboardClient.formToken(support.get(path(id)));

    for (String method : new String[] {"", "pm_none", id}) {
      Reply reply =
          support.post(path(id), path(id) + "/detach", token, Map.of("payment_method", method));
      assertThat(reply.status()).isEqualTo(404);
    }
  }

  @Test
  void a_customer_of_the_other_mode_returns_404() {
    String id = customer("{\"email\": \"una@example.com\"}");
    try (var admin = DashboardClient.of(florin, Role.ADMIN)) {
      String token = DashboardClient.formToken(admin.get("/dashboard"));
      admin.post("/dashboard", "/dashboard/mode", token, Map.of("mode", "live"));

      assertThat(admin.get(path(id)).status()).isEqualTo(404);
      assertThat(admin.get("/dashboard/customers").body()).doesNotContain("una@example.com");
    }
  }

  @Test
  void deleting_a_customer_keeps_its_payments() {
    String id = customer("{\"email\": \"tom@example.com\"}");
    String payment = paySaving(id);
    Reply deleted =
        florin.client().send(florin.client().request("/v2/customers/" + id).DELETE().build());
    assertThat(deleted.status()).isEqualTo(200);

    assertThat(support.get(path(id)).status()).isEqualTo(404);
    assertThat(support.get("/dashboard/payments/" + payment).body())
        .contains("Customer, deleted", id)
        .doesNotContain(path(id));
  }

  @Test
  void admins_delete_a_customer_after_all_its_payments_are_final() {
    String id = customer("{\"name\": \"Greta Gone\"}");
    String payment = paySaving(id);
    String held =
        florin
            .post(
                "/v2/payments",
                TestApp.payment(700, "4242424242424242")
                    .replaceFirst(
                        "\\{", "{\"capture_method\": \"manual\", \"customer\": \"" + id + "\", "))
            .text("/id");
    assertThat(support.get(path(id)).body()).doesNotContain(path(id) + "/delete");
    try (var admin = DashboardClient.of(florin, Role.ADMIN)) {
      Reply refused = admin.submit(path(id), path(id) + "/delete", Map.of());
      assertThat(admin.follow(refused).body())
          .contains("Finish or cancel the payment first", "Greta Gone");
      florin.post("/v2/payments/" + held + "/cancel", "{}");

      Reply done = admin.submit(path(id), path(id) + "/delete", Map.of());

      assertThat(admin.follow(done).body())
          .contains("Greta Gone was deleted. Florin keeps the payments.");
      assertThat(admin.get(path(id)).status()).isEqualTo(404);
      assertThat(admin.get("/dashboard/payments/" + payment).status()).isEqualTo(200);
    }
    assertThat(
            florin.query(
                "SELECT outcome FROM audit_entry WHERE action = 'customer.delete' AND object = ? ORDER BY number",
                id))
        .containsExactly("refused", "done");
  }

  @Test
  void customers_are_found_by_the_beginning_of_any_word_of_name_and_address() {
    String zoe = customer("{\"name\": \"Zoë van der Berg\", \"email\": \"zvb.shop@mail.example\"}");
    String other = customer("{\"name\": \"Zora Bergen\"}");

    for (String words : List.of("zoe", "ber van", "Zoë Berg", "shop", "ZVB", "zvb.shop@ma", zoe)) {
      assertThat(found(words)).as(words).contains(path(zoe)).doesNotContain(path(other));
    }
    assertThat(found("berg")).contains(path(zoe), path(other));
    for (String words : List.of("oe", "zoe bergen", "%", "_", "berg berg berg x", "\\")) {
      assertThat(found(words)).as(words).doesNotContain(path(zoe));
    }
  }

  @Test
  void a_changed_name_is_found_and_neither_the_old_one_nor_one_of_the_other_mode() {
    String id = customer("{\"name\": \"Amalthea Nix\"}");
    florin.post("/v2/customers/" + id, "{\"name\": \"Amalthea Rex\"}");
    assertThat(found("rex")).contains(path(id));
    assertThat(found("nix")).doesNotContain(path(id));
    florin.update(
        "INSERT INTO customer (realm_id, id, version, sequence, name, created_at) VALUES (99, gen_random_uuid(), 1, 1, 'Nix Elsewhere', now())");
    assertThat(found("nix")).contains("No results for “nix”");
  }

  @Test
  void with_a_deleted_customer_its_words_and_notes_go() {
    String id = customer("{\"name\": \"Quentin Vane\"}");
    support.submit(path(id), path(id) + "/notes", Map.of("text", "Prefers to be called Q."));
    assertThat(support.get(path(id)).body()).contains("Prefers to be called Q.", "Jo March");
    florin.client().send(florin.client().request("/v2/customers/" + id).DELETE().build());

    assertThat(florin.query("SELECT word FROM customer_word WHERE word = 'quentin'")).isEmpty();
    assertThat(florin.query("SELECT text FROM note")).isEmpty();
    assertThat(found("quentin")).contains("No results for “quentin”");
  }

  @Test
  void paid_amounts_are_summed_by_currency_and_shown_in_the_list_too() {
    String id = customer("{\"name\": \"Wilhelmina Payer\"}");
    String payment = paySaving(id);
    florin.post("/v2/refunds", "{\"payment\": \"" + payment + "\", \"amount\": 500}");
    florin.post(
        "/v2/payments",
        TestApp.payment(900, "4000000000000002")
            .replaceFirst("\\{", "{\"customer\": \"" + id + "\", "));

    assertThat(support.get(path(id)).body())
        .containsSubsequence("Payments</dt><dd>2", "Succeeded</dt><dd>1", "Paid in USD", "$20.00");
    assertThat(found("wilhelmina")).contains("$20.00");
  }

  @Test
  void a_customer_is_created_and_changed_by_the_rules_of_the_api() {
    Map<String, String> typed =
        new HashMap<>(
            Map.of("name", "Ida Jo", "email", "ida@", "phone", "1", "address.country", "Mars"));
    String page = "/dashboard/customers/new";
    Reply wrong = support.submit(page, page, typed);
    assertThat(wrong.status()).isEqualTo(422);
    assertThat(wrong.body())
        .contains("This must be an email address", "This must be a telephone number", "Ida Jo")
        .contains("id=\"address.country-error\"")
        .doesNotContain("id=\"name-error\"");

    typed.remove("address.country");
    typed.putAll(Map.of("email", "ida@example.com", "phone", "", "address.city", "Zürich"));
    Reply made = support.submit(page, page, typed);
    String path = made.header("Location").orElseThrow();
    assertThat(support.follow(made).body())
        .contains("Customer created", "ida@example.com", "Zürich");

    Reply changed =
        support.submit(path + "/edit", path + "/edit", Map.of("name", "Ida Vale", "email", ""));
    assertThat(support.follow(changed).body())
        .contains("Customer saved", "Ida Vale")
        .doesNotContain("ida@example.com", "Zürich");
    assertThat(
            florin.query(
                "SELECT action FROM audit_entry WHERE object = ? AND outcome = 'done' ORDER BY number",
                id(path)))
        .containsExactly("customer.create", "customer.update");
    try (var viewer = DashboardClient.of(florin, Role.VIEWER)) {
      assertThat(viewer.get(path + "/edit").status()).isEqualTo(403);
      assertThat(viewer.get(path).body()).doesNotContain(path + "/edit");
    }
  }

  @Test
  void a_saved_card_is_charged_once_for_a_repeated_form() {
    String id = customer("{\"name\": \"Otto Card\"}");
    paySaving(id);
    Reply page = support.get(path(id));
    Map<String, String> form =
        Map.of(
            "once", once(page), "payment_method", method(id), "amount", "31.70", "currency", "EUR");
    for (int i = 0; i < 2; i++) {
      Reply done =
          support.post(path(id), path(id) + "/charge", DashboardClient.formToken(page), form);
      assertThat(support.follow(done).body())
          .contains("€31.70", "Payment of €31.70 created by Jo March");
    }
    assertThat(florin.query("SELECT 1 FROM payment WHERE amount = 3170")).hasSize(1);
    Reply wrong =
        support.submit(
            path(id),
            path(id) + "/charge",
            Map.of("payment_method", method(id), "amount", "x", "currency", "EUR"));
    assertThat(wrong.status()).isEqualTo(422);
    assertThat(wrong.body())
        .contains(
            "Must be an amount greater than zero, such as 12.34.", "dialog-charge-title\" open");
    String other = customer("{\"name\": \"Nobody's\"}");
    Reply foreign =
        support.post(
            path(other),
            path(other) + "/charge",
            DashboardClient.formToken(page),
            Map.of("payment_method", method(id), "amount", "1.00", "currency", "EUR"));
    assertThat(foreign.status()).isEqualTo(422);
  }

  private String found(String words) {
    return support
        .get("/dashboard/customers?q=" + URLEncoder.encode(words, StandardCharsets.UTF_8))
        .body();
  }

  private static String id(String path) {
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static String once(Reply page) {
    Matcher matcher =
        Pattern.compile("name=\"once\" value=\"(req_[a-z0-9]+)\"").matcher(page.body());
    assertThat(matcher.find()).isTrue();
    return matcher.group(1);
  }

  private String customer(String body) {
    Reply made = florin.post("/v2/customers", body);
    assertThat(made.status()).as(made.body()).isEqualTo(200);
    return made.text("/id");
  }

  private String paySaving(String customer) {
    Reply paid =
        florin.post(
            "/v2/payments",
            TestApp.payment(2500, "4242424242424242")
                .replaceFirst(
                    "\\{", "{\"customer\": \"" + customer + "\", \"save_payment_method\": true, "));
    assertThat(paid.status()).as(paid.body()).isEqualTo(200);
    return paid.payment();
  }

  private String method(String customer) {
    return florin.get("/v2/customers/" + customer + "/payment_methods").text("/data/0/id");
  }

  private static String path(String id) {
    return "/dashboard/customers/" + id;
  }
}
