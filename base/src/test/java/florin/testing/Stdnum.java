package florin.testing;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Assumptions;

/**
 * Calls python3-stdnum, an independent implementation of check digits. Tests are skipped without
 * it.
 */
public final class Stdnum {
  private static final List<String> PYTHONS = List.of("/usr/bin/python3", "python3");

  private Stdnum() {}

  /** Runs a script with these lines as input and returns the lines that it prints. */
  public static List<String> ask(String script, List<String> lines) throws Exception {
    for (String python : PYTHONS) {
      if (runs(python)) {
        return output(List.of(python, "-c", "import sys\n" + script), lines);
      }
    }
    Assumptions.abort("python3-stdnum is not installed here");
    return List.of();
  }

  private static boolean runs(String python) throws InterruptedException {
    try {
      return new ProcessBuilder(python, "-c", "import stdnum.iso11649, stdnum.iban")
              .redirectErrorStream(true)
              .redirectOutput(ProcessBuilder.Redirect.DISCARD)
              .start()
              .waitFor()
          == 0;
    } catch (IOException missing) {
      return false;
    }
  }

  private static List<String> output(List<String> command, List<String> lines) throws Exception {
    Path input = Files.createTempFile("lines", ".txt");
    try {
      Files.write(input, lines);
      Process process =
          new ProcessBuilder(command)
              .redirectErrorStream(true)
              .redirectInput(input.toFile())
              .start();
      String said = new String(process.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
      assertThat(process.waitFor()).as(said).isZero();
      return said.lines().toList();
    } finally {
      Files.delete(input);
    }
  }
}
