package florin.postgres;

import florin.core.IoReason;
import florin.db.PostgresAddress;
import florin.db.StartFailure;
import florin.postgres.FolderLock.DataFolderInUse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Florin's own PostgreSQL, in `DIR/postgres`: a full server, durable (fsync on), and reachable from
 * this machine only. While it runs, this process holds `DIR/lock`.
 *
 * <p>If Florin is killed, the kernel sends PostgreSQL its fast shutdown. If it still runs at the
 * next start, Florin stops it instead of adopting it. So a PostgreSQL always has the same parent
 * and this version's settings. No transaction of the dead process can commit after Florin reads its
 * data.
 */
public final class EmbeddedPostgres implements AutoCloseable {
  private static final Logger LOG = LoggerFactory.getLogger(EmbeddedPostgres.class);

  /** Temporary leftovers of a killed PostgreSQL, in the words of its log. */
  private static final Pattern PASSING =
      Pattern.compile("lock file|shared memory block|Address already in use");

  private static final int START_ATTEMPTS = 12;
  private static final long START_PAUSE_MS = 250;
  private static final Duration ATTACH_LIMIT = Duration.ofSeconds(10);
  private static final long ATTACH_PAUSE_MS = 50;

  private static final List<String> SETTINGS =
      List.of(
          "listen_addresses=127.0.0.1",
          "unix_socket_directories=",
          "max_connections=60",
          "fsync=on",
          "synchronous_commit=on",
          "full_page_writes=on",
          "max_wal_size=1GB", // limits recovery after a kill to about four seconds
          "min_wal_size=256MB",
          "wal_init_zero=off", // filling each new file of 16 MB would block all commits for 60 ms
          "checkpoint_timeout=10min",
          "shared_buffers=256MB",
          "random_page_cost=1.1",
          "jit=off", // statements are short: compiling them costs more than it saves
          "log_line_prefix=%m [%p] ");

  private final PostgresAddress address;
  private final @Nullable OwnServer owned;

  /** The parts that this process must stop, in this order. */
  private record OwnServer(Postmaster postmaster, FolderLock lock) {}

  private EmbeddedPostgres(PostgresAddress address, @Nullable OwnServer owned) {
    this.address = address;
    this.owned = owned;
  }

  /**
   * Starts PostgreSQL on this data folder, which is created if it is missing, and returns when it
   * accepts connections.
   *
   * @throws DataFolderInUse if another process uses the folder
   * @throws StartFailure if it can't start; the message says what to do
   */
  public static EmbeddedPostgres start(Path dataFolder) {
    return start(dataFolder, Optional.empty(), List.of());
  }

  /**
   * Uses the PostgreSQL of the process that runs on this data folder, for tools beside the service.
   * If there is none, it starts one that {@link #close} stops.
   */
  public static EmbeddedPostgres attach(Path dataFolder) {
    try {
      return start(dataFolder);
    } catch (DataFolderInUse inUse) {
      return new EmbeddedPostgres(awaitRunning(dataFolder, inUse), null);
    }
  }

  /**
   * Starts PostgreSQL.
   *
   * @param programs where to unpack its programs, if not in the data folder
   * @param overrides settings as `name=value`, which override Florin's
   */
  public static EmbeddedPostgres start(
      Path dataFolder, Optional<Path> programs, List<String> overrides) {
    try {
      Files.createDirectories(dataFolder);
      var real = dataFolder.toRealPath();
      var lock = FolderLock.take(real);
      try {
        var folder = ClusterFolder.create(real);
        var home = PostgresBinaries.unpack(programs.orElse(folder.path()));
        var user = PostgresUser.choose(folder.path(), folder.cluster());
        if (!Files.exists(folder.cluster())) {
          new ClusterDraft(folder, home, user).complete();
        }
        var postmaster = startPersistently(folder, home, user, overrides);
        return new EmbeddedPostgres(folder.address(), new OwnServer(postmaster, lock));
      } catch (IOException | RuntimeException e) {
        lock.close();
        throw e;
      }
    } catch (IOException e) {
      throw new StartFailure(
          "Florin can't start PostgreSQL in " + dataFolder + ": " + IoReason.withFile(e) + ".", e);
    }
  }

