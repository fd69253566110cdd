package florin;

import florin.cli.FlorinCommand;
import florin.cli.Terminal;

/** The program. Exit codes: 0 done or stopped, 1 failed, 2 wrong usage. */
public final class Main {
  private Main() {}

  public static void main(String[] args) {
    System.exit(FlorinCommand.commandLine(Terminal.ofProcess(), args).execute(args));
  }
}
