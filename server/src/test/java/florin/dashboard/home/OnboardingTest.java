package florin.dashboard.home;

import static org.assertj.core.api.Assertions.assertThat;

import florin.team.Authenticator;
import florin.team.Member;
import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Reply;
import florin.testing.TestApp;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The first steps of an account: when each one completes, and when the list disappears. */
class OnboardingTest {
  private static final String HOME = "/dashboard";

  private TestApp florin;
  private Member self;
  private DashboardClient owner;

  @BeforeEach
  void open() {
    florin = TestApp.open();
    self = DashboardClient.newMember(florin, Role.OWNER);
    owner = DashboardClient.of(florin, self);
  }

  @AfterEach
  void close() {
    owner.close();
    florin.close();
  }

  @Test
  void the_first_payment_is_created_with_a_button_and_completes_its_step() {
    assertThat(owner.get(HOME).body()).contains("Setup <span class=\"quiet\">0 of 7</span>");
    var form = Jsoup.parse(owner.get(HOME).body()).select(".onboarding form").get(1);
    var fields = new TreeMap<String, String>();
    form.select("input").forEach(field -> fields.put(field.attr("name"), field.val()));
    String token = Objects.requireNonNull(fields.remove("csrf"));

    Reply paid = owner.post(HOME, form.attr("action"), token, fields);
    owner.post(HOME, form.attr("action"), token, fields);

    assertThat(owner.follow(paid).body()).contains("First test payment");
    assertThat(florin.query("SELECT status || ' ' || amount FROM payment"))
        .as("payments after two clicks")
        .containsExactly("succeeded 2000");
    assertThat(steps())
        .containsEntry("Create a test payment", true)
        .containsEntry("Invite a colleague", false);
  }

  @Test
  void each_step_is_completed_by_a_fact_and_the_completed_list_disappears() {
    assertThat(steps()).hasSize(7).doesNotContainValue(true);

    florin.post("/v2/payments", TestApp.payment(1000, "4242424242424242"));
    florin.update("UPDATE api_key SET last_used_at = now()");
    assertThat(steps())
        .containsEntry("Create a test payment", true)
        .containsEntry("Use an API key", true);
    florin.post(
        "/v2/webhook_endpoints",
        "{\"url\": \"https://shop.example/hooks\", \"enabled_events\": [\"*\"]}");
    assertThat(steps()).containsEntry("Add a webhook endpoint", true);
    florin.update("INSERT INTO branding (account_number, accent) VALUES (1, '#112233')");
    assertThat(steps()).containsEntry("Choose your branding", true);
    var factors = florin.app().team().secondFactors();
    factors.begin(self.user());
    factors.turnOn(
        self.user(), Authenticator.code(factors.findUnconfirmed(self.user()).orElseThrow()));
    assertThat(steps()).containsEntry("Set up a second factor or a passkey", true);
    DashboardClient.newMember(florin, Role.VIEWER);
    assertThat(steps())
        .containsEntry("Invite a colleague", true)
        .containsEntry("Add a connector", false);

    Reply made =
        florin.post(
            "/v2/connectors",
            "{\"kind\": \"stripe\", \"name\": \"Main\", \"credentials\": {\"secret_key\": \"sk_test_%s\"}}"
                .formatted("x".repeat(24)));
    assertThat(made.status()).as(made.body()).isEqualTo(200);

    assertThat(owner.get(HOME).body()).doesNotContain("id=\"onboarding\"");
  }

  @Test
  void an_empty_account_has_one_list_with_the_key_and_the_call_and_later_one_line() {
    Element list = Jsoup.parse(owner.get(HOME).body()).expectFirst(".onboarding ol");
    assertThat(list.child(1).text()).contains("Use an API key", "curl ", "test-keys.env");

    florin.post("/v2/payments", TestApp.payment(1000, "4242424242424242"));
    florin.update("UPDATE api_key SET last_used_at = now()");

    Element line = Jsoup.parse(owner.get(HOME).body()).expectFirst(".onboarding.folded");
    assertThat(line.expectFirst(".onboarding-head").text())
        .startsWith("Setup 2 of 7 Next: Add a webhook endpoint ›");
    assertThat(line.select("details[open]")).isEmpty();
  }

  @Test
  void a_member_who_hides_them_no_longer_sees_them_and_others_do() {
    Reply hidden = owner.submit(HOME, Onboarding.HIDE_PATH, Map.of());

    assertThat(owner.follow(hidden).body())
        .contains("Setup hidden.")
        .doesNotContain("id=\"onboarding\"");
    try (var admin = DashboardClient.of(florin, Role.ADMIN)) {
      assertThat(admin.get(HOME).body()).contains("id=\"onboarding\"");
    }
  }

  @Test
  void a_member_who_can_take_few_steps_sees_none() {
    for (Role role : new Role[] {Role.SUPPORT, Role.VIEWER}) {
      try (var client = DashboardClient.of(florin, role)) {
        assertThat(client.get(HOME).body()).doesNotContain("id=\"onboarding\"");
      }
    }
    try (var developer = DashboardClient.of(florin, Role.DEVELOPER)) {
      assertThat(developer.get(HOME).body())
          .contains("Add a webhook endpoint")
          .doesNotContain("Invite a colleague", "Add a connector");
    }
  }

  /** Returns for each step, by its title, whether it is complete. */
  private Map<String, Boolean> steps() {
    var steps = new TreeMap<String, Boolean>();
    for (Element line : Jsoup.parse(owner.get(HOME).body()).select(".onboarding li")) {
      Element step = line.expectFirst(".step");
      String words = step.expectFirst("span.quiet").text();
      steps.put(step.text().replace(words, "").strip(), line.hasClass("done"));
    }
    return steps;
  }
}
