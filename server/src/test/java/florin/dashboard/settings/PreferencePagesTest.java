package florin.dashboard.settings;

import static org.assertj.core.api.Assertions.assertThat;

import florin.app.App;
import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.Map;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

class PreferencePagesTest {
  private static TestApp florin;

  @BeforeAll
  static void open() {
    florin = TestApp.open();
  }

  @AfterAll
  static void close() {
    florin.close();
  }

  @Test
  void theme_and_time_zone_are_the_users_in_every_session() {
    var member = DashboardClient.newMember(florin, Role.VIEWER);
    try (var client = DashboardClient.of(florin, member);
        var other = DashboardClient.of(florin, member)) {
      client.follow(
          client.submit(PreferencePages.PATH, PreferencePages.PATH, choose("dark", "Asia/Tokyo")));

      var page = Jsoup.parse(other.get(PreferencePages.PATH).body());
      assertThat(page.select("html").attr("data-theme")).isEqualTo("dark");
      assertThat(page.select("#time_zone option[selected]").attr("value")).isEqualTo("Asia/Tokyo");
      assertThat(page.select("main").text()).endsWith(App.version());
      assertThat(other.get("/dashboard/security").body()).contains("Asia/Tokyo\">");
    }
  }

  @Test
  void an_invalid_theme_or_zone_is_reported_at_its_field() {
    try (var client = DashboardClient.of(florin, Role.VIEWER)) {
      Reply reply =
          client.submit(PreferencePages.PATH, PreferencePages.PATH, choose("pink", "Mars/Olympus"));

      assertThat(reply.status()).isEqualTo(422);
      var page = Jsoup.parse(reply.body());
      assertThat(page.select("#theme-error").text()).isEqualTo("Must be system, light or dark.");
      assertThat(page.select("#time_zone-error").text()).contains("the name of a time zone");
    }
  }

  private static Map<String, String> choose(String theme, String zone) {
    return Map.of("theme", theme, "time_zone", zone);
  }
}
