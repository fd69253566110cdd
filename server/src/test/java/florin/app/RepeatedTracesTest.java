package florin.app;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RepeatedTracesTest {
  private final LoggerContext context = new LoggerContext();
  private final ListAppender<ILoggingEvent> lines = new ListAppender<>();

  @BeforeEach
  void configure() {
    context.setMDCAdapter(new LogbackMDCAdapter());
    context.addTurboFilter(new RepeatedTraces());
    lines.start();
    Logger root = context.getLogger(Logger.ROOT_LOGGER_NAME);
    root.addAppender(lines);
  }

  @Test
  void equal_traces_are_exported_once() {
    Logger log = context.getLogger("a");
    for (int i = 0; i < 1000; i++) {
      log.warn("{} failed", i, new IOException("gone"));
      log.error("{}: {} {} failed", i, "GET", "/", new IOException("gone"));
    }
    // The test exports more than two only if it takes longer than a second.
    assertThat(traces()).isBetween(2L, 200L);
    assertThat(lines.list).hasSizeLessThan(2000);
  }

  @Test
  void an_omitted_trace_keeps_its_log_line() {
    Logger log = context.getLogger("a");
    for (int i = 0; i < 3; i++) {
      log.error("{}: {} {} failed", "req_" + i, "GET", "/", new IOException("gone"));
      log.warn("{} failed", "job_" + i, new IOException("gone"));
    }
    assertThat(lines.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .filteredOn(line -> line.startsWith("req_2: GET / failed"))
        .hasSize(1);
    assertThat(lines.list)
        .extracting(ILoggingEvent::getFormattedMessage)
        .filteredOn(line -> line.startsWith("job_1 failed"))
        .hasSize(1);
    assertThat(lines.list).hasSize(6);
  }

  @Test
  void traces_from_different_places_are_not_equal() {
    Logger log = context.getLogger("a");
    for (var bug : List.of(new IllegalStateException("one"), new IllegalStateException("other"))) {
      bug.setStackTrace(
          new StackTraceElement[] {new StackTraceElement("A", bug.getMessage(), "A.java", 1)});
      log.error("{} failed", "this", new IllegalStateException("around", bug));
    }
    assertThat(traces()).isEqualTo(2);
  }

  private long traces() {
    return lines.list.stream().filter(line -> line.getThrowableProxy() != null).count();
  }

  @Test
  void messages_that_differ_or_have_no_trace_are_exported() {
    Logger log = context.getLogger("a");
    log.warn("{} failed", "this", new IOException("gone"));
    log.warn("{} failed", "this", new IllegalStateException("gone"));
    log.warn("that failed", new IOException("gone"));
    context.getLogger("b").warn("{} failed", "this", new IOException("gone"));
    log.warn("a line");
    log.warn("a line");

    assertThat(lines.list).hasSize(6);
  }
}
