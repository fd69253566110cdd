package florin.app;

import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.TestApp;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

class CommitMetricsTest {
  private static final List<String> SERIES =
      List.of(
          "florin_commit_batches_total{group=\"main\"}",
          "florin_commit_batches_total{group=\"book\"}",
          "florin_commit_changesets_total{group=\"main\"}",
          "florin_commit_changesets_total{group=\"book\"}");

  @Test
  void a_payment_is_changesets_in_batches_of_the_service_and_of_the_networks_book() {
    try (var app = TestApp.open()) {
      Map<String, Double> before = counted(app);

      app.post("/v2/payments", TestApp.payment(1000, "4242424242424242"));

      assertThat(counted(app))
          .hasSize(SERIES.size())
          .allSatisfy((series, count) -> assertThat(count).isGreaterThan(before.get(series)));
    }
  }

  private static Map<String, Double> counted(TestApp app) {
    var counted = new TreeMap<String, Double>();
    app.get("/metrics")
        .body()
        .lines()
        .filter(line -> SERIES.stream().anyMatch(line::startsWith))
        .forEach(line -> {
          int end = line.lastIndexOf(' ');
          counted.put(line.substring(0, end), Double.valueOf(line.substring(end)));
        });
    return counted;
  }
}
