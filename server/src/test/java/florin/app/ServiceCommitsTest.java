package florin.app;

import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.TestApp;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;

class ServiceCommitsTest {
  private static final List<String> SERIES =
      List.of(
          "florin_commit_batches_total{group=\"main\"}",
          "florin_commit_batches_total{group=\"book\"}",
          "florin_commit_changesets_total{group=\"main\"}",
          "florin_commit_changesets_total{group=\"book\"}");

  private static final String RERUNS = "florin_commit_reruns_total{group=\"main\"}";
  private static final int PAYMENTS = 300;
  private static final int AT_ONCE = 30;

  @Test
  void a_payment_is_committed_in_batches_of_the_service_and_of_the_ledger() {
    try (var app = TestApp.open()) {
      Map<String, Double> before = counted(app, SERIES);

      app.post("/v2/payments", TestApp.payment(1000, "4242424242424242"));

      assertThat(counted(app, SERIES))
          .hasSize(SERIES.size())
          .allSatisfy((series, count) -> assertThat(count).isGreaterThan(before.get(series)));
    }
  }

  @Test
  void ordinary_payments_cause_no_repeated_batch() throws Exception {
    try (var app = TestApp.openWithTwoCommitters();
        var threads = Executors.newFixedThreadPool(AT_ONCE)) {
      List<Callable<Integer>> requests =
          Collections.nCopies(
              PAYMENTS,
              () -> app.post("/v2/payments", TestApp.payment(1000, "4242424242424242")).status());
      for (Future<Integer> status : threads.invokeAll(requests)) {
        assertThat(status.get()).isEqualTo(200);
      }
      assertThat(counted(app, List.of(RERUNS))).containsExactly(Map.entry(RERUNS, 0.0));
    }
  }

  private static Map<String, Double> counted(TestApp app, List<String> wanted) {
    var counted = new TreeMap<String, Double>();
    app.get("/metrics")
        .body()
        .lines()
        .filter(line -> wanted.stream().anyMatch(line::startsWith))
        .forEach(line -> {
          int end = line.lastIndexOf(' ');
          counted.put(line.substring(0, end), Double.valueOf(line.substring(end)));
        });
    return counted;
  }
}
