package florin.postgres;

import florin.db.TestPostgres;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/** A second Florin: a Java process that uses a data folder until it is killed or its input ends. */
final class PostgresHolder implements AutoCloseable {
  private static final String READY = "ready";

  private final Process process;

  private PostgresHolder(Process process) {
    this.process = process;
  }

  /** Starts the process and returns when its PostgreSQL is ready. */
  static PostgresHolder start(Path dataFolder) throws IOException {
    var java = Path.of(System.getProperty("java.home"), "bin", "java").toString();
    var process =
        new ProcessBuilder(
                java,
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "-cp",
                System.getProperty("java.class.path"),
                PostgresHolder.class.getName(),
                dataFolder.toString())
            .redirectErrorStream(true)
            .start();
    awaitReady(process.inputReader());
    return new PostgresHolder(process);
  }

  private static void awaitReady(BufferedReader output) throws IOException {
    var said = new StringBuilder();
    for (var line = output.readLine(); line != null; line = output.readLine()) {
      if (line.equals(READY)) {
        return;
      }
      said.append(line).append('\n');
    }
    throw new IllegalStateException("the other Florin did not start:\n" + said);
  }

  long pid() {
    return process.pid();
  }

  /** Sends SIGKILL. */
  void kill() {
    process.destroyForcibly().onExit().join();
  }

  /** Stops the process in an orderly way if it still runs. */
  @Override
  public void close() throws IOException {
    process.getOutputStream().close();
    process.onExit().join();
  }

  @SuppressWarnings("SystemOut") // The parent process reads the output.
  public static void main(String[] arguments) throws IOException {
    var programs = Optional.of(TestPostgres.programs());
    try (var _ = EmbeddedPostgres.start(Path.of(arguments[0]), programs, List.of())) {
      System.out.println(READY);
      while (System.in.read() >= 0) {
        // The input itself does not matter, only its end.
      }
    }
  }
}
