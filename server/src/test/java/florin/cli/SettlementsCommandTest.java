package florin.cli;

import static florin.books.SettlementFileText.row;
import static org.assertj.core.api.Assertions.assertThat;

import florin.books.SettlementFileText;
import florin.cli.Cli.Ran;
import florin.testing.TestApp;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;
import org.junit.jupiter.api.io.TempDir;

/** `./florin settlements` with a running service. */
@TestInstance(Lifecycle.PER_CLASS)
class SettlementsCommandTest {
  private final TestApp florin = TestApp.open();

  @AfterAll
  void close() {
    florin.close();
  }

  @Test
  void each_file_is_imported_and_each_that_fails_is_named(@TempDir Path folder) throws IOException {
    Path wrong =
        Files.writeString(
            folder.resolve("wrong.csv"),
            SettlementFileText.of(
                row("S1", "fee", "", -50, 0, ""), row("S1", "fee", "", -60, 0, "")));
    Path missing = folder.resolve("missing.csv");
    Path good =
        Files.writeString(
            folder.resolve("november & more.csv"),
            SettlementFileText.of(
                row("S2", "fee", "", -50, 0, ""),
                row("S3", "payment", "pay_00000000000000000000000007", 100, 1, "")));
    Path one =
        Files.writeString(
            folder.resolve("a".repeat(57) + ".csv"),
            SettlementFileText.of(row("S2", "fee", "", -50, 0, "")));

    Ran ran = take("simulator", "plain", wrong, missing, good, one);

    assertThat(ran.code()).isEqualTo(1);
    assertThat(ran.err().lines())
        .containsExactly(
            wrong
                + ": Line 3: The row has the same reference as line 2. Correct the file; no line was imported.",
            missing + ": The file doesn't exist. Nothing was imported.");
    assertThat(withoutIds(ran.out()))
        .containsExactly(
            good + "  ID  2 lines: missing_here 1, other 1", one + "  ID  1 line: already_known 1");
    Ran list = run("list");
    assertThat(list.err()).isEmpty();
    assertThat(withoutIds(list.out()).map(line -> line.replaceAll(" +", " ")))
        .containsExactly(
            "SETTLEMENT CONNECTOR FORMAT LINES FILE MODE",
            "ID simulator csv 1 test",
            "ID simulator csv 2 november & more.csv test");
    assertThat(run("list", "--limit", "1", "--json").out())
        .contains("\"lines\":1,")
        .hasLineCount(1);
  }

  @Test
  void each_format_is_the_one_of_the_api(@TempDir Path folder) throws IOException {
    Path file = Files.writeString(folder.resolve("one.csv"), "a;b");

    assertThat(take("simulator", "adyen", file).err())
        .isEqualTo(
            file
                + ": Line 1: The header has no column Net Currency. Correct the file; no line was imported.\n");
    assertThat(take("simulator", "stripe", file).err())
        .isEqualTo(
            file
                + ": Line 1: The header has no column gross. Correct the file; no line was imported.\n");
    assertThat(take("cn_1", "plain", file).err()).startsWith(file + ": connector ");
  }

  private static Stream<String> withoutIds(String text) {
    return text.lines().map(line -> line.replaceAll("\\bstl_[0-9a-z]{26}", "ID"));
  }

  private Ran take(String connector, String format, Path... files) {
    var words = new ArrayList<>(List.of("import", "--connector", connector, "--format", format));
    List.of(files).forEach(file -> words.add(file.toString()));
    return run(words.toArray(String[]::new));
  }

  private Ran run(String... words) {
    var all = new ArrayList<>(List.of("settlements"));
    all.addAll(List.of(words));
    all.addAll(List.of("--url", "http://127.0.0.1:" + florin.app().port()));
    return Cli.runPiped(
        "", Map.of("FLORIN_API_KEY", florin.secretKey()), all.toArray(String[]::new));
  }
}
