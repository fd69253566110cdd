package florin.cli;

import java.io.PrintStream;
import java.util.Map;

/**
 * Where somebody types a command.
 *
 * @param out where commands print what was asked for
 * @param err where they say why they could not
 * @param environment the variables that are set there
 */
public record Terminal(PrintStream out, PrintStream err, Map<String, String> environment) {
  /** The one of this process. */
  public static Terminal ofProcess() {
    return new Terminal(System.out, System.err, System.getenv());
  }
}