  private static Postmaster startPersistently(
      ClusterFolder folder, Path home, PostgresUser user, List<String> overrides)
      throws IOException {
    folder.rotateLog();
    for (int attempt = 1; ; attempt++) {
      clearLeftover(folder.cluster());
      try {
        return Postmaster.start(
            command(folder, home, user, overrides), folder.cluster(), folder.log());
      } catch (StartFailure e) {
        if (attempt == START_ATTEMPTS || !PASSING.matcher(e.getMessage()).find()) {
          throw e;
        }
        LOG.info("Starting PostgreSQL again: {}", e.getMessage());
        Commands.pause(START_PAUSE_MS);
      }
    }
  }

  private static List<String> command(
      ClusterFolder folder, Path home, PostgresUser user, List<String> overrides)
      throws IOException {
    var command = new ArrayList<>(List.of(home.resolve("bin/postgres").toString()));
    command.addAll(
        List.of("-D", folder.cluster().toString(), "-p", Integer.toString(folder.choosePort())));
    for (var settings : List.of(SETTINGS, overrides)) {
      settings.forEach(setting -> command.addAll(List.of("-c", setting)));
    }
    return user.command(command);
  }

  /**
   * Handles a leftover pid file. It is called only with the lock, so no running Florin wrote the
   * file. PostgreSQL itself clears what it can, because it also checks the shared memory that the
   * file names.
   */
  private static void clearLeftover(Path cluster) throws IOException {
    var found = PidFile.read(cluster);
    if (found.isEmpty()) {
      return;
    }
    var file = found.get();
    if (file.owner() == PidFile.PidOwner.POSTGRES) {
      LOG.info("Stopping the PostgreSQL of an earlier Florin process, process {}", file.pid());
      Postmaster.stopLeftover(file);
    }
    if (file.owner() != PidFile.PidOwner.GONE) {
      PidFile.delete(cluster);
    }
  }

  private static PostgresAddress awaitRunning(Path dataFolder, DataFolderInUse inUse) {
    long deadline = System.nanoTime() + ATTACH_LIMIT.toNanos();
    while (true) {
      try {
        var address = new ClusterFolder(dataFolder.toRealPath().resolve("postgres")).address();
        address.connect().close();
        return address;
      } catch (IOException | SQLException | StartFailure e) {
        if (System.nanoTime() > deadline) {
          var failure =
              new StartFailure(
                  inUse.getMessage() + " Its PostgreSQL is not responding: " + e.getMessage(), e);
          failure.addSuppressed(inUse);
          throw failure;
        }
        Commands.pause(ATTACH_PAUSE_MS);
      }
    }
  }

  public PostgresAddress address() {
    return address;
  }

  /** Returns whether {@link #close} stops it; otherwise it belongs to another process. */
  public boolean isOurs() {
    return owned != null;
  }

  /**
   * Completes when PostgreSQL has ended, through {@link #close} or otherwise; never if it belongs
   * to another process.
   */
  public CompletableFuture<Void> onExit() {
    return owned == null
        ? new CompletableFuture<>()
        : owned.postmaster().onExit().thenAccept(process -> {});
  }

  /**
   * Stops PostgreSQL with a checkpoint, if it belongs to this process. Open connections are closed.
   * Repeated calls have no effect.
   */
  @Override
  public void close() {
    if (owned == null) {
      return;
    }
    try {
      owned.postmaster().stop();
    } catch (IOException e) {
      throw new StartFailure(
          "Florin can't stop PostgreSQL, process " + owned.postmaster().pid() + ": " + e, e);
    } finally {
      owned.lock().close();
    }
  }
}
