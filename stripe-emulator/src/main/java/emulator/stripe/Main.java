package emulator.stripe;

import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;

/**
 * Runs the emulator as a process: `java -cp … emulator.stripe.Main [PORT [SEED]]`. It prints its
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
        new StripeEmulator.Options(port, seed, InstantSource.system(), ANSWER, SLOW, SLOW);
    try (StripeEmulator stripe = StripeEmulator.start(options)) {
      System.out.println("The Stripe emulator is ready on " + stripe.url());
      System.out.println("Test secret key: " + StripeEmulator.TEST_KEY);
      while (System.in.read() >= 0) {
        // until the input ends
      }
    }
  }
}
