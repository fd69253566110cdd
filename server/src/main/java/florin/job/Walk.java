package florin.job;

import java.time.Duration;
import java.time.Instant;

/** How far somebody has come who walks a table to its end, over and over, and whether he rests. */
public final class Walk {
  /** What has been gone through to its end and had nothing to delete is left alone for a while. */
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
