package florin.dashboard.home;

import static org.assertj.core.api.Assertions.assertThat;

import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Home for an empty account and for an account with payments. */
class HomePageTest {
  @Test
  void an_empty_account_shows_the_first_steps_and_then_its_first_payment() {
    try (TestApp florin = TestApp.open();
        DashboardClient viewer = DashboardClient.of(florin, Role.VIEWER)) {
      assertThat(viewer.get("/dashboard").body())
          .contains(
              "Make your first payment in test mode. No money moves.",
              "curl http://127.0.0.1:",
              "hx-get");
      assertThat(viewer.get("/dashboard/first").body())
          .contains("Your payment shows up here automatically.")
          .doesNotContain("<html");

      String payment =
          florin.post("/v2/payments", TestApp.payment(1000, "4242424242424242")).payment();

      assertThat(viewer.get("/dashboard/first").body())
          .contains("/dashboard/payments/" + payment)
          .doesNotContain("hx-get");
    }
  }

  @Test
  void an_empty_account_in_live_mode_leads_to_the_go_live_checks_and_waits_for_nothing() {
    try (TestApp florin = TestApp.open();
        DashboardClient developer = DashboardClient.of(florin, Role.DEVELOPER)) {
      developer.submit("/dashboard", "/dashboard/mode", Map.of("mode", "live"));

      Reply live = developer.get("/dashboard");

      assertThat(live.body())
          .contains("1 of 7 checks passed.", "name=\"mode\" value=\"test\">Go to test mode")
          .doesNotContain("FLORIN_TEST_SECRET_KEY", "hx-get");
      developer.submit("/dashboard", "/dashboard/mode", Map.of("mode", "test"));
      assertThat(developer.get("/dashboard").body()).contains("FLORIN_TEST_SECRET_KEY");
    }
  }
}
