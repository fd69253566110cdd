package florin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import florin.cli.Cli.Ran;
import florin.testing.SpecialKeys;
import florin.testing.TestApp;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/** `./florin bank accounts` with a running service. */
@TestInstance(Lifecycle.PER_CLASS)
class BankAccountsCommandTest {
  private final TestApp florin = TestApp.open();

  @AfterAll
  void close() {
    florin.close();
  }

  @Test
  void one_is_added_disabled_and_enabled() {
    Ran added = run(florin.secretKey(), add("GB33BUKB20201555555555", "GBP"));

    assertThat(added.code()).as(added.err()).isZero();
    String id = added.out().substring(0, added.out().indexOf(' '));
    assertThat(added.out()).contains("enabled", "test", "GBP", "GB33BUKB20201555555555", "Shop");
    assertThat(run(florin.secretKey(), "disable", id).out()).contains(id + "  disabled");
    assertThat(run(florin.secretKey(), "enable", id).out()).contains(id + "  enabled");
    assertThat(run(florin.secretKey(), "list").out()).contains(id + "  enabled");
    assertThat(run(florin.secretKey(), "list", "--json").out())
        .isEqualTo(florin.get("/v2/receiving_accounts?limit=100").body() + System.lineSeparator());
  }

  @Test
  void a_live_one_waits_for_a_person() {
    String live = SpecialKeys.ofNewAccount(florin).live();

    Ran added = run(live, add("NL91ABNA0417164300", "eur"));
    Ran refused = run(live, "enable", added.out().substring(0, added.out().indexOf(' ')));

    assertThat(added.out()).contains("disabled", "live", "Enable it in the dashboard");
    assertThat(refused.code()).isEqualTo(1);
    assertThat(refused.err()).contains("with your password");
  }

  @Test
  void errors_are_reported() {
    assertThat(run(florin.secretKey(), add("GB33BUKB20201555555556", "gbp")).err())
        .contains("The check digits of this IBAN are wrong");
    assertThat(run(florin.secretKey(), "enable", "pay_1").err())
        .contains("A bank account id is ba_");
  }

  private static String[] add(String iban, String currency) {
    return new String[] {
      "add", "--iban", iban, "--holder", "Shop", "--currency", currency, "--statements", "mt940"
    };
  }

  private Ran run(String key, String... words) {
    var all = new ArrayList<>(List.of("bank", "accounts"));
    all.addAll(List.of(words));
    all.addAll(List.of("--url", "http://127.0.0.1:" + florin.app().port()));
    return Cli.runPiped("", Map.of("FLORIN_API_KEY", key), all.toArray(String[]::new));
  }
}
