package florin.postgres;

import florin.db.StartFailure;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionException;

/** PostgreSQL's main process: its start, readiness and stop. */
final class Postmaster {
  /**
   * The longest start: far more than recovery takes, which replays about 250 MB of WAL a second, up
   * to max_wal_size.
   */
  private static final Duration READY_LIMIT = Duration.ofMinutes(2);

  private static final long POLL_MS = 10;

  /** One step of a stop: a signal, and the wait before the next. */
  private record Step(String signal, Duration patience) {}

  /** Fast shutdown; immediate shutdown, which leaves the rest to recovery; and kill. */
  private static final List<Step> OWN =
      List.of(
          new Step("INT", Duration.ofSeconds(20)),
          new Step("QUIT", Duration.ofSeconds(5)),
          new Step("KILL", Duration.ofSeconds(5)));

  /** A shorter sequence, because a start waits for it: an immediate shutdown loses nothing. */
  private static final List<Step> LEFTOVER =
      List.of(
          new Step("INT", Duration.ofSeconds(2)),
          new Step("QUIT", Duration.ofMillis(500)),
          new Step("KILL", Duration.ofSeconds(2)));

  private final Process process;

  private Postmaster(Process process) {
    this.process = process;
  }

  /**
   * Starts PostgreSQL and returns when it accepts connections.
   *
   * @throws StartFailure if it ends before that, with the end of its log
   */
  static Postmaster start(List<String> command, Path cluster, Path log) throws IOException {
    long logBefore = Files.exists(log) ? Files.size(log) : 0;
    var builder =
        Commands.clean(new ProcessBuilder(command))
            .redirectErrorStream(true)
            .redirectOutput(ProcessBuilder.Redirect.appendTo(log.toFile()));
    var process = forkFromLastingThread(builder);
    long deadline = System.nanoTime() + READY_LIMIT.toNanos();
    while (!Commands.waitFor(process, POLL_MS)) {
      var file = PidFile.read(cluster);
      if (file.isPresent() && file.get().pid() == process.pid() && file.get().isReady()) {
        return new Postmaster(process);
      }
      if (System.nanoTime() > deadline) {
        new Postmaster(process).stop();
        throw new StartFailure(
            "PostgreSQL was not ready within " + READY_LIMIT.toMinutes() + " min. Its log: " + log);
      }
    }
    throw new StartFailure(
        "PostgreSQL did not start:\n" + since(log, logBefore) + "The whole log: " + log);
  }

  /**
   * Starts the process from a thread that lives as long as the child. The parent's death signal
   * follows the forking thread and not the process.
   */
  private static Process forkFromLastingThread(ProcessBuilder builder) throws IOException {
    var started = new CompletableFuture<Process>();
    Thread.ofPlatform()
        .daemon()
        .name("postgres-parent")
        .start(() -> {
          try {
            var process = builder.start();
            started.complete(process);
            process.onExit().join();
          } catch (IOException e) {
            started.completeExceptionally(e);
          }
        });
    try {
      return started.join();
    } catch (CompletionException e) {
      throw new IOException("cannot run " + builder.command().getFirst(), e.getCause());
    }
  }

  private static String since(Path log, long position) throws IOException {
    try (var in = Files.newInputStream(log)) {
      in.skipNBytes(position);
      return new String(in.readNBytes(8192), StandardCharsets.UTF_8);
    }
  }

  long pid() {
    return process.pid();
  }

  CompletableFuture<Process> onExit() {
    return process.onExit();
  }

  void stop() throws IOException {
    stop(pid(), OWN, () -> !process.isAlive());
  }

  /** Stops a PostgreSQL that an earlier Florin left running. */
  static void stopLeftover(PidFile file) throws IOException {
    stop(file.pid(), LEFTOVER, () -> file.owner() != PidFile.PidOwner.POSTGRES);
  }

  /**
   * Checks for the end in /proc, because {@link ProcessHandle} takes a zombie for a running
   * process.
   */
  @FunctionalInterface
  private interface EndCheck {
    boolean check() throws IOException;
  }

  private static void stop(long pid, List<Step> steps, EndCheck ended) throws IOException {
    for (var step : steps) {
      if (ended.check()) {
        return;
      }
      Commands.signal(pid, step.signal());
      long deadline = System.nanoTime() + step.patience().toNanos();
      while (System.nanoTime() < deadline) {
        if (ended.check()) {
          return;
        }
        Commands.pause(POLL_MS);
      }
    }
    throw new StartFailure("PostgreSQL, process " + pid + ", doesn't stop, even with SIGKILL.");
  }
}
