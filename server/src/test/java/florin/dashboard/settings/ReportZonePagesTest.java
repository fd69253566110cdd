package florin.dashboard.settings;

import static org.assertj.core.api.Assertions.assertThat;

import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.time.Instant;
import java.time.LocalDate;
import java.time.ZoneId;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The reporting time zone, and the pages and files that use its days. */
class ReportZonePagesTest {
  private static final String SETTINGS = "/dashboard/settings";
  private static final ZoneId PLACE = ZoneId.of("Pacific/Kiritimati");

  private static TestApp florin;
  private static DashboardClient owner;

  @BeforeAll
  static void open() {
    florin = TestApp.open();
    owner = DashboardClient.of(florin, Role.OWNER);
    florin.post("/v2/payments", TestApp.payment(1000, "4242424242424242"));
    florin.post("/v2/customers", "{}");
  }

  @AfterAll
  static void close() {
    owner.close();
    florin.close();
  }

  @Test
  void home_filters_and_exports_have_the_days_of_the_account_s_zone() {
    assertThat(owner.get("/dashboard").body())
        .contains("Today <span class=\"quiet\">in UTC</span>");

    Reply saved =
        owner.submit(SETTINGS, SETTINGS + "/time-zone", Map.of("time_zone", PLACE.getId()));

    assertThat(owner.follow(saved).body()).contains("Reports now have the days of Kiritimati.");
    assertThat(
            florin.query(
                "SELECT detail FROM audit_entry WHERE action = 'time_zone.change' AND outcome = 'done'"))
        .containsExactly("from UTC to Pacific/Kiritimati");
    assertThat(owner.get("/dashboard").body())
        .contains("Today <span class=\"quiet\">in Kiritimati</span>", "Hour (Kiritimati)");
    LocalDate today = LocalDate.now(PLACE);
    assertThat(owner.get("/dashboard/payments?from=" + today).body())
        .contains("pay_", "in Kiritimati");
    assertThat(owner.get("/dashboard/payments?date=today").body())
        .contains("pay_", "Today in Kiritimati");
    assertThat(owner.get("/dashboard/payments?until=" + today.minusDays(1)).body())
        .contains("No matching payments");
    for (String list : List.of("payments", "customers")) {
      String[] lines = owner.get("/dashboard/" + list + ".csv").body().split("\r?\n");
      assertThat(lines[0]).startsWith("id,created,created_local,");
      String[] cells = lines[1].split(",");
      assertThat(cells[2])
          .isEqualTo(
              Instant.parse(cells[1])
                  .atZone(PLACE)
                  .toLocalDateTime()
                  .toString()
                  .replace('T', ' ')
                  .substring(0, 19));
    }
  }

  @Test
  void an_unknown_zone_is_rejected_and_changes_nothing() {
    String before = zone();

    Reply refused =
        owner.submit(SETTINGS, SETTINGS + "/time-zone", Map.of("time_zone", "Europe/Atlantis"));

    assertThat(refused.status()).isEqualTo(422);
    assertThat(refused.body())
        .contains("Must be the name of a time zone, for example Europe/Berlin.", "Europe/Atlantis");
    assertThat(zone()).isEqualTo(before);
  }

  @Test
  void a_role_that_may_not_change_settings_sees_the_zone() {
    try (var finance = DashboardClient.of(florin, Role.FINANCE)) {
      assertThat(finance.get(SETTINGS).body())
          .contains("Reporting time zone")
          .doesNotContain("settings/time-zone");
      String token = DashboardClient.formToken(finance.get(SETTINGS));
      assertThat(
              finance
                  .post(SETTINGS, SETTINGS + "/time-zone", token, Map.of("time_zone", "UTC"))
                  .status())
          .isEqualTo(403);
    }
  }

  private static String zone() {
    return florin.query("SELECT time_zone FROM account").getFirst();
  }
}
