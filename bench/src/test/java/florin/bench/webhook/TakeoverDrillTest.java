package florin.bench.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import florin.bench.webhook.Arrivals.Comparison;
import florin.bench.webhook.TakeoverDrill.Options;
import florin.bench.webhook.TakeoverDrill.Report;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("drill")
class TakeoverDrillTest {
  @Test
  void a_node_finishes_the_deliveries_of_one_that_was_killed() throws Exception {
    var said = new ArrayList<String>();
    Report report = TakeoverDrill.run(new Options(3, Path.of("target")), said::add);

    assertThat(report.left()).as("%s", said).isPositive();
    Comparison comparison = report.comparison();
    assertThat(comparison.events()).isPositive();
    assertThat(comparison.missing()).as("%s", comparison).isZero();
    assertThat(comparison.invented()).as("%s", comparison).isZero();
  }
}
