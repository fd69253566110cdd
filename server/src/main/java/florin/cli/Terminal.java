package florin.cli;

import java.io.InputStream;
import java.io.PrintStream;
import java.util.Map;

/**
 * Where somebody types a command.
 *
 * @param out where commands print what was asked for
 * @param err where they say why they could not
 * @param environment the variables that are set there
 * @param secrets what is typed or piped in beside the command
 */
public record Terminal(
    PrintStream out, PrintStream err, Map<String, String> environment, SecretInput secrets) {
  /** One at which nothing is typed or piped in. */
  public Terminal(PrintStream out, PrintStream err, Map<String, String> environment) {
    this(out, err, environment, SecretInput.of(InputStream.nullInputStream()));
  }

  /** The one of this process. */
  public static Terminal ofProcess() {
    return new Terminal(System.out, System.err, System.getenv(), SecretInput.ofProcess());
  }
}
