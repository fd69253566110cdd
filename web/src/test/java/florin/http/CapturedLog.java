package florin.http;

import ch.qos.logback.classic.Level;
import ch.qos.logback.classic.Logger;
import ch.qos.logback.classic.spi.ILoggingEvent;
import ch.qos.logback.core.AppenderBase;
import java.util.List;
import java.util.concurrent.CopyOnWriteArrayList;
import org.slf4j.LoggerFactory;

/** Captures the messages of a logger until it is closed. */
public class CapturedLog extends AppenderBase<ILoggingEvent> implements AutoCloseable {
  private final List<String> messages = new CopyOnWriteArrayList<>();
  private final Logger logger;
  private final Level before;

  public static CapturedLog of(Class<?> logger) {
    return new CapturedLog(logger.getName());
  }

  CapturedLog(String name) {
    logger = (Logger) LoggerFactory.getLogger(name);
    before = logger.getLevel();
    logger.setLevel(Level.INFO);
    logger.addAppender(this);
    start();
  }

  public List<String> lines() {
    return messages.stream().flatMap(String::lines).toList();
  }

  @Override
  protected void append(ILoggingEvent event) {
    messages.add(event.getFormattedMessage());
  }

  @Override
  public void close() {
    logger.detachAppender(this);
    logger.setLevel(before);
    stop();
  }
}
