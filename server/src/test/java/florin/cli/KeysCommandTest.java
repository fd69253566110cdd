package florin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import florin.cli.Cli.Ran;
import florin.core.Id.KeyId;
import florin.testing.TestApp;
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
  void a_name_with_a_card_number_is_rejected() {
    try (TestApp florin = TestApp.open()) {
      Ran ran = keys(florin, "create", "--name", "4242 4242 4242 4242");
      assertThat(ran.code()).isNotZero();
      assertThat(ran.err()).contains("must not contain a card number").doesNotContain("4242");
    }
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
