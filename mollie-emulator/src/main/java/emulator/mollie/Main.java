package emulator.mollie;

import java.io.IOException;

/** Runs the emulator as a process: `java -cp … emulator.mollie.Main [PORT [SEED]]`. */
public final class Main {
  private Main() {}

  public static void main(String[] arguments) throws IOException {
    MollieEmulator.run(arguments);
  }
}
