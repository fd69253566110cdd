package florin.bench.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import florin.bench.webhook.Arrivals.Comparison;
import florin.bench.webhook.WebhookDrill.Options;
import java.nio.file.Path;
import java.util.ArrayList;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Makes eight kills; `./florin drill webhooks` makes a hundred. */
@Tag("drill")
class WebhookDrillTest {
  private static final int ROUNDS = 8;

  @Test
  void no_kill_loses_or_invents_a_delivery() throws Exception {
    var said = new ArrayList<String>();
    Comparison report = WebhookDrill.run(new Options(ROUNDS, 1, Path.of("target")), said::add);

    assertThat(report.events()).as("%s", said).isGreaterThanOrEqualTo(ROUNDS);
    assertThat(report.missing()).as("%s of %s", report, said).isZero();
    assertThat(report.invented()).as("%s of %s", report, said).isZero();
  }
}
