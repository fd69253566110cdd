package florin.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.spi.ILoggingEvent;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Isolated;

/**
 * A disk that hangs: lines are lost and counted, requests are not held up, and what was queued is
 * written at the end.
 */
@Isolated("it reads the log, which is one for the whole JVM")
class AccessLogTest {
  private static final int QUEUED = 2;
  private static final int OFFERED = 10;
  private static final AccessLog.Line LINE =
      new AccessLog.Line(0, "req_x", "GET", "/", 200, 1, 2, Map.of());

  private final CountDownLatch hanging = new CountDownLatch(1);
  private final CountDownLatch disk = new CountDownLatch(1);

  @Test
  void past_the_queue_lines_are_dropped_and_counted() throws InterruptedException {
    var registry = new PrometheusRegistry();
    try (var log = new HangingLog()) {
      AccessLog access = AccessLog.start(new HttpMetrics(registry, () -> 0), QUEUED);
      access.offer(LINE);
      assertThat(hanging.await(60, TimeUnit.SECONDS)).as("the writer hangs on a line").isTrue();
      for (int i = 0; i < OFFERED; i++) {
        access.offer(LINE);
      }
      double dropped = dropped(registry);
      disk.countDown();
      access.close();

      assertThat(dropped).isEqualTo(OFFERED - QUEUED);
      assertThat(log.lines()).hasSize(1 + QUEUED);
    }
  }

  private static double dropped(PrometheusRegistry registry) {
    return registry.scrape(name -> name.equals("florin_access_log_dropped")).stream()
        .map(CounterSnapshot.class::cast)
        .mapToDouble(counter -> counter.getDataPoints().getFirst().getValue())
        .sum();
  }

  private final class HangingLog extends CapturedLog {
    HangingLog() {
      super(AccessLog.LOGGER);
    }

    @Override
    protected void append(ILoggingEvent event) {
      hanging.countDown();
      try {
        assertThat(disk.await(60, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      super.append(event);
    }
  }
}
