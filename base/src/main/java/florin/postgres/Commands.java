package florin.postgres;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;

/** Runs programs of the operating system. */
final class Commands {
  /** The caller's search path, or a common default. */
  static final String PATH =
      Optional.ofNullable(System.getenv("PATH")).orElse("/usr/sbin:/usr/bin:/sbin:/bin");

  private static final long LIMIT_SECONDS = 120;

  /**
   * The result of a command.
   *
   * @param output both output streams
   */
  record CommandResult(int exitCode, String output) {
    boolean ok() {
      return exitCode == 0;
    }
  }

  private Commands() {}

  /** Runs a command to its end, within two minutes. */
  static CommandResult run(List<String> command, String input) throws IOException {
    var process = clean(new ProcessBuilder(command)).redirectErrorStream(true).start();
    try (var in = process.getInputStream()) {
      try (var out = process.getOutputStream()) {
        out.write(input.getBytes(StandardCharsets.UTF_8));
      }
      var output = new String(in.readAllBytes(), StandardCharsets.UTF_8);
      if (!waitFor(process, LIMIT_SECONDS * 1000)) {
        throw new IOException(command + " did not end within " + LIMIT_SECONDS + " s");
      }
      return new CommandResult(process.exitValue(), output);
    } finally {
      process.destroyForcibly();
    }
  }

  /** Removes the caller's environment: PGPORT and similar variables, languages, libraries. */
  static ProcessBuilder clean(ProcessBuilder builder) {
    builder.environment().clear();
    builder.environment().putAll(Map.of("PATH", PATH, "LC_ALL", "C", "TZ", "UTC"));
    return builder;
  }

  /** Sends a signal by its name, such as `INT`; it does not report whether the process exists. */
  static void signal(long pid, String signal) throws IOException {
    run(List.of("sh", "-c", "kill -" + signal + " " + pid), "");
  }

  /**
   * Returns whether the process ended in time. An interrupt ends the wait with an exception, and
   * remains set.
   */
  static boolean waitFor(Process process, long limitMs) {
    try {
      return process.waitFor(limitMs, TimeUnit.MILLISECONDS);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for process " + process.pid(), e);
    }
  }

  /** Pauses between two checks of a condition. */
  static void pause(long ms) {
    try {
      TimeUnit.MILLISECONDS.sleep(ms);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException("interrupted while waiting for PostgreSQL", e);
    }
  }
}
