package florin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import florin.app.App.Networks;
import florin.cli.Cli.Ran;
import florin.payment.execution.CrashPoint;
import florin.testing.SpecialKeys;
import florin.testing.TestApp;
import florin.testing.provider.Provider;
import florin.testing.provider.ProviderKind;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** `./florin connectors` with a running service. */
@TestInstance(Lifecycle.PER_CLASS)
class ConnectorsCommandTest {
  private final Provider provider = new Provider();
  private final TestApp florin =
      TestApp.open(
          CrashPoint.NONE,
          new Networks(
              UnaryOperator.identity(), List.of(new ProviderKind(InstantSource.system()))));

  @AfterAll
  void close() {
    florin.close();
    provider.close();
  }

  @Test
  void one_is_added_checked_enabled_and_disabled() {
    Ran added = run(Provider.API_KEY + "\n\n", "add", "--name", "Main", "--set", address());

    assertThat(added.code()).as(added.err()).isZero();
    String id = added.out().substring(0, added.out().indexOf(' '));
    assertThat(added.out())
        .contains("draft", "test_provider", "Main", "./florin connectors check " + id);
    assertThat(added.err()).contains("Key (the key)").doesNotContain(Provider.API_KEY);
    assertThat(run("", "list").out()).contains(id + "  draft");
    Ran checked = run("", "check", id);
    assertThat(checked.code()).isZero();
    assertThat(checked.out())
        .contains("passed   The key is known: The account is open.", "The check passed.");
    assertThat(run("", "enable", id).out()).contains(id + "  enabled", "FLORIN_BASE_URL");
    assertThat(run("", "disable", id).out()).contains(id + "  disabled");
    assertThat(run("", "list", "--json").out())
        .isEqualTo(florin.get("/v2/connectors?limit=100").body() + System.lineSeparator());
  }

  @Test
  void its_secrets_can_come_from_variables() {
    Map<String, String> variables =
        Map.of("FLORIN_CONNECTOR_KEY", Provider.API_KEY, "FLORIN_CONNECTOR_WEBHOOKS", "signs");

    Ran added = run("", variables, "add", "--kind", "test_provider", "--set", address(), "--json");

    assertThat(added.out()).contains("\"name\":\"webhooks\",\"set\":true");
  }

  @Test
  void a_check_that_fails_ends_as_a_command_that_fails() {
    Ran added = run("nobody's key\n", "add", "--set", address());
    String id = added.out().substring(0, added.out().indexOf(' '));

    Ran checked = run("", "check", id);

    assertThat(checked.code()).isEqualTo(1);
    assertThat(checked.out())
        .contains("failed   The key is known: The provider does not know", "The check failed.");
  }

  @Test
  void a_live_connector_is_enabled_only_after_its_check() {
    Map<String, String> live =
        Map.of("FLORIN_API_KEY", SpecialKeys.ofNewAccount(florin).allowingLiveSettings().live());
    Ran added = run(Provider.API_KEY + "\n", live, "add", "--set", address());
    String id = added.out().substring(0, added.out().indexOf(' '));

    Ran refused = run("", live, "enable", id);

    assertThat(added.out()).contains("live");
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).contains("FLORIN_BASE_URL");
  }

  @Test
  void without_an_owners_permission_a_live_key_is_sent_to_the_dashboard() {
    Map<String, String> live = Map.of("FLORIN_API_KEY", SpecialKeys.ofNewAccount(florin).live());

    Ran refused = run(Provider.API_KEY + "\n", live, "add", "--set", address());

    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err())
        .contains("Change it in the dashboard", "ask an owner to allow", "nothing was changed.");
    assertThat(refused.out()).isEmpty();
    assertThat(run("", live, "list").out()).isEmpty();
  }

  @Test
  void missing_or_invalid_settings_are_reported_before_anything_is_created() {
    assertWrong(run("", "add", "--kind", "nobody"), "--kind must be one of: test_provider.");
    assertWrong(run("", "add"), "--set address=… is missing: an address.");
    assertWrong(run("", "add", "--set", address()), "FLORIN_CONNECTOR_KEY");
    assertWrong(
        run("", "add", "--set", address(), "--set", "key=open"),
        "key is a secret, and arguments are visible");
    assertWrong(
        run("k\n", "add", "--set", address(), "--set", "no_such=1"),
        "settings has an unknown field");
  }

  private static void assertWrong(Ran ran, String words) {
    assertThat(ran.code()).as(ran.err()).isEqualTo(2);
    assertThat(ran.err()).contains(words);
    assertThat(ran.out()).isEmpty();
  }

  private String address() {
    return "address=" + provider.address();
  }

  private Ran run(String piped, String... words) {
    return run(piped, Map.of(), words);
  }

  private Ran run(String piped, Map<String, String> variables, String... words) {
    var environment = new HashMap<>(Map.of("FLORIN_API_KEY", florin.secretKey()));
    environment.putAll(variables);
    var all = new ArrayList<>(List.of("connectors"));
    all.addAll(List.of(words));
    all.addAll(List.of("--url", "http://127.0.0.1:" + florin.app().port()));
    return Cli.runPiped(piped, environment, all.toArray(String[]::new));
  }
}
