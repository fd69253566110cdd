package florin.backup;

import static org.assertj.core.api.Assertions.assertThat;

import florin.backup.ScheduledBackups.BackupPlan;
import florin.backup.ScheduledBackups.BackupSource;
import florin.db.Db;
import florin.db.Migrations;
import florin.db.Sql;
import florin.db.TestPostgres;
import florin.postgres.EmbeddedPostgres;
import florin.testing.TakesLong;
import florin.vault.KeyringStore;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import io.prometheus.metrics.model.snapshots.CounterSnapshot;
import io.prometheus.metrics.model.snapshots.GaugeSnapshot;
import java.io.IOException;
import java.io.RandomAccessFile;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Backups that the service creates on a schedule. A backup counts only after its restore succeeds.
 */
@Tag("drill")
@TakesLong
@SuppressWarnings("NullAway.Init")
class ScheduledBackupsTest {
  private static final Instant START = Instant.parse("2026-11-23T03:00:00Z");
  private static final Duration DAY = Duration.ofDays(1);

  private static Path home;
  private static EmbeddedPostgres postgres;

  @TempDir private Path temporary;
  private Path folder;
  private Instant now = START;
  private PrometheusRegistry registry;

  @BeforeAll
  static void start() throws IOException {
    Files.createDirectories(TestPostgres.programs());
    home = Files.createTempDirectory(TestPostgres.programs(), "scheduled").toRealPath();
    Files.setPosixFilePermissions(home, PosixFilePermissions.fromString("rwxr-xr-x"));
    postgres =
        EmbeddedPostgres.start(home, Optional.of(TestPostgres.programs()), List.of("fsync=off"));
    Migrations.run(postgres.address());
    try (var db = new Db(postgres.address())) {
      KeyringStore.open(db, home.resolve("keys"), new SecureRandom());
    }
  }

  @AfterAll
  static void stop() throws IOException {
    postgres.close();
    new ProcessBuilder("rm", "-rf", home.toString()).start();
  }

  @BeforeEach
  void makeTheFolder() throws IOException {
    folder = Files.createTempDirectory(home, "backups");
    Files.setPosixFilePermissions(folder, PosixFilePermissions.fromString("rwxr-xr-x"));
    registry = new PrometheusRegistry();
  }

  @AfterEach
  void mend() throws Exception {
    Sql.execute(postgres.address(), "DROP TABLE IF EXISTS victim");
  }

  private ScheduledBackups backups(int kept, Optional<Path> passphrase) {
    return new ScheduledBackups(
        new BackupPlan(folder, DAY, kept, passphrase),
        new BackupSource(home, postgres.address(), home.resolve("keys"), "test"),
        new SecureRandom(),
        () -> now,
        registry);
  }

  private List<String> names() throws IOException {
    try (Stream<Path> files = Files.list(folder)) {
      return files.map(file -> file.getFileName().toString()).sorted().toList();
    }
  }

  private double metric(String name) {
    return registry.scrape(name::equals).stream()
        .flatMap(found -> found.getDataPoints().stream())
        .mapToDouble(point ->
            point instanceof CounterSnapshot.CounterDataPointSnapshot counter
                ? counter.getValue()
                : ((GaugeSnapshot.GaugeDataPointSnapshot) point).getValue())
        .findFirst()
        .orElse(Double.NaN);
  }

  @Test
  void a_backup_is_made_and_verified_when_due_and_old_ones_are_deleted() throws IOException {
    Files.writeString(folder.resolve("mine.tar.gz"), "left alone");
    Path passphrase = passphrase("correct horse battery staple");
    try (ScheduledBackups backups = backups(1, Optional.of(passphrase))) {
      backups.round();
      assertThat(names())
          .containsExactly("florin-scheduled-20261123T030000Z.tar.gz", "mine.tar.gz");
      assertThat(Files.getPosixFilePermissions(folder.resolve(names().getFirst())))
          .isEqualTo(PosixFilePermissions.fromString("rw-------"));
      assertThat(metric("florin_backup_last_good_timestamp_seconds"))
          .isEqualTo((double) START.getEpochSecond());

      now = START.plus(DAY).minusSeconds(1);
      backups.round();
      assertThat(names()).contains("florin-scheduled-20261123T030000Z.tar.gz").hasSize(2);

      now = START.plus(DAY);
      backups.round();
      assertThat(names())
          .containsExactly("florin-scheduled-20261124T030000Z.tar.gz", "mine.tar.gz");
      assertThat(metric("florin_backups_failed")).isZero();

      Files.writeString(passphrase, "short\n");
      now = START.plus(DAY.multipliedBy(2));
      backups.round();
      assertThat(names()).contains("florin-scheduled-20261124T030000Z.tar.gz").hasSize(2);
      assertThat(metric("florin_backups_failed"))
          .as("failure for the short passphrase")
          .isEqualTo(1);
    }
  }

  @Test
  void a_backup_with_damaged_pages_fails_verification_and_finally_raises_an_alert()
      throws Exception {
    Sql.execute(
        postgres.address(),
        "CREATE TABLE victim WITH (autovacuum_enabled = off) AS SELECT generate_series(1, 5000) AS n");
    // Without pending writes, the write-ahead log can't repair the damaged page.
    Sql.execute(postgres.address(), "VACUUM (FREEZE) victim");
    Sql.execute(postgres.address(), "CHECKPOINT");
    String file = Sql.query(postgres.address(), "SELECT pg_relation_filepath('victim')");
    try (var page =
        new RandomAccessFile(home.resolve("postgres/data").resolve(file).toFile(), "rw")) {
      page.seek(8192 + 4096);
      page.write(new byte[] {1, 2, 3, 4, 5, 6, 7, 8});
    }

    try (ScheduledBackups backups = backups(3, Optional.empty())) {
      backups.round();
      assertThat(names()).containsExactly("florin-scheduled-20261123T030000Z.tar.gz.unverified");
      assertThat(metric("florin_backups_failed")).isEqualTo(1);
      backups.round();
      assertThat(metric("florin_backups_failed")).as("no immediate second attempt").isEqualTo(1);
      assertThat(backups.isOverdue()).isFalse();

      now = START.plus(DAY.multipliedBy(2)).plusSeconds(1);
      assertThat(backups.isOverdue()).isTrue();
    }
  }

  private Path passphrase(String text) throws IOException {
    Path file = Files.writeString(temporary.resolve("passphrase"), text + "\n");
    return Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw-------"));
  }
}
