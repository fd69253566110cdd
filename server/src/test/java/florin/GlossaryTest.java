package florin;

import static org.assertj.core.api.Assertions.assertThat;

import florin.testing.Sources;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The glossary's words are the code's: every type and table that it names is there. */
class GlossaryTest {
  private static final Pattern TYPE =
      Pattern.compile("`(?:[a-z]+\\.)*([A-Z][A-Za-z]+)[A-Za-z._]*`");
  private static final Pattern TABLE = Pattern.compile("table `([a-z_]+)`");

  @Test
  void every_type_in_it_exists() throws IOException {
    Set<String> types =
        sources(".java")
            .map(path -> path.getFileName().toString().replace(".java", ""))
            .collect(Collectors.toSet());

    assertThat(named(TYPE))
        .hasSizeGreaterThan(40)
        .allSatisfy(type -> assertThat(types).contains(type));
  }

  @Test
  void every_table_in_it_exists() throws IOException {
    var schema = new StringBuilder();
    for (Path script : sources(".sql").toList()) {
      schema.append(Files.readString(script));
    }

    assertThat(named(TABLE))
        .isNotEmpty()
        .allSatisfy(table -> assertThat(schema).contains("CREATE TABLE " + table + " ("));
  }

  @Test
  void its_words_are_in_alphabetical_order() throws IOException {
    List<String> words =
        rows()
            .map(row -> row.split("\\|")[1].strip())
            .filter(word -> !word.equals("word"))
            .toList();

    assertThat(words).isSorted().doesNotHaveDuplicates();
  }

  @Test
  void it_has_at_most_sixty_words() throws IOException {
    assertThat(rows().skip(1)).hasSizeLessThanOrEqualTo(60);
  }

  private static List<String> named(Pattern pattern) throws IOException {
    return rows()
        .flatMap(row -> pattern.matcher(row).results())
        .map((MatchResult found) -> found.group(1))
        .toList();
  }

  private static Stream<String> rows() throws IOException {
    return Files.readAllLines(Path.of("../GLOSSARY.md")).stream()
        .filter(line -> line.startsWith("| "));
  }

  private static Stream<Path> sources(String ending) throws IOException {
    return Sources.all().stream().filter(path -> path.toString().endsWith(ending));
  }
}
