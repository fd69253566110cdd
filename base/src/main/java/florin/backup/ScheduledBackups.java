package florin.backup;

import florin.backup.Backup.BackupKeys;
import florin.backup.BackupCheck.Checked;
import florin.backup.ScheduledFolder.GoodBackup;
import florin.core.IoReason;
import florin.db.PostgresAddress;
import florin.job.BackgroundJob;
import florin.vault.Keyring;
import florin.vault.KeyringException;
import florin.vault.Passphrase;
import io.prometheus.metrics.core.metrics.Counter;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Creates a backup of the embedded database when the last good one is old enough. It verifies the
 * backup, and only then gives it its final name and deletes excess ones. A failed backup is retried
 * after a while. An alert reports that the last good one is too old.
 */
public final class ScheduledBackups implements AutoCloseable {
  static final Duration PAUSE = Duration.ofMinutes(1);

  /** The delay after a backup that failed or was not good. */
  static final Duration RETRY = Duration.ofMinutes(15);

  private static final Logger LOG = LoggerFactory.getLogger(ScheduledBackups.class);

  private final BackupPlan plan;
  private final BackupSource source;
  private final SecureRandom random;
  private final InstantSource clock;
  private final ScheduledFolder folder;
  private final Counter failed;
  private final Instant started;
  private final BackgroundJob job;
  private volatile Optional<GoodBackup> last = Optional.empty();
  private Instant notBefore = Instant.MIN;

  /**
   * The source of the backups.
   *
   * @param florin the version of this program
   */
  public record BackupSource(
      Path dataFolder, PostgresAddress database, Path keysFile, String florin) {}

  /**
   * The schedule of backups.
   *
   * @param interval the time between two backups
   * @param kept the number of backups to keep
   * @param passphraseFile the passphrase that encrypts the encryption keys; empty to exclude them
   */
  public record BackupPlan(
      Path folder, Duration interval, int kept, Optional<Path> passphraseFile) {
    /** The number of intervals after which a missing backup raises an alert. */
    private static final int OVERDUE_AFTER = 2;

    public Duration overdueAfter() {
      return interval.multipliedBy(OVERDUE_AFTER);
    }
  }

  public ScheduledBackups(
      BackupPlan plan,
      BackupSource source,
      SecureRandom random,
      InstantSource clock,
      PrometheusRegistry registry) {
    this.plan = plan;
    this.source = source;
    this.random = random;
    this.clock = clock;
    this.folder = new ScheduledFolder(plan.folder());
    this.failed =
        Counter.builder()
            .name("florin_backups_failed_total")
            .help(
                "Scheduled backups that Florin could not make, or that failed their verification.")
            .register(registry);
    gauge(
        registry,
        "florin_backup_interval_seconds",
        "Interval between scheduled backups.",
        gauge -> gauge.call((double) plan.interval().toSeconds()));
    gauge(
        registry,
        "florin_backup_last_good_timestamp_seconds",
        "Start of the last scheduled backup that passed its verification.",
        gauge -> last.ifPresent(good -> gauge.call((double) good.begun().getEpochSecond())));
    gauge(
        registry,
        "florin_backup_last_good_bytes",
        "Size of the last scheduled backup that passed its verification.",
        gauge -> last.ifPresent(good -> gauge.call((double) good.bytes())));
    this.started = clock.instant();
    this.job = BackgroundJob.start("backup", PAUSE, this::round);
  }

  private static void gauge(
      PrometheusRegistry registry,
      String name,
      String help,
      Consumer<GaugeWithCallback.Callback> value) {
    GaugeWithCallback.builder().name(name).help(help).callback(value).register(registry);
  }

  /** Returns whether the last good backup, or the start without one, is too long ago. */
  public boolean isOverdue() {
    Instant since = last.map(GoodBackup::begun).orElse(started);
    return since.plus(plan.overdueAfter()).isBefore(clock.instant());
  }

  /** Creates a backup if one is due, and returns false, because no work is left to do. */
  boolean round() {
    Instant now = clock.instant();
    try {
      last = folder.findLastGood();
      if (last.isEmpty() || !last.get().begun().plus(plan.interval()).isAfter(now)) {
        if (!now.isBefore(notBefore)) {
          make(now);
        }
      }
    } catch (BackupException | KeyringException wrong) {
      failed(now, String.valueOf(wrong.getMessage()));
    } catch (IOException wrong) {
      failed(now, IoReason.withFile(wrong));
    } catch (RuntimeException bug) {
      LOG.error("The scheduled backup failed with an internal error", bug);
      failed(now, bug.toString());
    }
    return false;
  }

  private void failed(Instant now, String why) {
    notBefore = now.plus(RETRY);
    failed.inc();
    LOG.error("The scheduled backup failed and will be retried in {}: {}", RETRY, why);
  }

  private void make(Instant now) throws IOException {
    folder.prepare();
    Path unverified = folder.unverified(now);
    Backup.make(
        source.dataFolder(),
        source.database(),
        unverified,
        source.florin(),
        plan.passphraseFile().map(file -> new BackupKeys(source.keysFile(), file, random)));
    Checked checked =
        BackupCheck.run(unverified, folder.scratch(), source.dataFolder(), restoreKeys());
    GoodBackup good = folder.promote(unverified, now);
    last = Optional.of(good);
    LOG.info(
        "The scheduled backup {} of {} bytes passed its restore verification: {} rows in {} tables, every commit until {}",
        good.file(),
        good.bytes(),
        checked.rows(),
        checked.tables(),
        checked.moment());
    folder.deleteAllBut(plan.kept());
  }

  /**
   * Returns the keys in the backup, if it includes them, so that the verification covers them too.
   */
  private RestoreKeys restoreKeys() {
    return plan.passphraseFile().isPresent()
        ? new RestoreKeys.Sealed(Passphrase.read(plan.passphraseFile().get()))
        : new RestoreKeys.Given(Keyring.load(source.keysFile()));
  }

  @Override
  public void close() {
    job.close();
  }
}
