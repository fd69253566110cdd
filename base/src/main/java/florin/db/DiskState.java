package florin.db;

import java.time.Duration;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Whether PostgreSQL has disk space, according to its last responses (SQLSTATE class 53). A node
 * whose disk is full receives no requests that would show when space is available again, so its
 * committers test it. Their other commits prove nothing, because these may have fit into existing
 * pages.
 */
final class DiskState {
  private static final String DISK_FULL = "53100";
  private static final Duration BETWEEN_LINES = Duration.ofSeconds(1);
  private static final Duration BETWEEN_TRIES = Duration.ofSeconds(1);
  private static final Logger LOG = LoggerFactory.getLogger(DiskState.class);

  private final AtomicLong nextLine = new AtomicLong(System.nanoTime());
  private final AtomicLong nextTry = new AtomicLong(System.nanoTime());
  private volatile boolean full;

  void lacks(String sqlState, String why) {
    full |= sqlState.equals(DISK_FULL);
    if (isDue(nextLine, BETWEEN_LINES)) {
      LOG.error("PostgreSQL cannot write: {} {}", sqlState, why);
    }
  }

  void wasFound() {
    full = false;
    LOG.info("PostgreSQL has disk space again");
  }

  boolean isFull() {
    return full;
  }

  /** Returns true periodically for one of the committers, as long as the disk is full. */
  boolean isToBeTried() {
    return full && isDue(nextTry, BETWEEN_TRIES);
  }

  private static boolean isDue(AtomicLong next, Duration pause) {
    long due = next.get();
    long now = System.nanoTime();
    return now - due >= 0 && next.compareAndSet(due, now + pause.toNanos());
  }
}
