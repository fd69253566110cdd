package florin.backup;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * What is backed up by itself.
 *
 * @param interval between two backups
 * @param kept how many stay
 * @param passphraseFile with what the secret keys are sealed; empty to leave them out
 */
public record BackupPlan(Path folder, Duration interval, int kept, Optional<Path> passphraseFile) {
  /** The last good one may be so many intervals old before somebody has to look. */
  private static final int OVERDUE_AFTER = 2;

  public Duration overdueAfter() {
    return interval.multipliedBy(OVERDUE_AFTER);
  }
}
