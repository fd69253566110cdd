package emulator.mollie;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;

/**
 * Runs the emulator as a process: `java -cp … emulator.mollie.Main [PORT [SEED]]`. It prints its
 * address, and exits when its standard input ends, so that a test leaves no process behind.
 */
public final class Main {
  private static final Duration ANSWER = Duration.ofMillis(20);
  private static final Duration SLOW = Duration.ofSeconds(2);

  private Main() {}

  public static void main(String[] arguments) throws IOException {
    int port = arguments.length > 0 ? Integer.parseInt(arguments[0]) : 0;
    long seed = arguments.length > 1 ? Long.parseLong(arguments[1]) : 1;
    var options =
        new MollieEmulator.Options(
            port, seed, InstantSource.system(), Pace.usual(), ANSWER, SLOW, SLOW);
    try (MollieEmulator mollie = MollieEmulator.start(options)) {
      System.out.println("The Mollie emulator is ready on " + mollie.url());
      System.out.println("Test API key: " + MollieEmulator.TEST_KEY);
      while (System.in.read() >= 0) {
        // until the input ends
      }
    }
  }
}
