package florin.cli;

import java.io.InputStream;
import java.io.PrintStream;
import java.util.Map;

/**
 * The environment in which a command runs.
 *
 * @param out for the results of commands
 * @param err for error messages and progress
 * @param environment the environment variables
 * @param secrets for secrets that are typed or piped
 * @param display how the output is displayed
 */
public record Terminal(
    PrintStream out,
    PrintStream err,
    Map<String, String> environment,
    SecretInput secrets,
    Display display) {
  /** Creates a terminal without input. */
  public Terminal(PrintStream out, PrintStream err, Map<String, String> environment) {
    this(out, err, environment, SecretInput.of(InputStream.nullInputStream()), Display.PLAIN);
  }

  /** Returns the terminal of this process. */
  public static Terminal ofProcess() {
    return new Terminal(
        System.out, System.err, System.getenv(), SecretInput.ofProcess(), Display.ofProcess());
  }
}
