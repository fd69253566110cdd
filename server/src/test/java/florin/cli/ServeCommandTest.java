package florin.cli;

import static org.assertj.core.api.Assertions.assertThat;

import florin.cli.Cli.Ran;
import florin.db.PostgresAddress;
import florin.db.Sql;
import florin.db.TestPostgres;
import florin.postgres.EmbeddedPostgres;
import florin.testing.TakesLong;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.TimeUnit;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** `./florin serve` in a separate process, from its start to its end. */
@TakesLong
class ServeCommandTest {
  private static final String READY = "Florin is ready on ";

  @TempDir private Path folder;

  /** Returns the lines of the README for the first start, as patterns. */
  private List<String> readme() throws IOException {
    String text = Files.readString(Path.of("../README.md"));
    int from = text.indexOf("```\n" + READY) + 4;
    return text.substring(from, text.indexOf("\n```", from))
        .lines()
        .map(line -> Pattern.quote(line.replace("./data", folder.toString())))
        .map(line -> line.replaceAll("[A-Za-z0-9]+…", "\\\\E[A-Za-z0-9_-]{20,}\\\\Q"))
        .toList();
  }

  @Test
  void it_prints_only_its_address_and_exits_with_0_on_a_signal() throws Exception {
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
              "The port is not open: cannot listen on 127.0.0.1:%s: Address already in use. Fix this, or choose another port with --port.",
              port);
      // Process.destroy() would also close the streams.
      serving.toHandle().destroy();
      out.lines().forEach(printed::add);
      assertThat(serving.waitFor(60, TimeUnit.SECONDS)).isTrue();
    } finally {
      serving.destroyForcibly();
    }
    assertThat(serving.exitValue()).isZero();
    assertThat(printed.subList(1, readme().size() + 1))
        .as("as the README shows it")
        .zipSatisfy(
            readme(),
            (line, shown) -> assertThat(line.replaceAll(":[0-9]+", ":8080")).matches(shown));
    assertThat(printed).contains("  Make your first payment:").doesNotContain("blue");
    assertThat(printed.stream().filter(line -> line.startsWith("Florin")).toList()).hasSize(1);
    assertThat(printed.stream().filter(line -> line.startsWith("[")))
        .as("messages of the JVM")
        .isEmpty();
    assertThat(Files.readString(err))
        .startsWith("Ignored unknown settings: FLORIN_COLOUR. ")
        .doesNotContain("FLORIN_PORT", "blue");
  }

  @Test
  void a_data_folder_from_before_the_first_release_is_rejected_in_one_sentence() throws Exception {
    try (var postgres =
        EmbeddedPostgres.start(folder, Optional.of(TestPostgres.programs()), List.of())) {
      makeOld(postgres.address());
    }
    assertRefused(Cli.process(Map.of(), "serve", "--port", "0", "--data", folder.toString()));
  }

  @Test
  void a_database_from_before_the_first_release_is_rejected_in_one_sentence() throws Exception {
    PostgresAddress database = TestPostgres.emptyDatabase();
    makeOld(database);
    assertRefused(
        Cli.run(
            Map.of("FLORIN_DATABASE_URL", database.url()),
            "serve",
            "--port",
            "0",
            "--data",
            folder.toString()));
  }

  private static void makeOld(PostgresAddress database) throws SQLException {
    Sql.execute(
        database,
        """
        CREATE TABLE flyway_schema_history (version text, success boolean);
        INSERT INTO flyway_schema_history VALUES ('201', true), ('297', true)
        """);
  }

  private static void assertRefused(Ran ran) {
    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.out()).isEmpty();
    assertThat(ran.err().lines().toList())
        .singleElement()
        .asString()
        .startsWith("The data in jdbc:postgresql://127.0.0.1:")
        .contains("is from before the first release (its schema is at version 297)")
        .endsWith("on an empty database; nothing was changed.");
  }

  private Ran secondAt(String port, Map<String, String> environment) throws Exception {
    var all = new HashMap<>(environment);
    all.put("FLORIN_KEYS_FILE", folder.resolve("keys").toString());
    all.remove("FLORIN_COLOUR");
    Path other = Files.createDirectory(folder.resolve("other"));
    return Cli.process(all, "serve", "--port", port, "--data", other.toString());
  }
}
