package florin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import florin.cli.Cli.Ran;
import florin.db.TestPostgres;
import florin.testing.TakesLong;
import java.io.BufferedReader;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** `./florin serve` in a process of its own, as it starts and ends. */
@TakesLong
class ServeCommandTest {
  private static final String READY = "Florin is ready on ";

  @TempDir private Path folder;

  @Test
  void it_prints_where_it_is_and_nothing_else_and_ends_well_when_it_is_told_to() throws Exception {
    Map<String, String> environment =
        Map.of(
            "FLORIN_DATABASE_URL", TestPostgres.freshDatabase().url(),
            "FLORIN_COLOUR", "blue",
            "FLORIN_PORT", "tcp://10.0.0.1:80");
    Path err = folder.resolve("err");
    Process serving =
        Cli.builder(environment, "serve", "--port", "0", "--data", folder.toString())
            .redirectError(err.toFile())
            .start();
    var printed = new ArrayList<String>();
    try (var out =
        new BufferedReader(
            new InputStreamReader(serving.getInputStream(), StandardCharsets.UTF_8))) {
      printed.add(out.readLine());
      printed.add(out.readLine());
      assertThat(printed).as(Files.readString(err)).first().isEqualTo("");
      String url = printed.getLast().substring(READY.length());
      assertThat(folder.resolve("address")).hasContent(url);

      String port = url.substring(url.lastIndexOf(':') + 1);
      Ran second = secondAt(port, environment);

      assertThat(second.code()).isEqualTo(1);
      assertThat(second.out()).isEmpty();
      assertThat(second.err().lines().toList())
          .last()
          .asString()
          .isEqualTo(
              "The port is not open: cannot listen on 127.0.0.1:%s: Address already in use. Mend this, or choose another port with --port.",
              port);
      serving.toHandle().destroy(); // the process would close its streams as well
      out.lines().forEach(printed::add);
      assertThat(serving.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      serving.destroyForcibly();
    }
    assertThat(serving.exitValue()).isZero();
    assertThat(printed).contains("  Make a payment:").doesNotContain("blue");
    assertThat(printed.stream().filter(line -> line.startsWith("Florin")).toList()).hasSize(1);
    assertThat(printed.stream().filter(line -> line.startsWith("["))).as("the JVM's").isEmpty();
    assertThat(Files.readString(err))
        .startsWith("Ignored, for there are no such settings: FLORIN_COLOUR. ")
        .doesNotContain("FLORIN_PORT", "blue");
  }

  private Ran secondAt(String port, Map<String, String> environment) throws Exception {
    var all = new HashMap<>(environment);
    all.put("FLORIN_KEYS_FILE", folder.resolve("keys").toString());
    all.remove("FLORIN_COLOUR");
    Path other = Files.createDirectory(folder.resolve("other"));
    return Cli.process(all, "serve", "--port", port, "--data", other.toString());
  }
}
