package florin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import florin.cli.Cli.Ran;
import florin.testing.TakesLong;
import florin.testing.TestApp;
import florin.testing.TestClient;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** `./florin demo` on the command line. `DemoTest` checks the created data. */
@TakesLong
class DemoCommandTest {
  private static final Pattern SECRET = Pattern.compile("secret +(sk_test_\\w+)");

  @Test
  void during_a_running_service_it_creates_an_account_with_working_keys() throws Exception {
    try (TestApp florin = TestApp.open()) {
      Map<String, String> environment =
          Map.of(
              "FLORIN_DATABASE_URL",
              florin.database().url(),
              "FLORIN_KEYS_FILE",
              florin.keysFile().toString());

      Ran ran = Cli.process(environment, "demo", "--payments", "200", "--weeks", "1");

      assertThat(ran.err()).doesNotContain("WARN", "ERROR");
      assertThat(ran.code()).isZero();
      assertThat(ran.out()).contains("Demo shop", "made         200 payments over 1 week: ");
      Matcher key = SECRET.matcher(ran.out());
      assertThat(key.find()).isTrue();
      try (var client = new TestClient(florin.app().port(), key.group(1))) {
        assertThat(client.get("/v2/payments?limit=100").texts("/data", "id")).hasSize(100);
      }
      assertThat(florin.get("/v2/payments").texts("/data", "id"))
          .as("payments of another account")
          .isEmpty();
    }
  }

  @Test
  void an_impossible_history_is_a_usage_error() {
    assertThat(Cli.run("demo", "--payments", "10").code()).isEqualTo(2);
    assertThat(Cli.run("demo", "--payments", "10").err())
        .startsWith("--payments must be 200 to 50000, not 10.");
    assertThat(Cli.run("demo", "--weeks", "0").err()).startsWith("--weeks must be 1 to 52");
  }

  @Test
  void an_invalid_account_and_a_folder_without_a_service_are_reported() {
    Ran account = Cli.run("demo", "--account", "shop");
    Ran folder = Cli.run("demo", "--data", "target/no-such-folder");

    assertThat(account.code()).isEqualTo(2);
    assertThat(account.err()).contains("acct_", "./florin accounts list");
    assertThat(folder.code()).isEqualTo(1);
    assertThat(folder.err()).contains("There is no Florin data in target/no-such-folder");
  }
}
