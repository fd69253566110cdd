package florin;

import static org.assertj.core.api.Assertions.assertThat;

import florin.docs.GeneratedPage;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** The form of the decisions, and their index. */
class DecisionsTest {
  private static final Path FOLDER = Path.of("..", "docs", "decisions");
  private static final List<String> SECTIONS =
      List.of("Context", "Decision", "Alternatives", "Consequences");

  private static final Pattern HEAD =
      Pattern.compile(
          "# (\\d{3}): ([^\n]+)\n\n\\*\\*Status:\\*\\* ([^\n]+)\n\n([A-Z`][^#]+\\.)\n\n## Context\n.*",
          Pattern.DOTALL);

  @Test
  void the_index_lists_every_decision_with_its_status() throws IOException {
    GeneratedPage.assertPartsUpToDate(
        "decisions/README.md",
        Map.of(
            "index",
            GeneratedPage.table(
                List.of("number", "title", "status", "decides"),
                files().stream().map(DecisionsTest::row).toList())));
  }

  private static List<String> row(Path file) {
    Matcher head = head(file);
    String name = file.getFileName().toString();
    assertThat(name).startsWith(head.group(1) + "-");
    return List.of(
        "[%s](%s)".formatted(head.group(1), name),
        head.group(2),
        head.group(3).replaceFirst(";.*", ""),
        head.group(4).replace('\n', ' '));
  }

  private static Matcher head(Path file) {
    Matcher head = HEAD.matcher(text(file));
    assertThat(head.matches())
        .as("%s begins with its number, title, status and summary", file.getFileName())
        .isTrue();
    return head;
  }

  @Test
  void every_decision_has_the_four_sections() throws IOException {
    assertThat(files())
        .allSatisfy(file ->
            assertThat(text(file).lines().filter(line -> line.startsWith("## ")))
                .as("%s", file.getFileName())
                .containsExactlyElementsOf(SECTIONS.stream().map("## "::concat).toList()));
  }

  private static List<Path> files() throws IOException {
    try (Stream<Path> files = Files.list(FOLDER)) {
      return files
          .filter(file -> file.getFileName().toString().matches("\\d{3}-.*\\.md"))
          .sorted()
          .toList();
    }
  }

  private static String text(Path file) {
    try {
      return Files.readString(file);
    } catch (IOException unreadable) {
      throw new UncheckedIOException(unreadable);
    }
  }
}
