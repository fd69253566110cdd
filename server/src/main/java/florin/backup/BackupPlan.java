package florin.backup;

import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;

/**
 * The schedule of backups.
 *
 * @param interval the time between two backups
 * @param kept the number of backups to keep
 * @param passphraseFile the passphrase that encrypts the encryption keys; empty to exclude them
 */
public record BackupPlan(Path folder, Duration interval, int kept, Optional<Path> passphraseFile) {
  /** The number of intervals after which a missing backup raises an alert. */
  private static final int OVERDUE_AFTER = 2;

  public Duration overdueAfter() {
    return interval.multipliedBy(OVERDUE_AFTER);
  }
}
