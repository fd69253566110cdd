package florin.dashboard.connectors;

import static org.assertj.core.api.Assertions.assertThat;

import florin.app.App.Networks;
import florin.core.Id.AttemptId;
import florin.core.Id.ConnectorId;
import florin.payment.execution.CrashPoint;
import florin.team.Member;
import florin.team.Role;
import florin.testing.DashboardClient;
import florin.testing.Dom;
import florin.testing.Reply;
import florin.testing.TestApp;
import florin.testing.provider.Provider;
import florin.testing.provider.ProviderKind;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jsoup.Jsoup;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** Staff view and change connectors. */
@TestInstance(Lifecycle.PER_CLASS)
class ConnectorPagesTest {
  private static final String PATH = "/dashboard/connectors";
  private static final String NEW = PATH + "/new";
  private static final String SIGNING = "notice-secret-of-an-account";

  private final Provider provider = new Provider();
  private final TestApp florin =
      TestApp.open(
          CrashPoint.NONE,
          new Networks(
              UnaryOperator.identity(), List.of(new ProviderKind(InstantSource.system()))));
  private final DashboardClient admin = DashboardClient.of(florin, Role.ADMIN);

  @AfterAll
  void close() {
    admin.close();
    florin.close();
    provider.close();
  }

  @Test
  void one_is_added_checked_enabled_and_disabled() {
    String path = add(Provider.API_KEY);

    assertThat(admin.get(path).body())
        .contains("This connector is a draft", "ends in ount", "Not checked")
        .doesNotContain(SIGNING, Provider.API_KEY);
    Reply checked = admin.submit(path, path + "/check", Map.of());
    assertThat(admin.follow(checked).body())
        .contains("Check passed.", "The key is known", "The account is open.");
    Reply enabled = admin.submit(path, path + "/enable", Map.of());
    assertThat(admin.follow(enabled).body()).contains("Connector enabled.", "default");
    assertThat(admin.get(PATH).body()).contains("The provider", "Enabled", "Passed");
    Reply disabled = admin.submit(path, path + "/disable", Map.of());
    assertThat(admin.follow(disabled).body()).contains("Connector disabled.");
  }

  @Test
  void each_provider_says_what_it_is_and_needs_before_it_is_chosen() {
    try (TestApp usual = TestApp.open();
        var owner = DashboardClient.of(usual, Role.OWNER)) {
      var cards = Jsoup.parse(owner.get(NEW).body()).select(".kind-cards > li");

      assertThat(cards.eachText())
          .satisfiesExactly(
              stripe ->
                  assertThat(stripe)
                      .startsWith("Stripe Payers pay on Stripe's page: cards,")
                      .contains("You need: Secret key.")
                      .endsWith("Add Stripe"),
              mollie ->
                  assertThat(mollie)
                      .startsWith("Mollie Payers pay on Mollie's page: iDEAL,")
                      .contains("You need: API key.")
                      .endsWith("Add Mollie"),
              transfer ->
                  assertThat(transfer).startsWith("Bank transfers ").endsWith("Add bank account"));
      assertThat(cards.select("a.button").eachAttr("href"))
          .containsExactly(
              NEW + "?kind=stripe", NEW + "?kind=mollie", "/dashboard/bank-accounts/new");
    }
  }

  @Test
  void a_failed_check_and_a_following_change_are_shown() {
    String path = add("a key that nobody knows");
    Reply failed = admin.submit(path, path + "/check", Map.of());
    assertThat(admin.follow(failed).body())
        .contains("Check failed.", "The provider does not know the key.");

    String form = admin.get(path + "/edit").body();
    assertThat(form)
        .contains("Set, ends in nows. Leave empty to keep it.", "This provider is a test double.");
    assertThat(admin.get(NEW).body()).contains("This provider is a test double.");
    assertThat(form).doesNotContain("a key that nobody");
    Reply changed =
        admin.submit(
            path + "/edit",
            path + "/edit",
            fields("credentials.key", Provider.API_KEY, "credentials.webhooks", ""));

    assertThat(admin.follow(changed).body())
        .contains(
            "Connector saved as a draft. Check it, then enable it.", "Not checked", "ends in ount");
    assertThat(
            florin.query(
                "SELECT detail FROM audit_entry WHERE action = 'connector.update' AND object = ?",
                path.substring(PATH.length() + 1)))
        .containsExactly("key");
  }

  @Test
  void a_form_with_errors_returns_without_the_typed_secret() {
    Reply wrong =
        admin.submit(
            NEW,
            NEW,
            fields("settings.deadline", "much longer than that", "credentials.key", "typed-key"));

    assertThat(wrong.status()).isEqualTo(422);
    assertThat(wrong.body())
        .contains("This has the wrong format: ", "much longer than that")
        .doesNotContain("typed-key");
  }

