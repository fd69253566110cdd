package florin.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.core.RequestDeadline;
import java.sql.SQLException;
import java.time.Duration;
import java.util.UUID;
import java.util.concurrent.CountDownLatch;
import org.junit.jupiter.api.Test;

class PatienceTest {
  private static final Statement PUT =
      Statement.lenient(
          "purse.put", "purse", "id", "id uuid", "INSERT INTO purse (id) SELECT id FROM :rows");

  @Test
  void without_a_deadline_it_is_the_default_time() {
    assertThat(RequestDeadline.left(Duration.ofSeconds(10))).isEqualTo(Duration.ofSeconds(10));
  }

  @Test
  void it_is_the_remaining_time_and_never_zero() {
    long now = System.nanoTime();
    Duration usual = Duration.ofSeconds(10);

    assertThat(left(now + Duration.ofSeconds(4).toNanos(), usual))
        .isBetween(Duration.ofMillis(500), Duration.ofSeconds(4));
    assertThat(left(now + Duration.ofSeconds(40).toNanos(), usual)).isEqualTo(usual);
    assertThat(left(now - 1, usual)).isEqualTo(Duration.ofMillis(500));
  }

  /** The connection never opens, like that of a stopped database. */
  @Test
  void a_late_commit_does_not_wait_its_full_time_again() {
    var stopped = new CountDownLatch(1);
    try (var commits = new GroupCommit("stuck", () -> await(stopped), 1, Duration.ofSeconds(60))) {
      long begun = System.nanoTime();

      assertThatThrownBy(() ->
              RequestDeadline.within(
                  begun, () -> commits.commit(Changeset.of(PUT.row(UUID.randomUUID())))))
          .isInstanceOf(DatabaseUnavailableException.class)
          .hasMessageContaining("PT0.5S");

      assertThat(Duration.ofNanos(System.nanoTime() - begun)).isLessThan(Duration.ofSeconds(30));
      stopped.countDown();
    }
  }

  private static Duration left(long deadline, Duration usual) {
    return RequestDeadline.within(deadline, () -> RequestDeadline.left(usual));
  }

  private static java.sql.Connection await(CountDownLatch stopped) throws SQLException {
    try {
      stopped.await();
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
    throw new SQLException("stopped", "08006");
  }
}
