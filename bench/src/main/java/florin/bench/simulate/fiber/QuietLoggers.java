package florin.bench.simulate.fiber;

import org.slf4j.Logger;
import org.slf4j.helpers.NOPLogger;

/** In place of {@link org.slf4j.LoggerFactory}: a world has a log of its own. */
public final class QuietLoggers {
  private QuietLoggers() {}

  public static Logger getLogger(Class<?> type) {
    return NOPLogger.NOP_LOGGER;
  }

  public static Logger getLogger(String name) {
    return NOPLogger.NOP_LOGGER;
  }
}
