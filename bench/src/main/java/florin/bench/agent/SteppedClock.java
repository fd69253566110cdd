package florin.bench.agent;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/** The offset of the service's clock in milliseconds, read from a file that the drill writes. */
final class SteppedClock {
  /** The name of the system property with the path of the file. */
  static final String FILE = "florin.drill.clock";

  private static final long LOOK_MS = 50;
  private static volatile long stepMs;

  private SteppedClock() {}

  static long stepMs() {
    return stepMs;
  }

  /** Follows the file. The first offset, if there is one, is in force when this returns. */
  static void follow(Path file) {
    read(file);
    Thread.ofPlatform().name("drill-clock").daemon().start(() -> look(file));
  }

  private static void look(Path file) {
    try {
      while (true) {
        read(file);
        Thread.sleep(LOOK_MS);
      }
    } catch (InterruptedException interrupted) {
      Thread.currentThread().interrupt();
    }
  }

  private static void read(Path file) {
    try {
      stepMs = Long.parseLong(Files.readString(file).strip());
    } catch (IOException | NumberFormatException notWhole) {
      // The drill is writing the file; the next read succeeds.
    }
  }
}
