package florin.dashboard.disputes;

import static org.assertj.core.api.Assertions.assertThat;

import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.Test;

/** The calendar of deadlines: its format, its secret address, and its limits. */
class DisputeCalendarTest {
  /** Returns the content lines of a calendar, unfolded, after checking their form. */
  private static List<String> lines(String calendar) {
    assertThat(calendar).endsWith("\r\n");
    assertThat(calendar.replace("\r\n", "")).doesNotContain("\r", "\n");
    for (String line : calendar.split("\r\n")) {
      assertThat(line.getBytes(StandardCharsets.UTF_8).length)
          .as(line)
          .isLessThanOrEqualTo(CalendarText.MAX_OCTETS);
    }
    return List.of(calendar.replace("\r\n ", "").split("\r\n"));
  }

  private static String address(Reply page) {
    return URI.create(Jsoup.parse(page.body()).expectFirst("#once").text()).getPath();
  }

  private static Reply create(DashboardClient member) {
    return member.follow(member.submit(CalendarPages.PATH, CalendarPages.PATH, Map.of()));
  }

  @Test
  void a_member_subscribes_to_deadlines_and_revokes_the_address() {
    try (TestApp florin = TestApp.open();
        DashboardClient viewer = DashboardClient.of(florin, Role.VIEWER)) {
      florin.post("/v2/payments", TestApp.payment(5700, "4000000000002685"));
      florin.post("/v2/payments", TestApp.payment(2000, "4000000000000259"));
      String open = florin.get("/v2/disputes").text("/data/1/id");
      String won = florin.get("/v2/disputes").text("/data/0/id");
      florin.post("/v2/test/disputes/" + won + "/win", "{}");
      String first = address(create(viewer));

      Reply calendar = florin.get(first);
      assertThat(calendar.status()).isEqualTo(200);
      assertThat(calendar.header("Content-Type").orElseThrow()).startsWith("text/calendar");
      assertThat(calendar.header("Cache-Control").orElseThrow()).contains("no-store");
      List<String> lines = lines(calendar.body());
      assertThat(lines).startsWith("BEGIN:VCALENDAR", "VERSION:2.0").endsWith("END:VCALENDAR");
      assertThat(lines.stream().filter("BEGIN:VEVENT"::equals)).hasSize(1);
      assertThat(lines)
          .contains(
              "UID:" + open + "@florin",
              "SUMMARY:Respond to a dispute: $57.00\\, not received",
              "END:VEVENT")
          .anyMatch(line -> line.matches("DTSTAMP:\\d{8}T\\d{6}Z"))
          .anyMatch(line -> line.matches("DTEND:\\d{8}T\\d{6}Z"));

      String second = address(create(viewer));
      assertThat(florin.get(first).status()).as("replaced").isEqualTo(404);
      assertThat(florin.get(second).status()).isEqualTo(200);
      viewer.submit(CalendarPages.PATH, CalendarPages.PATH + "/revoke", Map.of());
      assertThat(florin.get(second).status()).as("revoked").isEqualTo(404);
      assertThat(florin.get("/calendar/disputes/nothing.ics").body())
          .isEqualTo(florin.get(second).body());
    }
  }

  @Test
  void a_member_who_is_removed_loses_the_address_and_many_requests_are_rejected() {
    try (TestApp florin = TestApp.open();
        DashboardClient viewer = DashboardClient.of(florin, Role.VIEWER)) {
      String address = address(create(viewer));
      florin.update("DELETE FROM session");
      florin.update("DELETE FROM membership WHERE role = 'viewer'");
      assertThat(florin.get(address).status()).isEqualTo(404);

      var statuses = new ArrayList<Integer>();
      for (int i = 0; i < 100; i++) {
        statuses.add(florin.get(address).status());
      }
      assertThat(statuses).containsOnly(404, 429);
    }
  }

  @Test
  void texts_are_escaped_and_lines_folded_at_whole_characters() {
    assertThat(CalendarText.escaped("a\\b; c, d\r\ne\u0007")).isEqualTo("a\\\\b\\; c\\, d\\ne");
    String folded = CalendarText.folded("SUMMARY:" + "€😀".repeat(60));
    lines(folded + "\r\n");
    assertThat(folded.replace("\r\n ", "")).isEqualTo("SUMMARY:" + "€😀".repeat(60));
  }
}
