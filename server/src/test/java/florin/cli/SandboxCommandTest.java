package florin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import florin.cli.Cli.Ran;
import florin.testing.TestApp;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** `./florin sandbox` with a running service. */
class SandboxCommandTest {
  @Test
  void a_sandbox_is_created_advanced_reset_and_deleted() {
    try (var florin = TestApp.open()) {
      String made = run(florin, "create", "Renewals", "--seed", "7").out();
      String id = made.lines().findFirst().orElseThrow().replaceFirst("sandbox +", "");
      assertThat(made).contains("sk_test_", "pk_test_", "Renewals");

      String before = run(florin, "list").out();
      assertThat(before).contains(id, "Renewals");
      assertThat(run(florin, "advance", id, "400d").out()).contains(id, "clock");
      assertThat(run(florin, "advance", id, "2020-01-01T00:00:00Z").code()).isZero();
      assertThat(run(florin, "advance", id, "later").code()).isEqualTo(1);
      assertThat(run(florin, "reset", id).out()).contains(id);
      assertThat(run(florin, "delete", id).code()).isZero();
      assertThat(run(florin, "list", "--json").out()).doesNotContain(id);
      assertThat(run(florin, "reset", "sb_1").code()).isEqualTo(2);
    }
  }

  private static Ran run(TestApp florin, String... words) {
    return Cli.run(
        Stream.of(
                Stream.of("sandbox"),
                Stream.of(words),
                Stream.of(
                    "--url",
                    "http://127.0.0.1:" + florin.app().port(),
                    "--key",
                    florin.secretKey()))
            .flatMap(all -> all)
            .toArray(String[]::new));
  }
}
