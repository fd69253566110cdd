package florin.dashboard.home;

import static org.assertj.core.api.Assertions.assertThat;

import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.TestApp;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The checks before the first live payment, each with its state and the button that fixes it. */
class GoLivePageTest {
  private static final String PAGE = GoLivePage.PATH;

  private static TestApp florin;
  private static DashboardClient owner;

  @BeforeAll
  static void open() {
    florin = TestApp.open();
    owner = DashboardClient.of(florin, Role.OWNER);
  }

  @AfterAll
  static void close() {
    owner.close();
    florin.close();
  }

  @Test
  void each_missing_part_says_why_it_matters_and_leads_to_its_fix() {
    String page = owner.get(PAGE).body();

    assertThat(page)
        .contains(
            "1 of 7 checks passed. Next: public https address.",
            "Your operator sets FLORIN_BASE_URL.",
            "Your operator sets FLORIN_SMTP_URL and FLORIN_SMTP_FROM.",
            "Florin doesn't see those of your own PostgreSQL.",
            "href=\"/docs/operations/production-checklist\">Show how",
            "Receipts lack your address and support email.",
            "href=\"/dashboard/settings\">Fix",
            "href=\"/dashboard/security\">Fix")
        .contains(
            "<input type=\"hidden\" name=\"to\" value=\"/dashboard/connectors\">",
            "<input type=\"hidden\" name=\"to\" value=\"/dashboard/webhooks/new\">");
  }

  @Test
  void a_member_who_may_not_fix_a_part_sees_the_roles_that_may() {
    try (var support = DashboardClient.of(florin, Role.SUPPORT)) {
      assertThat(support.get(PAGE).body())
          .contains("Ask an owner or admin.", "Ask an owner, admin or developer.")
          .contains("href=\"/dashboard/security\">Fix")
          .doesNotContain("href=\"/dashboard/settings\">Fix", "value=\"/dashboard/connectors\"");
    }
  }

  @Test
  void a_part_that_is_there_passes_and_its_page_is_found_later() {
    try (TestApp other = TestApp.open();
        var admin = DashboardClient.of(other, Role.ADMIN)) {
      admin.submit("/dashboard", "/dashboard/mode", Map.of("mode", "live"));
      admin.submit(
          "/dashboard/settings",
          "/dashboard/settings",
          Map.of("name", "Shop", "address", "Road 1", "support_email", "help@example.com"));
      admin.submit(
          "/dashboard/webhooks/new",
          "/dashboard/webhooks/new",
          Map.of("url", "https://example.com/hook", "all", "on"));

      assertThat(admin.get("/dashboard").body())
          .contains(
              "3 of 7 checks passed. Next: public https address.",
              "Shop, on receipts and checkout pages.",
              "Your server gets notified when payments change.",
              "class=\"button small primary\" href=\"/docs/operations/production-checklist\">Show how",
              "class=\"button small\" href=\"/dashboard/connectors\">Fix");
      assertThat(admin.get("/dashboard/settings").body()).contains("href=\"/dashboard/go-live\"");
    }
  }
}
