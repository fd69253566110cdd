package florin.app;

import florin.config.Config;
import florin.job.BackgroundJob;
import io.prometheus.metrics.core.metrics.GaugeWithCallback;
import io.prometheus.metrics.model.registry.PrometheusRegistry;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.FileStore;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.Map;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Monitors the free space of the disks with the data folder and the backups. PostgreSQL ends if it
 * can't write its log, together with all operations in flight. So Florin rejects new payments
 * before that, while there is space to finish those in progress. This covers only the embedded
 * database: Florin can't see the disk of another one.
 */
final class DiskSpace implements AutoCloseable {
  private static final Duration PAUSE = Duration.ofSeconds(5);

  /**
   * The divisor for the additional free space, a quarter, after which payments are accepted again,
   * so that the state does not flap.
   */
  private static final int SLACK = 4;

  private static final Logger LOG = LoggerFactory.getLogger(DiskSpace.class);

  private final long least;
  private final Map<String, FileStore> disks = new LinkedHashMap<>();
  private final BackgroundJob job;
  private volatile boolean scarce;

  DiskSpace(Config config, PrometheusRegistry registry) {
    this.least = config.database().isPresent() ? 0 : config.leastDiskFree();
    add("data", config.data());
    config.backups().ifPresent(plan -> add("backup", plan.folder()));
    gauge(
        registry,
        "florin_disk_free_bytes",
        "Free space on the disk of a folder: data or backup.",
        FileStore::getUsableSpace);
    gauge(
        registry,
        "florin_disk_size_bytes",
        "Size of the disk of a folder: data or backup.",
        FileStore::getTotalSpace);
    GaugeWithCallback.builder()
        .name("florin_disk_least_free_bytes")
        .help("Limit FLORIN_DISK_FREE in bytes. Below it, Florin starts no new payment.")
        .callback(gauge -> gauge.call((double) least))
        .register(registry);
    look();
    this.job = BackgroundJob.start("disk", PAUSE, this::look);
  }

  private void add(String folder, Path path) {
    try {
      disks.put(folder, Files.getFileStore(Files.createDirectories(path)));
    } catch (IOException unknown) {
      LOG.warn("The free space for {} can't be determined: {}", path, unknown.toString());
    }
  }

  /** A metric of a disk, which the operating system returns immediately. */
  private interface DiskNumber {
    long of(FileStore disk) throws IOException;
  }

  private void gauge(PrometheusRegistry registry, String name, String help, DiskNumber number) {
    GaugeWithCallback.builder()
        .name(name)
        .help(help)
        .labelNames("folder")
        .callback(gauge -> disks.forEach((folder, disk) -> gauge.call(ask(disk, number), folder)))
        .register(registry);
  }

  private static double ask(FileStore disk, DiskNumber number) {
    try {
      return number.of(disk);
    } catch (IOException failed) {
      throw new UncheckedIOException(failed);
    }
  }

  /** Returns whether so little space is left that nothing new may start. */
  boolean isScarce() {
    return scarce;
  }

  private boolean look() {
    FileStore data = disks.get("data");
    if (least == 0 || data == null) {
      return false;
    }
    double free = ask(data, FileStore::getUsableSpace);
    boolean before = scarce;
    scarce = free < (before ? least + least / SLACK : least);
    if (scarce != before) {
      LOG.error(
          scarce
              ? "The disk of the data folder is nearly full: {} bytes are free, so Florin starts no new payments. Free disk space; FLORIN_DISK_FREE sets the limit."
              : "The disk of the data folder has space again: {} bytes are free.",
          (long) free);
    }
    return false;
  }

  @Override
  public void close() {
    job.close();
  }
}
