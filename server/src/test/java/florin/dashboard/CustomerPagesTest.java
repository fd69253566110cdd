package florin.dashboard;

import static org.assertj.core.api.Assertions.assertThat;

import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.Map;
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

    assertThat(support.get("/dashboard/customers?q=mia@example.com").body())
        .contains(path(id), "Mia &lt;b&gt;Wong")
        .doesNotContain("noah@example.com", "<b>Wong");
    assertThat(support.get("/dashboard/customers?q=nobody@example.com").body())
        .contains("No matching customers");
    assertThat(support.get(path(id)).body())
        .contains("mia@example.com", "/dashboard/payments/" + payment, "Visa •••• 4242")
        .contains("&lt;i&gt;7", "\"object\" : \"customer\"")
        .doesNotContain("<b>Wong", "<i>7");
    assertThat(support.get("/dashboard/payments/" + payment).body()).contains(path(id));
    assertThat(support.get("/dashboard/payments?q=" + id).body()).contains(payment);
  }

  @Test
  void a_card_is_detached_after_a_question_and_once() {
    String id = customer("{\"email\": \"ava@example.com\"}");
    paySaving(id);
    String method = method(id);

    Reply done = support.submit(path(id), path(id) + "/detach", Map.of("payment_method", method));

    assertThat(support.follow(done).body())
        .contains("Visa •••• 4242 was detached.", "No card is saved");
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
  void what_is_no_card_is_not_found() {
    String id = customer("{\"email\": \"kim@example.com\"}");
    String token = DashboardClient.formToken(support.get(path(id)));

    for (String method : new String[] {"", "pm_none", id}) {
      Reply reply =
          support.post(path(id), path(id) + "/detach", token, Map.of("payment_method", method));
      assertThat(reply.status()).isEqualTo(404);
    }
  }

  @Test
  void a_customer_of_the_other_mode_is_not_there() {
    String id = customer("{\"email\": \"una@example.com\"}");
    try (var admin = DashboardClient.of(florin, Role.ADMIN)) {
      String token = DashboardClient.formToken(admin.get("/dashboard"));
      admin.post("/dashboard", "/dashboard/mode", token, Map.of("mode", "live"));

      assertThat(admin.get(path(id)).status()).isEqualTo(404);
      assertThat(admin.get("/dashboard/customers").body()).doesNotContain("una@example.com");
    }
  }

  @Test
  void a_deleted_customer_is_gone_and_the_payments_stay() {
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
