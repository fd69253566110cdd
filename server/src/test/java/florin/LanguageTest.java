package florin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Checks prose against the patterns of docs/style.md: Markdown, templates, texts of pages, the
 * OpenAPI document, and the comments and messages in the sources of the service.
 *
 * <p>`language-exceptions.txt` lists the files that still have findings, with the most that each
 * may have. The test writes the list as it is now to `target/language-exceptions.txt`: copy it
 * after you rewrote a file, so that the numbers only fall.
 */
class LanguageTest {
  private static final Path ROOT = Path.of("..");
  private static final Path EXCEPTIONS =
      Path.of("src/test/resources/florin/language-exceptions.txt");

  /** The ends of the names of files with prose, comments or messages. */
  private static final List<String> ENDINGS =
      List.of(
          ".md",
          ".jte",
          ".properties",
          ".yaml",
          ".java",
          ".service",
          ".sql",
          "Containerfile",
          "pom.xml",
          "../florin",
          "mvnw",
          "find-jdk");

  private static final int COLUMNS = 100;
  private static final int SUBJECT = 72;

  /** The last commit before subjects were checked. */
  private static final String SUBJECTS_SINCE = "42d1ee794c3d5411d14cb9a153ebbd9a9e2d2245";

  private static final Map<String, Pattern> AVOIDED =
      Map.of(
          "an actor without a role", words("whoever|whomever|nobody|somebody"),
          "a clause instead of a noun", words("(?:what|whatever) (?:came|comes|became|becomes) of"),
          "an old phrase", words("(?:any|no) more(?! than)|for ever|for good|so many|as many as"),
          "a private verb",
              words("mend(?:s|ed|ing)?|(?:is|are|was|were|be|been) told (?:of|about)|makes? of"),
          "a vague adverb", words("by (?:itself|themselves)|at once|there and then"),
          "a person instead of a role", words("strangers?|neighbou?rs?|newcomers?|he|his|him"),
          "a literal translation",
              words(
                  "(?:stands?|stood|standing) (?:in|on|there|here)|goes on|(?:is|are|be) had|otherwise than"),
          "British spelling",
              words(
                  "colours?|behaviours?|authoris\\w+|cancelled|cancelling|honour\\w*|favour\\w*|catalogue|recognis\\w+|organis\\w+|normalis\\w+"),
          "\"by\" for \"with\"", words("by (?:key|TLS|HTTP|API|script|hand)"),
          "a second name for a customer credit", words("unapplied credits?"));

  private static final Pattern FENCED = Pattern.compile("(?ms)^```.*?^```");
  private static final Pattern CODE = Pattern.compile("`[^`\n]*`");
  private static final Pattern JAVA_TEXT =
      Pattern.compile(
          "/\\*\\*.*?\\*/|//[^\n]*|\"\"\"(?:.*?)\"\"\"|\"(?:[^\"\\\\\n]|\\\\.)*\"", Pattern.DOTALL);

  private static Pattern words(String alternatives) {
    return Pattern.compile("\\b(?:" + alternatives + ")\\b", Pattern.CASE_INSENSITIVE);
  }

