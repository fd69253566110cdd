package florin.bench.jdbc;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class StatementCountTest {
  private static final String WITNESS = "UPDATE committer\n   SET batch = ?\n WHERE id = ?";

  @Test
  void statements_of_committers_are_counted_one_by_one() throws IOException {
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
  void a_log_without_a_commit_is_an_error() {
    assertThatThrownBy(() -> StatementCount.read(List.of("SELECT 1")))
        .isInstanceOf(IOException.class);
  }
}
