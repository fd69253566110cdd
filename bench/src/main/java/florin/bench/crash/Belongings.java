package florin.bench.crash;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import org.jspecify.annotations.Nullable;

/**
 * Closes resources together, in the reverse order of their opening. A failure to close one doesn't
 * keep the others open. A constructor that fails midway can thus release everything.
 */
final class Belongings implements AutoCloseable {
  private final Deque<AutoCloseable> all = new ArrayDeque<>();

  <T extends AutoCloseable> T add(T one) {
    all.push(one);
    return one;
  }

  @Override
  public void close() throws IOException {
    IOException failure = null;
    while (!all.isEmpty()) {
      failure = close(all.pop(), failure);
    }
    if (failure != null) {
      throw failure;
    }
  }

  private static @Nullable IOException close(AutoCloseable one, @Nullable IOException before) {
    try {
      one.close();
      return before;
    } catch (Exception failed) {
      IOException now = failed instanceof IOException file ? file : new IOException(failed);
      if (before == null) {
        return now;
      }
      before.addSuppressed(now);
      return before;
    }
  }
}
