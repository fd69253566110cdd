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

  private final CountDownLatch disk = new CountDownLatch(1);

  @Test
  void past_the_queue_lines_are_dropped_and_counted() {
    var registry = new PrometheusRegistry();
    try (var log = new HangingLog(disk)) {
      AccessLog access = AccessLog.start(new HttpMetrics(registry, () -> 0), QUEUED);
      for (int i = 0; i < OFFERED; i++) {
        access.offer(new AccessLog.Line(0, "req_x", "GET", "/", 200, 1, 2, Map.of()));
      }
      double dropped = dropped(registry);
      disk.countDown();
      access.close();

      // The writer may hold a batch of what was queued in its hands while it hangs.
      assertThat(dropped).isBetween(OFFERED - 2.0 * QUEUED, (double) OFFERED - QUEUED);
      assertThat(log.lines()).hasSize(OFFERED - (int) dropped);
    }
  }

  private static double dropped(PrometheusRegistry registry) {
    return registry.scrape(name -> name.equals("florin_access_log_dropped")).stream()
        .map(CounterSnapshot.class::cast)
        .mapToDouble(counter -> counter.getDataPoints().getFirst().getValue())
        .sum();
  }

  private static final class HangingLog extends CapturedLog {
    private final CountDownLatch disk;

    HangingLog(CountDownLatch disk) {
      super(AccessLog.LOGGER);
      this.disk = disk;
    }

    @Override
    protected void append(ILoggingEvent event) {
      try {
        assertThat(disk.await(10, TimeUnit.SECONDS)).isTrue();
      } catch (InterruptedException e) {
        throw new AssertionError(e);
      }
      super.append(event);
    }
  }
}
