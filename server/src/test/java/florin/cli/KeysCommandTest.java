package florin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import florin.cli.Cli.Ran;
import florin.core.DailyLimits.DailyLimit;
import florin.core.Id.KeyId;
import florin.testing.TestApp;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** `./florin keys`. */
class KeysCommandTest {
  /** The test database rejects live keys, so the test moves one to live mode with SQL. */
  @Test
  void a_new_live_key_warns_that_live_payments_do_not_work_yet() {
    try (TestApp florin = TestApp.open()) {
      Ran test = keys(florin, "create", "--publishable", "--name", "Live by hand");
      assertThat(test.code()).isZero();
      assertThat(test.out()).doesNotContain("Live payments");
      String id =
          florin
              .query(
                  "UPDATE api_key SET realm_id = realm_id + 1 WHERE name = 'Live by hand' RETURNING id::text")
              .getFirst();

      Ran live = keys(florin, "roll", new KeyId(UUID.fromString(id)).text());

      assertThat(live.code()).isZero();
      assertThat(live.out()).contains("pk_live_", "Live payments do not work yet");
    }
  }

  @Test
  void a_publishable_key_has_origins_that_can_be_changed() {
    try (TestApp florin = TestApp.open()) {
      String[] wanted = {"--publishable", "--origins", "https://a.example,http://localhost:3000"};
      Ran made = keys(florin, "create", wanted);
      assertThat(origins(florin, made)).isEqualTo("[https://a.example, http://localhost:3000]");

      Ran changed = keys(florin, "origins", id(made).text(), "https://b.example");
      assertThat(changed.out()).contains("is allowed on https://b.example.");
      assertThat(origins(florin, made)).isEqualTo("[https://b.example]");

      Ran wrong = keys(florin, "origins", id(made).text(), "http://b.example");
      assertThat(wrong.code()).isNotZero();
      assertThat(wrong.err()).contains("http only for localhost");
      Ran secret = keys(florin, "origins", id(keys(florin, "create")).text(), "https://b.example");
      assertThat(secret.err()).contains("Only a publishable key", "nothing was changed");
      assertThat(keys(florin, "create", "--origins", "https://b.example").err())
          .contains("--origins requires --publishable");

      assertThat(keys(florin, "origins", id(made).text()).out()).contains("No page may show");
      assertThat(origins(florin, made)).isEqualTo("[]");
    }
  }

  private static String origins(TestApp florin, Ran made) {
    return florin.app().accounts().findKey(id(made)).orElseThrow().origins().toString();
  }

  @Test
  void a_name_with_a_card_number_is_rejected() {
    try (TestApp florin = TestApp.open()) {
      Ran ran = keys(florin, "create", "--name", "4242 4242 4242 4242");
      assertThat(ran.code()).isNotZero();
      assertThat(ran.err()).contains("must not contain a card number").doesNotContain("4242");
    }
  }

  @Test
  void a_restricted_key_is_created_with_its_rights_and_a_key_with_an_end_is_not_rolled() {
    try (TestApp florin = TestApp.open()) {
      String[] rights = {
        "--scopes", "*:read,refunds:create",
        "--limits", "refunds:create<=500000 eur/day",
        "--addresses", "203.0.113.0/24"
      };
      Ran endless = keys(florin, "create", rights);
      assertThat(endless.out()).contains("rk_test_");
      assertThat(
              florin.app().accounts().findKey(id(endless)).orElseThrow().rights().limits().list())
          .containsExactly(DailyLimit.parse("refunds:create<=500000 eur/day").orElseThrow());
      assertThat(keys(florin, "roll", id(endless).text()).out()).contains("rk_test_");
      Ran again = keys(florin, "roll", id(endless).text());
      assertThat(again.code()).isNotZero();
      assertThat(again.err()).contains("was rolled already", "nothing was changed");

      Ran ending = keys(florin, "create", "--scopes", "*:read", "--expires-days", "90");
      Ran refused = keys(florin, "roll", id(ending).text());
      assertThat(refused.code()).isNotZero();
      assertThat(refused.err()).contains("has an end", "nothing was changed");
      assertThat(florin.app().accounts().findKey(id(ending)).orElseThrow().expires().orElseThrow())
          .isAfter(Instant.now().plus(Duration.ofDays(80)));
    }
  }

  private static KeyId id(Ran created) {
    return KeyId.KIND.parse(created.out().split(" ")[0]).orElseThrow();
  }

  private static Ran keys(TestApp florin, String verb, String... words) {
    String[] all = new String[words.length + 2];
    all[0] = "keys";
    all[1] = verb;
    System.arraycopy(words, 0, all, 2, words.length);
    return Cli.run(
        Map.of(
            "FLORIN_DATABASE_URL",
            florin.database().url(),
            "FLORIN_KEYS_FILE",
            florin.keysFile().toString()),
        all);
  }
}
