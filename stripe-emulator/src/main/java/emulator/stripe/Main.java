package emulator.stripe;

import java.io.IOException;

/** Runs the emulator as a process: `java -cp … emulator.stripe.Main [PORT [SEED]]`. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) throws IOException {
    StripeEmulator.run(arguments);
  }
}
