package florin.drill;

import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.TestClient;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Sends floods that once crashed the process, to a service with the script's heap and one with a
 * small heap. The service survives, and serves clients with a secret key during and after the
 * flood.
 */
@Tag("drill")
class FloodTest {
  private static final Duration PATIENCE = Duration.ofSeconds(60);

  @TempDir Path folder;

  @ParameterizedTest
  @ValueSource(strings = {"320m", "64m"})
  void a_flood_from_one_address_is_shed_and_others_are_served(String heap) throws Exception {
    Process service = start(heap);
    try {
      int port = awaitPort(service);
      var keys = new Properties();
      try (var file = Files.newBufferedReader(folder.resolve("data/test-keys.env"))) {
        keys.load(file);
      }
      String publishable = keys.getProperty("FLORIN_TEST_PUBLISHABLE_KEY");
      var client = new TestClient(port, keys.getProperty("FLORIN_TEST_SECRET_KEY"));
      assertIsServed(client, service);
      try (var flood = new Flood(port)) {
        long begun = System.nanoTime();
        BooleanSupplier inTime = () -> System.nanoTime() - begun < PATIENCE.toNanos();
        flood.unreadAnswers(400, 256, inTime);
        assertIsServed(client, service);
        flood.unknownParameters(60, publishable, inTime);
        assertIsServed(client, service);
        flood.endlessBodies(255, publishable, inTime);
        assertIsServed(client, service);
      }
      assertIsServed(client, service);
    } finally {
      service.destroy();
      assertThat(service.waitFor(60, TimeUnit.SECONDS)).isTrue();
    }
  }

  /** Asserts that the client is served eventually: two cores are also busy with rejections. */
  private static void assertIsServed(TestClient client, Process service) {
    for (long begun = System.nanoTime(); ; ) {
      assertThat(service.isAlive()).isTrue();
      try {
        assertThat(client.get("/v2/payments").status()).isEqualTo(200);
        return;
      } catch (UncheckedIOException | AssertionError notYet) {
        if (System.nanoTime() - begun > PATIENCE.toNanos()) {
          throw notYet;
        }
      }
    }
  }

  private Process start(String heap) throws IOException {
    var command =
        List.of(
            Path.of(System.getProperty("java.home"), "bin", "java").toString(),
            "-XX:+UseSerialGC",
            "-XX:+UseCompactObjectHeaders",
            "-Xmx" + heap,
            "-XX:+ExitOnOutOfMemoryError",
            "--enable-native-access=ALL-UNNAMED",
            "--sun-misc-unsafe-memory-access=allow",
            "-cp",
            System.getProperty("java.class.path"),
            "florin.Main",
            "serve",
            "--port",
            "0",
            "--data",
            folder.resolve("data").toString());
    var builder = new ProcessBuilder(command).redirectErrorStream(true);
    builder.environment().putAll(Map.of("FLORIN_RATE_LIMIT", "off"));
    return builder.redirectOutput(folder.resolve("log").toFile()).start();
  }

  private int awaitPort(Process service) throws Exception {
    String ready = "ready on http://127.0.0.1:";
    for (long begun = System.nanoTime(); System.nanoTime() - begun < PATIENCE.toNanos(); ) {
      String log = Files.readString(folder.resolve("log"));
      int at = log.indexOf(ready);
      if (at >= 0 && log.indexOf('\n', at) > 0) {
        return Integer.parseInt(log.substring(at + ready.length(), log.indexOf('\n', at)).strip());
      }
      assertThat(service.isAlive()).as(log).isTrue();
      Thread.sleep(100); // another process writes the log
    }
    throw new AssertionError("it did not start");
  }
}
