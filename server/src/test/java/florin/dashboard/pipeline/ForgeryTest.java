package florin.dashboard.pipeline;

import static org.assertj.core.api.Assertions.assertThat;

import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.Map;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Forms that another site makes a browser submit. */
@TestInstance(Lifecycle.PER_CLASS)
class ForgeryTest {
  private static final String MODE = "/dashboard/mode";

  private TestApp florin;
  private DashboardClient owner;
  private String token;

  @BeforeAll
  void open() {
    florin = TestApp.open();
    owner = DashboardClient.of(florin, Role.OWNER);
    token = DashboardClient.formToken(owner.get("/dashboard"));
  }

  @AfterAll
  void close() {
    owner.close();
    florin.close();
  }

  @Test
  void a_form_of_the_dashboard_is_accepted() {
    Reply reply = owner.post("/dashboard", MODE, token, Map.of("mode", "test", "to", "/dashboard"));

    assertThat(reply.status()).isEqualTo(303);
  }

  @Test
  void a_form_without_a_token_is_rejected() {
    refused(
        owner.send(
            owner.posting(MODE, Map.of("mode", "live")).header("Origin", owner.origin()).build()));
  }

  @Test
  void a_form_with_the_token_of_another_session_is_rejected() {
    try (var other = DashboardClient.of(florin, Role.OWNER)) {
      String others = DashboardClient.formToken(other.get("/dashboard"));

      refused(owner.post("/dashboard", MODE, others, Map.of("mode", "live")));
    }
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://evil.example",
        "null",
        "http://127.0.0.1",
        "http://127.0.0.1.evil.example",
        "http://localhost"
      })
  void a_form_from_another_origin_is_rejected_although_it_has_the_token(String origin) {
    refused(
        owner.send(
            owner
                .posting(MODE, Map.of("mode", "live", "csrf", token))
                .header("Origin", origin)
                .build()));
  }

  @Test
  void a_form_without_an_origin_is_rejected() {
    refused(owner.send(owner.posting(MODE, Map.of("mode", "live", "csrf", token)).build()));
  }

  @ParameterizedTest
  @ValueSource(strings = {"cross-site", "same-site", "none"})
  void a_form_that_the_browser_marks_as_cross_site_is_rejected(String site) {
    refused(
        owner.send(
            owner
                .posting(MODE, Map.of("mode", "live", "csrf", token))
                .header("Origin", owner.origin())
                .header("Sec-Fetch-Site", site)
                .build()));
  }

  /**
   * Otherwise another site could sign a person in to its own account and read the data they enter.
   */
  @Test
  void the_form_to_sign_in_is_guarded_as_well() {
    try (var stranger = DashboardClient.stranger(florin)) {
      var fields = Map.of("email", "a@example.com", "password", "b", "csrf", token);
      Reply reply =
          stranger.send(
              stranger
                  .posting("/dashboard/sign-in", fields)
                  .header("Origin", stranger.origin())
                  .build());

      assertThat(reply.status()).isEqualTo(403);
    }
  }

  private void refused(Reply reply) {
    assertThat(reply.status()).isEqualTo(403);
    assertThat(reply.body())
        .contains(
            "This form has expired or did not come from this dashboard. Nothing was changed. Go back, reload the page, and try again.");
    assertThat(Jsoup.parse(owner.get("/dashboard").body()).text())
        .as("the mode is unchanged")
        .contains("Test mode");
  }
}
