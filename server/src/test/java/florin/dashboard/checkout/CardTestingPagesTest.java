package florin.dashboard.checkout;

import static org.assertj.core.api.Assertions.assertThat;

import florin.payment.execution.CrashPoint;
import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.EngagedBrake;
import florin.testing.Records;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.Map;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Staff see what the brake on card testing stops, and release honest payers. */
class CardTestingPagesTest {
  private static final String PATH = "/dashboard/fraud";

  private TestApp florin;
  private DashboardClient support;

  @BeforeEach
  void open() {
    florin = TestApp.open();
    support = DashboardClient.of(florin, Role.SUPPORT);
  }

  @AfterEach
  void close() {
    support.close();
    florin.close();
  }

  @Test
  void an_empty_page_says_what_the_brake_does() {
    Document page = page(support);

    assertThat(page.expectFirst(".empty").text())
        .isEqualTo(
            "No source is braked If most cards of a source were declined, Florin slows its next ones, asks for a proof of work, or refuses them.");
    assertThat(page.select("table")).isEmpty();
    assertThat(page.text()).doesNotContain("The brake is off");
    assertThat(page.select("nav a[href=" + PATH + "]").attr("aria-current")).isEqualTo("page");
  }

  @Test
  void the_page_has_the_braked_sources_and_what_was_stopped_today() {
    EngagedBrake.in(florin);
    count("bin", "close", 1200, 37);
    count("address", "prove", 4, 1);

    Document page = page(support);

    assertThat(row(page, "engaged-title", "Network address 203.0.113.7"))
        .matches(
            "Network address 203.0.113.7 \\| Slowed \\| 5 of 5 \\| 1 \\| [^|]+ \\| [^|]+ \\| Release Network address 203.0.113.7");
    assertThat(row(page, "today-title", "First six digits"))
        .isEqualTo("First six digits of the card number | Refused | 1,200 | 37");
    assertThat(row(page, "today-title", "Network address"))
        .isEqualTo("Network address | Asked for a proof | 4 | 1");
    assertThat(page.select("#earlier-title")).isEmpty();
  }

  @Test
  void a_release_frees_the_source_and_is_audited() {
    String id = EngagedBrake.in(florin);

    Reply done = release(support, id);

    assertThat(done.status()).isEqualTo(303);
    assertThat(florin.get("/v2/brakes/" + id).text("/release_reason")).isEqualTo("requested");
    Document page = page(support);
    assertThat(page.text())
        .contains("Brake released. Florin forgot the earlier cards of this source.");
    assertThat(row(page, "earlier-title", "Network address"))
        .matches(
            "Network address 203.0.113.7 \\| Slowed \\| 5 of 5 \\| 1 \\| [^|]+ \\| Released [^|]+");
    assertThat(page.select("section[aria-labelledby=engaged-title] table")).isEmpty();
    try (var owner = DashboardClient.of(florin, Role.OWNER)) {
      assertThat(Jsoup.parse(owner.get("/dashboard/audit").body()).text())
          .contains("Released brake", "Network address");
    }
  }

  @Test
  void a_brake_that_has_ended_is_not_released_again() {
    String id = EngagedBrake.in(florin);
    String token = DashboardClient.formToken(support.get(PATH));
    release(support, id);

    support.post(PATH, PATH + "/" + id + "/release", token, Map.of());

    assertThat(page(support).text()).contains("This brake has already ended.");
    assertThat(florin.query("SELECT outcome FROM audit_entry WHERE action = 'brake.release'"))
        .containsExactlyInAnyOrder("done", "refused");
  }

  @Test
  void a_viewer_sees_brakes_but_releases_none() {
    String id = EngagedBrake.in(florin);
    try (var viewer = DashboardClient.of(florin, Role.VIEWER)) {
      assertThat(page(viewer).text()).contains("203.0.113.7").doesNotContain("Release");
      String token = DashboardClient.formToken(viewer.get(PATH));
      assertThat(viewer.post(PATH, PATH + "/" + id + "/release", token, Map.of()).status())
          .isEqualTo(403);
    }
    assertThat(florin.get("/v2/brakes/" + id).text("/status")).isEqualTo("engaged");
  }

  @Test
  void the_alert_leads_to_the_page() {
    florin.post("/v2/payments", TestApp.payment(1000, "4242424242424242"));
    florin.update(
        "INSERT INTO alert (realm_id, kind, subject, raised_at, seen_at) VALUES (?, 'card_testing', 'brakes', now(), now() + interval '1 hour')",
        florin.realm().id());

    Document home = Jsoup.parse(support.get("/dashboard").body());

    assertThat(home.select(".attention a").eachAttr("href")).containsExactly(PATH);
  }

  @Test
  void the_page_says_when_the_brake_is_off() {
    try (TestApp off =
            TestApp.open(CrashPoint.NONE, usual -> Records.with(usual, "cardBrake", false));
        var owner = DashboardClient.of(off, Role.OWNER)) {
      assertThat(page(owner).text())
          .contains("The brake is off: Florin counts cards, and lets all of them pass.");
    }
  }

  private Reply release(DashboardClient client, String id) {
    return client.submit(PATH, PATH + "/" + id + "/release", Map.of());
  }

  private void count(String kind, String step, int requests, int payers) {
    florin.update(
        "INSERT INTO brake_count (realm_id, id, subject_kind, step, requests, payers, begins_at) VALUES (?, gen_random_uuid(), ?, ?, ?, ?, now())",
        florin.realm().id(),
        kind,
        step,
        requests,
        payers);
  }

  private static Document page(DashboardClient client) {
    Reply page = client.get(PATH);
    assertThat(page.status()).as(page.body()).isEqualTo(200);
    return Jsoup.parse(page.body());
  }

  private static String row(Document page, String section, String first) {
    return page.select("section[aria-labelledby=" + section + "] tbody tr").stream()
        .map(row -> String.join(" | ", row.select("> th, > td").eachText()))
        .filter(text -> text.startsWith(first))
        .findFirst()
        .orElseThrow();
  }
}
