package florin.bench.service;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import org.junit.jupiter.api.Test;

class CommitsTest {
  private static final String METRICS =
      """
      # TYPE florin_commit_batches_total counter
      florin_commit_batches_total{group="book"} 4.0
      florin_commit_batches_total{group="main"} 10.0
      florin_commit_changesets_total{group="book"} 8.0
      florin_commit_changesets_total{group="main"} 1.25E2
      florin_http_requests_shed_total 7.0
      """;

  @Test
  void batches_and_changesets_of_each_group_are_read_from_the_metrics() {
    assertThat(Commits.read(METRICS))
        .isEqualTo(Map.of("book", new Commits(4, 8), "main", new Commits(10, 125)));
    assertThat(Commits.read("jvm_threads 3.0\n")).isEmpty();
  }

  @Test
  void the_difference_of_two_readings_has_only_groups_that_committed() {
    var before = Map.of("book", new Commits(4, 8), "main", new Commits(10, 125));
    var after =
        Map.of("book", new Commits(4, 8), "main", new Commits(12, 150), "new", new Commits(1, 1));

    assertThat(Meter.since(before, after))
        .isEqualTo(Map.of("main", new Commits(2, 25), "new", new Commits(1, 1)));
    assertThat(new Commits(2, 25).perBatch()).isEqualTo(12.5);
    assertThat(new Commits(0, 0).perBatch()).isZero();
  }
}
