package emulator.mollie;

import static org.assertj.core.api.Assertions.assertThat;

import emulator.provider.Options;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.opentest4j.TestAbortedException;

/**
 * Runs Mollie's own client for Node.js against the emulator:
 *
 * <pre>./mvnw -pl mollie-emulator -am test -Ddrills -Dtest=ClientTest</pre>
 *
 * <p>If npm can't fetch the client, the test is skipped and says so.
 */
@Tag("drill")
class ClientTest {
  private static final Path CLIENTS = Path.of("src/test/resources/clients");
  private static final int LONGEST_MINUTES = 5;

  /** The result of a program. */
  private record Ran(int exit, String output) {}

  @Test
  void mollies_client_pays_captures_cancels_refunds_and_lists(@TempDir Path folder)
      throws Exception {
    for (String name : List.of("package.json", "shop.js")) {
      Files.copy(CLIENTS.resolve(name), folder.resolve(name));
    }
    Ran install = run(folder, "npm", "install", "--no-audit", "--no-fund", "--ignore-scripts");
    if (install.exit() != 0) {
      String line = "NOT TESTED: npm can't fetch Mollie's client.";
      System.err.println(line);
      throw new TestAbortedException(line + "\n" + install.output());
    }
    try (MollieEmulator mollie = MollieEmulator.start(Options.ofTests())) {
      Ran shop = run(folder, "node", "shop.js", mollie.url().toString(), MollieEmulator.TEST_KEY);
      assertThat(shop.output()).endsWith("done\n");
      assertThat(mollie.book().faults()).isEmpty();
    }
  }

  private static Ran run(Path folder, String... command) throws InterruptedException {
    try {
      Path output = Files.createTempFile(folder, "output", ".txt");
      Process process =
          new ProcessBuilder(command)
              .directory(folder.toFile())
              .redirectErrorStream(true)
              .redirectOutput(output.toFile())
              .start();
      try {
        assertThat(process.waitFor(LONGEST_MINUTES, TimeUnit.MINUTES)).as(command[0]).isTrue();
        return new Ran(process.exitValue(), Files.readString(output));
      } finally {
        process.destroyForcibly();
      }
    } catch (IOException missing) {
      return new Ran(-1, missing.toString());
    }
  }
}
