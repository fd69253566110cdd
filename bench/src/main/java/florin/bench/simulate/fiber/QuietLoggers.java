package florin.bench.simulate.fiber;

import org.slf4j.Logger;

/**
 * In place of {@link org.slf4j.LoggerFactory}: a world has a log of its own, and nothing is said in
 * it by the product; but what it says at ERROR somebody would have to look at.
 */
public final class QuietLoggers {
  private QuietLoggers() {}

  public static Logger getLogger(Class<?> type) {
    return getLogger(type.getName());
  }

  public static Logger getLogger(String name) {
    return new ErrorLogger(name);
  }
}
