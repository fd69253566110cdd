package florin.http;

import static org.assertj.core.api.Assertions.assertThat;

import ch.qos.logback.classic.LoggerContext;
import ch.qos.logback.classic.joran.JoranConfigurator;
import ch.qos.logback.classic.util.LogbackMDCAdapter;
import ch.qos.logback.core.joran.spi.JoranException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The shipped configuration and the destination of its access log. */
class LogbackTest {
  private final LoggerContext context = new LoggerContext();

  @TempDir Path folder;

  @Test
  void the_access_log_is_written_to_the_file_of_the_property() throws Exception {
    Path file = folder.resolve("logs").resolve("access.log");
    context.putProperty("FLORIN_ACCESS_LOG", file.toString());
    configure();

    context.getLogger(AccessLog.LOGGER).info("{\"status\":200}");
    context.stop();

    assertThat(lines(file)).containsExactly("{\"status\":200}");
  }

  @Test
  void without_the_property_there_is_no_access_log() throws Exception {
    configure();

    assertThat(context.getLogger(AccessLog.LOGGER).isInfoEnabled()).isFalse();
  }

  @Test
  void the_parser_s_warnings_which_quote_requests_are_not_logged() throws Exception {
    configure();

    assertThat(context.getLogger("org.eclipse.jetty.http.HttpParser").isWarnEnabled()).isFalse();
    assertThat(context.getLogger("org.eclipse.jetty.server.Server").isWarnEnabled()).isTrue();
  }

  private void configure() throws JoranException {
    context.setMDCAdapter(new LogbackMDCAdapter());
    var configurator = new JoranConfigurator();
    configurator.setContext(context);
    configurator.doConfigure(LogbackTest.class.getResource("/logback.xml"));
  }

  private static Iterable<String> lines(Path file) throws IOException {
    return Files.readAllLines(file);
  }
}
