package emulator.stripe;

import java.io.IOException;

/** Runs the emulator as a process, with the options of `./florin emulator stripe`. */
public final class Main {
  private static final int USAGE = 2;

  private Main() {}

  public static void main(String[] arguments) throws IOException, InterruptedException {
    try {
      StripeEmulator.run(arguments);
    } catch (IllegalArgumentException wrong) {
      System.err.println(wrong.getMessage());
      System.exit(USAGE);
    }
  }
}
