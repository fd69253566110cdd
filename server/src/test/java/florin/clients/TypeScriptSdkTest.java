package florin.clients;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import florin.cli.Cli.Ran;
import florin.clients.FaultyProxy.LostResponse;
import florin.clients.FaultyProxy.Refused;
import florin.testing.TestApp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * Builds the client for TypeScript, and runs its tests against the service behind a proxy with
 * faults. Without Node, or if npm can't fetch the compiler, the test is skipped.
 */
@TestInstance(Lifecycle.PER_CLASS)
class TypeScriptSdkTest {
  private static final Path FOLDER = Path.of("../clients/typescript");

  @BeforeAll
  void build() throws Exception {
    assumeTrue(run(Map.of(), "node", "--version").status() == 0, "Node is missing: skipped.");
    Output fetched = run(Map.of(), "npm", "ci", "--ignore-scripts", "--loglevel=error");
    assumeTrue(fetched.status() == 0, "npm can't fetch the compiler: skipped. " + fetched.text());
    Output built = run(Map.of(), "npm", "run", "build");
    assertThat(built.status()).as(built.text()).isZero();
  }

  @Test
  void the_shop_compiles_and_ships_and_refunds_an_order_once() throws Exception {
    Output compiled = run(Map.of(), "npm", "run", "examples");
    assertThat(compiled.status()).as(compiled.text()).isZero();
    try (TestApp app = TestApp.open();
        var shop = new RunningShop(app, FOLDER, "node", "dist/examples/shop.js")) {
      shop.sellOnce("7");
      Ran drilled = shop.drill(60);
      assertThat(drilled.code()).as(drilled.out() + drilled.err()).isZero();
    }
  }

  @Test
  void it_passes_its_tests() throws Exception {
    try (TestApp app = TestApp.open();
        var proxy = new FaultyProxy(app.app().port())) {
      proxy.next(
          new LostResponse(),
          new Refused(500, "api_error", "internal_error", null),
          new Refused(429, "rate_limit_error", "rate_limit", "1"));
      Output tested =
          run(
              Map.of(
                  "FLORIN_URL", proxy.url(),
                  "FLORIN_STREAM_URL", "http://127.0.0.1:" + app.app().port(),
                  "FLORIN_SECRET_KEY", app.secretKey(),
                  "FLORIN_PUBLISHABLE_KEY", app.publishableKey()),
              "node",
              "--test",
              "test/");
      assertThat(tested.status()).as(tested.text()).isZero();
      assertThat(tested.text()).contains("skipped 0");
      assertThat(app.query("SELECT count(*)::text FROM payment WHERE status = 'succeeded'"))
          .containsExactly("1");
      assertThat(app.query("SELECT count(*)::text FROM refund")).containsExactly("1");
    }
  }

  private record Output(int status, String text) {}

  private static Output run(Map<String, String> environment, String... command)
      throws InterruptedException {
    try {
      var builder = new ProcessBuilder(List.of(command)).directory(FOLDER.toFile());
      builder.redirectErrorStream(true).environment().putAll(environment);
      Path output = Files.createTempFile("output", ".txt");
      Process process = builder.redirectOutput(output.toFile()).start();
      process.getOutputStream().close();
      if (!process.waitFor(5, TimeUnit.MINUTES)) {
        process.descendants().forEach(ProcessHandle::destroyForcibly);
        process.destroyForcibly();
      }
      int status = process.waitFor();
      String text = Files.readString(output);
      Files.delete(output);
      return new Output(status, text);
    } catch (IOException missing) {
      return new Output(-1, String.valueOf(missing.getMessage()));
    }
  }
}
