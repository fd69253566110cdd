package florin.job;

import java.time.Duration;
import java.time.Instant;

/** Tracks repeated scans of a table, and pauses between them. */
public final class TableScan {
  /** The pause after a complete scan that deleted nothing. */
  private static final Duration REST = Duration.ofSeconds(5);

  private boolean hasFound;
  private Instant restsUntil = Instant.MIN;

  public boolean isResting(Instant now) {
    return now.isBefore(restsUntil);
  }

  public void went(int deleted, boolean toTheEnd, Instant now) {
    hasFound |= deleted > 0;
    if (toTheEnd) {
      restsUntil = hasFound ? now : now.plus(REST);
      hasFound = false;
    }
  }
}
