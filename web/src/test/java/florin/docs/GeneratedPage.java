package florin.docs;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A page of `docs` that is generated, in whole or in parts. A generated part is between the lines
 * {@code <!-- generated: NAME -->} and {@code <!-- end -->}; the rest of the page is written by
 * people. If a page is out of date, the test fails and writes the new one below `target`; copy it.
 */
public final class GeneratedPage {
  private static final Path DOCS = Path.of("..", "docs");
  private static final Path TARGET = Path.of("target");
  private static final int COLUMNS = 100;

  private static final Pattern PART =
      Pattern.compile("(?ms)^<!-- generated: ([a-z -]+) -->\n.*?^<!-- end -->\n");

  private GeneratedPage() {}

  /**
   * Fails if the page differs.
   *
   * @param name below `docs`, for example `reference/errors.md`
   */
  static void assertUpToDate(String name, String page) throws IOException {
    Path target = TARGET.resolve(name);
    Files.createDirectories(target.getParent());
    Files.writeString(target, page);
    Path kept = DOCS.resolve(name);
    assertThat(Files.exists(kept) ? Files.readString(kept) : "")
        .as("docs/%s is out of date: copy server/%s", name, target)
        .isEqualTo(page);
  }

  /**
   * Fails if the page has other parts, or if the text of a part differs.
   *
   * @param parts the text of each part by its name
   */
  public static void assertPartsUpToDate(String name, Map<String, String> parts)
      throws IOException {
    String kept = Files.readString(DOCS.resolve(name));
    assertThat(PART.matcher(kept).results().map(part -> part.group(1)))
        .as("docs/%s needs the lines `<!-- generated: NAME -->` and `<!-- end -->`", name)
        .containsExactlyInAnyOrderElementsOf(parts.keySet());
    assertUpToDate(
        name,
        PART.matcher(kept)
            .replaceAll(part ->
                Matcher.quoteReplacement(
                    "<!-- generated: %s -->\n\n%s\n\n<!-- end -->\n"
                        .formatted(
                            part.group(1), requireNonNull(parts.get(part.group(1))).strip()))));
  }

  /** Returns a table; a cell may have a `|`. */
  public static String table(List<String> headings, List<List<String>> rows) {
    var lines = new ArrayList<String>();
    lines.add(row(headings));
    lines.add("|" + "---|".repeat(headings.size()));
    rows.forEach(row -> lines.add(row(row)));
    return String.join("\n", lines) + "\n";
  }

  private static String row(List<String> cells) {
    return "| "
        + String.join(" | ", cells.stream().map(cell -> cell.replace("|", "\\|")).toList())
        + " |";
  }

  /** Breaks a paragraph or a list item at 100 columns. Its own line feeds count as spaces. */
  public static String wrapped(String text) {
    String indent = text.startsWith("- ") ? "  " : "";
    var lines = new StringBuilder();
    int column = 0;
    for (String word : text.strip().split("\\s+")) {
      boolean isFull = column > 0 && column + 1 + word.length() > COLUMNS;
      lines.append(isFull ? "\n" + indent : column == 0 ? "" : " ").append(word);
      column = (isFull ? indent.length() : column + (column == 0 ? 0 : 1)) + word.length();
    }
    return lines.toString();
  }
}
