package florin.app;

import florin.db.Db;
import java.util.ArrayDeque;
import java.util.Deque;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;
import org.slf4j.event.Level;

/** What must be closed in the end: in reverse, each part before those that it was made of. */
final class Parts implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(Parts.class);

  private final Deque<AutoCloseable> parts = new ArrayDeque<>();

  <T extends AutoCloseable> T open(T part) {
    parts.push(part);
    return part;
  }

  @Override
  public void close() {
    closeAll(Level.WARN);
  }

  /**
   * As a kill would. The ways to the database go first, so that nothing that is on its way is
   * written and nobody waits; what then does not close in good order need not.
   */
  void abort() {
    parts.stream().filter(Db.class::isInstance).map(Db.class::cast).forEach(Db::close);
    closeAll(Level.DEBUG);
  }

  private void closeAll(Level loss) {
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
