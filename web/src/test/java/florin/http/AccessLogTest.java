package florin.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.encoder.PatternLayoutEncoder;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.rolling.FixedWindowRollingPolicy;
import ch.qos.logback.core.rolling.SizeBasedTriggeringPolicy;
import ch.qos.logback.core.spi.ContextAware;
import ch.qos.logback.core.spi.LifeCycle;
import ch.qos.logback.core.util.FileSize;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.Isolated;
import org.slf4j.LoggerFactory;

/**
 * The access log on a disk that hangs: it drops and counts lines, delays no request, and writes the
 * queued lines at the end.
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

  @Test
  void on_a_full_disk_lost_lines_are_counted_and_reported_once_and_at_the_end(@TempDir Path folder)
      throws IOException {
    Path file = Files.createSymbolicLink(folder.resolve("access.log"), Path.of("/dev/full"));
    var registry = new PrometheusRegistry();
    var logger = (Logger) LoggerFactory.getLogger(AccessLog.LOGGER);
    Level usual = logger.getLevel();
    AccessLogFile appender = appender(file, logger.getLoggerContext());
    logger.addAppender(appender);
    logger.setLevel(Level.INFO);
    try (var told = new CapturedLog(AccessLog.class.getName());
        AccessLog access = AccessLog.start(new HttpMetrics(registry, () -> 0), 100)) {
      for (int lines = 1; lines <= 3; lines++) {
        access.offer(LINE);
        int lost = lines;
        await().untilAsserted(() -> assertThat(dropped(registry)).isEqualTo(lost));
      }
      assertThat(told.lines()).hasSize(1).first().asString().contains("can't be written");

      Files.delete(file);
      await()
          .untilAsserted(() -> {
            access.offer(LINE);
            assertThat(file).content().contains("req_x");
          });
      await().untilAsserted(() -> assertThat(told.lines()).hasSize(2));
      assertThat(told.lines().getLast())
          .contains("can be written again. %d lines were lost".formatted((int) dropped(registry)));
    } finally {
      logger.setLevel(usual);
      logger.detachAppender(appender);
      appender.stop();
    }
  }

  private static AccessLogFile appender(Path file, LoggerContext context) {
    var rolling = new FixedWindowRollingPolicy();
    rolling.setFileNamePattern(file + ".%i");
    var size = new SizeBasedTriggeringPolicy<ILoggingEvent>();
    size.setMaxFileSize(FileSize.valueOf("64MB"));
    var lines = new PatternLayoutEncoder();
    lines.setPattern("%msg%n");
    var appender = new AccessLogFile();
    appender.setFile(file.toString());
    rolling.setParent(appender);
    for (ContextAware part : List.of(rolling, size, lines, appender)) {
      part.setContext(context);
    }
    appender.setRollingPolicy(rolling);
    appender.setTriggeringPolicy(size);
    appender.setEncoder(lines);
    for (LifeCycle part : List.of(rolling, size, lines, appender)) {
      part.start();
    }
    return appender;
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
