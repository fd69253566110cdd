package florin.dashboard.home;

import static org.assertj.core.api.Assertions.assertThat;

import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.TestApp;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.Test;

/** Home shows members the problems they can act on, at first at most three. */
class AttentionByRoleTest {
  @Test
  void each_role_sees_what_it_can_act_on() {
    try (var florin = TestApp.open()) {
      String held =
          TestApp.payment(5000, "4242424242424242")
              .replaceFirst("\\{", "{\"capture_method\": \"manual\", ");
      florin.post("/v2/payments", held);
      florin.update("UPDATE attempt SET expires_at = now() + interval '1 hour'");
      florin.post(
          "/v2/webhook_endpoints",
          "{\"url\": \"https://shop.example/hooks\", \"enabled_events\": [\"*\"]}");
      florin.update(
          "UPDATE webhook_endpoint SET failing_since = now() - interval '1 hour', failures = 9");
      for (String kind :
          new String[] {"payment_overdue", "refund_overdue", "bank_refund_overdue"}) {
        florin.update(
            "INSERT INTO alert (realm_id, kind, subject, raised_at, seen_at) VALUES (?, ?, 'pay_1', now(), now() + interval '1 hour')",
            florin.realm().id(),
            kind);
      }

      assertThat(words(home(florin, Role.DEVELOPER)))
          .contains("Webhook deliveries are failing:")
          .doesNotContain("to capture");
      assertThat(words(home(florin, Role.SUPPORT)))
          .contains("1 payment to capture within 48 hours")
          .doesNotContain("Webhook");
      assertThat(words(home(florin, Role.VIEWER))).doesNotContain("Webhook", "to capture");

      Document owner = home(florin, Role.OWNER);
      assertThat(owner.select(".attention > ul > li")).hasSize(3);
      assertThat(owner.expectFirst(".attention > details").text()).startsWith("2 more");
      assertThat(owner.select(".attention > details > ul > li")).hasSize(2);
    }
  }

  private static Document home(TestApp florin, Role role) {
    try (var client = DashboardClient.of(florin, role)) {
      return Jsoup.parse(client.get("/dashboard").body());
    }
  }

  private static String words(Document page) {
    return page.select(".attention .words").text();
  }
}
