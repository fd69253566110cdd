package florin.app;

import florin.db.Db;
import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/**
 * The parts to close at the end, in reverse order: each before those on which it depends. The parts
 * at the edge close before all others.
 */
final class Parts implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Parts.class);

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();
  private final Deque<AutoCloseable> edge = new ArrayDeque<>();

  <T extends AutoCloseable> T open(T part) {
    parts.push(part);
    return part;
  }

  /** Opens the server, or a stream: the server waits for requests, so streams must end first. */
  <T extends AutoCloseable> T openAtEdge(T part) {
    edge.push(part);
    return part;
  }

  @Override
  public void close() {
    closeAll(Level.WARN);
  }

  /**
   * Closes everything like a kill. The database connections go first, so that no write in flight
   * completes and nothing waits. Later errors are then expected.
   */
  void abort() {
    parts.stream().filter(Db.class::isInstance).map(Db.class::cast).forEach(Db::close);
    closeAll(Level.DEBUG);
  }

  private void closeAll(Level loss) {
    closeAll(edge, loss);
    closeAll(parts, loss);
  }

  private static void closeAll(Deque<AutoCloseable> parts, Level loss) {
    while (!parts.isEmpty()) {
      AutoCloseable next = parts.pop();
      try {
        next.close();
      } catch (Exception failed) {
        LOG.atLevel(loss).setCause(failed).log("{} did not close", next.getClass().getSimpleName());
      }
    }
  }
}
