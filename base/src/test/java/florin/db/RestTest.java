package florin.db;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;
import static org.junit.jupiter.api.Assertions.assertTimeoutPreemptively;

import florin.core.RequestDeadline;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** When a committer waits for more changesets, and what ends the wait. */
class RestTest {
  private static final Duration LONG = Duration.ofHours(1);
  private static final Duration GUARD = Duration.ofSeconds(30);

  private final CommitQueue queue = new CommitQueue();

  @Test
  void only_many_requests_make_a_committer_pause_and_never_for_long() {
    Duration commit = Duration.ofMillis(4);

    assertThat(Committer.restAfter(1, commit)).isZero();
    assertThat(Committer.restAfter(3, commit)).isZero();
    assertThat(Committer.restAfter(4, commit))
        .isBetween(commit.dividedBy(2), commit.multipliedBy(2));
    assertThat(Committer.restAfter(256, Duration.ofSeconds(9))).isEqualTo(Duration.ofMillis(25));
  }

  @Test
  void an_urgent_changeset_ends_a_pause() throws Exception {
    Thread resting = Thread.ofPlatform().start(this::gather);
    await().until(() -> resting.getState() == Thread.State.TIMED_WAITING);

    queue.add(request(true));

    assertThat(resting.join(GUARD)).isTrue();
  }

  @Test
  void an_earlier_urgent_changeset_prevents_a_pause() {
    queue.add(request(true));

    assertTimeoutPreemptively(GUARD, () -> queue.gather(LONG));
  }

  @Test
  void a_changeset_that_is_not_urgent_or_already_taken_allows_a_pause() throws Exception {
    queue.add(request(true));
    var taken = new ArrayDeque<CommitRequest>();
    queue.takeInto(taken, 10);
    queue.add(request(false));
    long begun = System.nanoTime();

    queue.gather(Duration.ofMillis(20));

    assertThat(taken).hasSize(1);
    assertThat(Duration.ofNanos(System.nanoTime() - begun)).isGreaterThan(Duration.ofMillis(19));
  }

  @Test
  void a_late_changeset_or_one_without_a_waiting_request_is_urgent() {
    assertThat(RequestDeadline.isPressing()).isTrue();
    assertThat(isPressing(Duration.ofMillis(900))).isTrue();
    assertThat(isPressing(Duration.ofMinutes(1))).isFalse();
  }

  private static boolean isPressing(Duration left) {
    return RequestDeadline.within(System.nanoTime() + left.toNanos(), RequestDeadline::isPressing);
  }

  private static CommitRequest request(boolean isPressing) {
    Statement any = Statement.insert("any", "id", "id uuid");
    return new CommitRequest(Changeset.of(any.row(UUID.randomUUID())), LONG, isPressing);
  }

  private void gather() {
    try {
      queue.gather(LONG);
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }
}