  @Test
  void prose_avoids_the_patterns_of_the_guide() throws IOException {
    Map<String, List<String>> found = findings();
    String counts =
        found.entrySet().stream()
            .map(file -> file.getKey() + " " + file.getValue().size() + "\n")
            .collect(Collectors.joining());
    Files.writeString(Path.of("target", "language-exceptions.txt"), counts);
    Map<String, Integer> allowed = allowed();

    found.forEach((file, findings) ->
        assertThat(findings)
            .as("%s: docs/style.md says what to write instead", file)
            .hasSizeLessThanOrEqualTo(allowed.getOrDefault(file, 0)));
    assertThat(found.keySet())
        .as("remove the files without findings from %s", EXCEPTIONS)
        .containsAll(allowed.keySet());
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "An alert ends by itself five minutes after it is not so any more.",
        "It is told of what came of it.",
        "Have nobody new sent there; what comes is booked all the same.",
        "Whoever lost his key mends this at once.",
        "This cannot stand here, but it stands in the file for good.",
        "Whose payments are authorised by key."
      })
  void sentences_that_the_guide_rejects_are_found(String sentence) {
    assertThat(findings(sentence)).isNotEmpty();
  }

  @Test
  void code_within_prose_is_ignored() {
    assertThat(findings("Run `git add somebody`.\n\n```\nnobody\n```\n")).isEmpty();
    assertThat(javaText("int nobody = 1; // the caller\nString s = \"a `he` b\";"))
        .doesNotContain("nobody");
  }

  @Test
  void commit_subjects_name_a_component_and_an_imperative() throws Exception {
    assumeTrue(Files.exists(ROOT.resolve(".git")), "Skipped: this is no clone.");
    Process log =
        new ProcessBuilder("git", "log", "--no-merges", "--format=%s", SUBJECTS_SINCE + "..HEAD")
            .directory(ROOT.toFile())
            .redirectErrorStream(true)
            .start();
    String subjects = new String(log.getInputStream().readAllBytes());
    assumeTrue(log.waitFor() == 0, "Skipped: the clone lacks " + SUBJECTS_SINCE + ".");

    assertThat(subjects.lines())
        .allSatisfy(subject ->
            assertThat(subject)
                .hasSizeLessThanOrEqualTo(SUBJECT)
                .matches("[a-z0-9-]+: (?!(?:say|let|have|mend|format|wip)\\b)[a-z].*[^.]"));
  }

  private static Map<String, List<String>> findings() throws IOException {
    var found = new TreeMap<String, List<String>>();
    for (String ending : ENDINGS) {
      for (Path file : files(ending).toList()) {
        String text = Files.readString(file);
        var findings = new ArrayList<>(findings(ending.equals(".java") ? javaText(text) : text));
        if (ending.equals(".md")) {
          findings.addAll(longLines(text));
        }
        if (!findings.isEmpty()) {
          found.put(name(file), findings);
        }
      }
    }
    return found;
  }

  private static List<String> findings(String text) {
    String prose = CODE.matcher(FENCED.matcher(text).replaceAll("")).replaceAll("");
    var found = new ArrayList<String>();
    AVOIDED.forEach((why, pattern) ->
        pattern
            .matcher(prose)
            .results()
            .map(MatchResult::group)
            .forEach(words -> found.add(why + ": " + words)));
    return found;
  }

  /** Lines of prose over the limit. Rows of tables and lines with links can't be wrapped. */
  private static List<String> longLines(String markdown) {
    return FENCED
        .matcher(markdown)
        .replaceAll("")
        .lines()
        .filter(line -> line.length() > COLUMNS && !line.startsWith("|") && !line.contains("]("))
        .map(line -> "over " + COLUMNS + " columns: " + line)
        .toList();
  }

  private static String javaText(String source) {
    return JAVA_TEXT
        .matcher(source)
        .results()
        .map(MatchResult::group)
        .collect(Collectors.joining("\n"));
  }

  private static Map<String, Integer> allowed() throws IOException {
    return Files.readAllLines(EXCEPTIONS).stream()
        .map(line -> line.split(" "))
        .collect(Collectors.toMap(parts -> parts[0], parts -> Integer.valueOf(parts[1])));
  }

  /** The guide shows what it rejects. */
  private static Stream<Path> files(String ending) throws IOException {
    try (Stream<Path> all = Files.walk(ROOT)) {
      return all
          .filter(path -> path.toString().endsWith(ending) && Files.isRegularFile(path))
          .filter(path ->
              !name(path).matches("(?:.*/)?(?:target|node_modules|src/test|\\.git|\\.mvn)/.*"))
          .filter(path -> !name(path).equals("docs/style.md"))
          .filter(path -> !name(path).matches(".*/(?:de|fr|es)\\.properties"))
          .sorted()
          .toList()
          .stream();
    }
  }

  private static String name(Path path) {
    return ROOT.relativize(path).toString();
  }
}
