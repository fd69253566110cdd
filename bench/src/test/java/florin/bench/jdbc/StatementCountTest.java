package florin.bench.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatementCountTest {
  private static final String WITNESS = "UPDATE committer\n   SET batch = ?\n WHERE id = ?";

  @Test
  void statements_that_travel_together_are_counted_each_and_only_those_of_committers()
      throws IOException {
    var count =
        StatementCount.read(
            List.of(
                "SET jit = off;\nSET lock_timeout = '10s'",
                WITNESS + ";\nINSERT INTO a (b) VALUES (?);\nINSERT INTO c (d) VALUES (?)",
                "SELECT 1",
                WITNESS + ";\nINSERT INTO book (b) VALUES (?)"));

    assertThat(count).hasToString("3 + 2");
    assertThat(count.sum()).isEqualTo(5);
  }

  @Test
  void a_payment_that_nobody_commits_was_not_heard() {
    assertThatThrownBy(() -> StatementCount.read(List.of("SELECT 1")))
        .isInstanceOf(IOException.class);
  }
}
