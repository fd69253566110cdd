package florin.cli;

import java.io.BufferedReader;
import java.io.Console;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Reads secrets, which must not be part of a command. A terminal prompts for them without an echo.
 * Without a terminal, each secret is one line of standard input.
 */
public final class SecretInput {
  /** The maximum length of the input, which is longer than any secret. */
  private static final int MAX_LENGTH = 16_384;

  private final BufferedReader piped;
  private final Optional<Console> console;

  private SecretInput(InputStream in, Optional<Console> console) {
    this.piped = new BufferedReader(new InputStreamReader(in, StandardCharsets.UTF_8));
    this.console = console;
  }

  static SecretInput ofProcess() {
    return new SecretInput(
        System.in, Optional.ofNullable(System.console()).filter(Console::isTerminal));
  }

  /** Returns an input that reads piped lines only. */
  static SecretInput of(InputStream piped) {
    return new SecretInput(piped, Optional.empty());
  }

  /** Returns the secret, or empty if the line is blank or missing. */
  Optional<String> read(PrintStream err, String label) {
    if (console.isPresent()) {
      char[] typed = console.get().readPassword("%s: ", label);
      return Optional.ofNullable(typed).map(String::new).filter(text -> !text.isBlank());
    }
    err.println(label + ": reading one line of standard input");
    return Optional.ofNullable(line()).filter(text -> !text.isBlank());
  }

  private @Nullable String line() {
    try {
      var line = new StringBuilder();
      int c = piped.read();
      if (c < 0) {
        return null;
      }
      while (c >= 0 && c != '\n' && line.length() <= MAX_LENGTH) {
        line.append((char) c);
        c = piped.read();
      }
      return line.toString().strip();
    } catch (IOException failed) {
      throw new UncheckedIOException("Standard input can't be read", failed);
    }
  }
}
