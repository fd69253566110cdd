package florin.drill;

import florin.app.App;
import florin.config.Config;
import florin.payment.execution.CrashPoint;
import florin.payment.execution.CrashPoint.Step;
import florin.payment.machine.Attempt.Owner;
import florin.postgres.EmbeddedPostgres;
import florin.testing.TestClient;
import java.io.BufferedReader;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.Properties;
import java.util.UUID;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;

/**
 * A Florin in its own process, with the PostgreSQL of its own data folder. It halts when it reaches
 * a step for the nth time: `Runtime.halt` runs no hook, closes nothing and flushes nothing.
 */
final class HaltingFlorin implements AutoCloseable {
  static final int HALTED = 9;
  private static final String READY = "ready ";
  private static final String NEVER = "never";

  private final Process process;
  private final TestClient client;

  private HaltingFlorin(Process process, TestClient client) {
    this.process = process;
    this.client = client;
  }

  /** Starts a process that runs until it is closed. */
  static HaltingFlorin start(Path data, UUID node) throws IOException {
    return start(data, node, NEVER, 0);
  }

  static HaltingFlorin start(Path data, UUID node, Step haltAt, int nth) throws IOException {
    return start(data, node, haltAt.name(), nth);
  }

  private static HaltingFlorin start(Path data, UUID node, String haltAt, int nth)
      throws IOException {
    var process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:+UseSerialGC",
                "-XX:TieredStopAtLevel=1",
                "--enable-native-access=ALL-UNNAMED",
                "--sun-misc-unsafe-memory-access=allow",
                "-cp",
                System.getProperty("java.class.path"),
                HaltingFlorin.class.getName(),
                data.toString(),
                node.toString(),
                haltAt,
                Integer.toString(nth))
            .redirectError(data.resolve("stderr.log").toFile())
            .start();
    int port = awaitReady(process.inputReader(), data);
    var keys = new Properties();
    try (var reader = Files.newBufferedReader(data.resolve("test-keys.env"))) {
      keys.load(reader);
    }
    return new HaltingFlorin(
        process, new TestClient(port, keys.getProperty("FLORIN_TEST_SECRET_KEY")));
  }

  private static int awaitReady(BufferedReader output, Path data) throws IOException {
    for (var line = output.readLine(); line != null; line = output.readLine()) {
      if (line.startsWith(READY)) {
        return Integer.parseInt(line.substring(READY.length()));
      }
    }
    throw new IllegalStateException(
        "Florin did not start:\n" + Files.readString(data.resolve("stderr.log")));
  }

  TestClient client() {
    return client;
  }

  /** Waits for the end of the process and returns its exit code. */
  int awaitExit() throws InterruptedException {
    if (!process.waitFor(20, TimeUnit.SECONDS)) {
      throw new AssertionError("Florin has not halted");
    }
    return process.exitValue();
  }

  /** Shuts the process down in an orderly way, if it still runs. */
  @Override
  public void close() throws IOException {
    client.close();
    process.getOutputStream().close();
    process.onExit().join();
  }

  /** Runs the service. Arguments: the data folder, the node, the step or `never`, and how often. */
  public static void main(String[] arguments) throws IOException {
    Path data = Path.of(arguments[0]);
    Config config = Config.of("127.0.0.1", 0, data, Map.of("FLORIN_RATE_LIMIT", "off"));
    var self = new Owner(UUID.fromString(arguments[1]), UUID.randomUUID());
    CrashPoint crashPoint = haltingAt(arguments[2], Integer.parseInt(arguments[3]));
    try (var postgres = EmbeddedPostgres.start(data);
        var app = App.open(config, postgres.address(), self, crashPoint)) {
      System.out.println(READY + app.port());
      while (System.in.read() >= 0) {
        // the input's content doesn't matter, only its end
      }
    }
  }

  private static CrashPoint haltingAt(String fatal, int nth) {
    var seen = new AtomicInteger();
    return step -> {
      if (step.name().equals(fatal) && seen.incrementAndGet() == nth) {
        Runtime.getRuntime().halt(HALTED);
      }
    };
  }
}