  @Test
  void changes_require_the_password_which_the_form_includes() {
    String path = add(Provider.API_KEY);
    Member owner = DashboardClient.newMember(florin, Role.OWNER);
    try (var late = DashboardClient.of(florin, owner)) {
      florin.update(
          "UPDATE session SET confirmed_at = now() - interval '6 minutes' WHERE user_id = ?",
          owner.user().id().uuid());

      assertThat(late.submit(path, path + "/enable", Map.of()).body())
          .contains("Confirm your identity");
      assertThat(late.get(path + "/edit").body()).contains("name=\"current_password\"");
      Reply changed =
          late.submit(
              path + "/edit",
              path + "/edit",
              fields("name", "Renamed", "current_password", DashboardClient.PASSWORD));
      assertThat(late.follow(changed).body()).contains("Renamed");
    }
  }

  @Test
  void a_developer_can_view_and_not_change() {
    String path = add(Provider.API_KEY);
    try (var developer = DashboardClient.of(florin, Role.DEVELOPER)) {
      assertThat(developer.get(path).body())
          .contains("Test provider")
          .doesNotContain("/enable\"", "/edit\"", "/check\"");
      assertThat(developer.get(NEW).status()).isEqualTo(403);
    }
    try (var support = DashboardClient.of(florin, Role.SUPPORT)) {
      assertThat(support.get(path).status()).isEqualTo(403);
    }
  }

  @Test
  void in_live_mode_the_pages_explain_rejected_payments_and_why_one_is_not_enabled() {
    try (var owner = DashboardClient.of(florin, Role.OWNER)) {
      owner.submit("/dashboard", "/dashboard/mode", Map.of("mode", "live"));
      assertThat(owner.get(PATH).body())
          .contains("No connector is enabled, so Florin rejects every live payment.");
      String path =
          owner
              .submit(NEW, NEW, fields("credentials.key", Provider.API_KEY))
              .header("Location")
              .orElseThrow();

      Reply refused = owner.submit(path, path + "/enable", Map.of());

      assertThat(owner.follow(refused).body()).contains("FLORIN_BASE_URL is not an https address");
    }
  }

  @Test
  void webhooks_are_listed_page_by_page_at_the_connector_and_at_the_payment() {
    String path = add(Provider.API_KEY);
    String payment =
        florin.post("/v2/payments", TestApp.payment(1000, "4242424242424242")).text("/id");
    String attempt =
        florin.get("/v2/payments/" + payment + "?expand%5B%5D=attempts").text("/attempts/0/id");
    Instant now = Instant.now();
    for (int i = 0; i < 30; i++) {
      florin.update(
          """
          INSERT INTO provider_webhook (realm_id, id, connector_id, webhook_id, external_id, reference, kind, body, received_at)
          VALUES (?, gen_random_uuid(), ?, ?, 'ob_1', ?, ?, '', ?)\
          """,
          florin.realm().id(),
          ConnectorId.KIND.parse(path.substring(PATH.length() + 1)).orElseThrow().uuid(),
          "evt_" + i,
          AttemptId.KIND.parse(attempt).orElseThrow().uuid(),
          "kind." + i + ".x",
          now.minusSeconds(i));
    }

    Reply first = admin.get(path);

    assertThat(first.body()).contains("kind.0.x", "kind.24.x", payment).doesNotContain("kind.25.x");
    Reply second = admin.get(link(first, "next"));
    assertThat(second.body()).contains("kind.25.x", "kind.29.x").doesNotContain("kind.24.x");
    assertThat(admin.get(link(second, "prev")).body())
        .contains("kind.0.x", "kind.24.x")
        .doesNotContain("kind.25.x");
    String shown = admin.get("/dashboard/payments/" + payment).body();
    assertThat(shown).contains("Webhooks from the provider", "kind.0.x", "kind.19.x");
    assertThat(shown).doesNotContain("kind.20.x");
  }

  private static String link(Reply page, String rel) {
    return Dom.of(page.body()).document().select("a[rel=" + rel + "]").attr("href");
  }

  private String add(String key) {
    Reply made =
        admin.submit(NEW, NEW, fields("credentials.key", key, "credentials.webhooks", SIGNING));
    assertThat(made.status()).as(made.body()).isEqualTo(303);
    return made.header("Location").orElseThrow();
  }

  private Map<String, String> fields(String... more) {
    var fields =
        new HashMap<>(
            Map.of(
                "kind",
                ProviderKind.KIND,
                "name",
                "The provider",
                "settings.address",
                provider.address().toString()));
    for (int i = 0; i < more.length; i += 2) {
      fields.put(more[i], more[i + 1]);
    }
    return fields;
  }
}
