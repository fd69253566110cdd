package florin.bench.simulate.fiber;

import org.slf4j.Logger;

/**
 * Replaces {@link org.slf4j.LoggerFactory}. A simulation has its own log without the product's
 * messages. A message of level ERROR counts as a bug, since an operator would have to act on it.
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
