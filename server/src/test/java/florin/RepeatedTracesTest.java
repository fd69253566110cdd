package florin;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.read.ListAppender;
import java.io.IOException;
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
  void of_traces_that_are_alike_one_goes_out() {
    Logger log = context.getLogger("a");
    for (int i = 0; i < 1000; i++) {
      log.warn("{} failed", i, new IOException("gone"));
      log.error("{}: {} {} failed", i, "GET", "/", new IOException("gone"));
    }
    // More than two only where a second went by meanwhile.
    assertThat(lines.list.size()).isBetween(2, 200);
  }

  @Test
  void what_is_not_alike_or_has_no_trace_goes_out() {
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
