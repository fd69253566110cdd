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

  @Test
  void those_who_respond_to_disputes_see_their_deadlines() {
    try (TestApp florin = TestApp.open()) {
      String payment =
          florin.post("/v2/payments", TestApp.payment(5700, "4000000000002685")).text("/id");
      florin.update(
          "INSERT INTO alert (realm_id, kind, subject, raised_at, seen_at) SELECT %d, kind, '%s', now(), now() + interval '1 hour' FROM unnest(ARRAY['payment_disputed', 'dispute_due_in_3_days']) AS kind"
              .formatted(florin.realm().id(), payment));

      Document finance = home(florin, Role.FINANCE);
      assertThat(words(finance)).isEqualTo("1 dispute to respond to");
      assertThat(finance.select(".attention .thing").text())
          .startsWith("$57.00, not received until ");
      assertThat(words(home(florin, Role.SUPPORT))).isEqualTo("1 payment is disputed");

      florin.update("UPDATE dispute SET status = 'submitted'");
      assertThat(words(home(florin, Role.FINANCE))).isEqualTo("1 payment is disputed");
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
