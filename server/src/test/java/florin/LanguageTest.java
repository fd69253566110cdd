package florin;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
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
import org.junit.jupiter.params.provider.FieldSource;

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
          "find-jdk",
          ".ci/run",
          "grafana-dashboard.json",
          ".css",
          ".js");

  private static final int COLUMNS = 100;
  private static final int SUBJECT = 72;

  /** The last commit before subjects were checked. */
  private static final String SUBJECTS_SINCE = "42d1ee794c3d5411d14cb9a153ebbd9a9e2d2245";

  private static final Map<String, Pattern> AVOIDED =
      Map.ofEntries(
          Map.entry("an actor without a role", words("whoever|whomever|nobody|somebody")),
          Map.entry(
              "a clause instead of a noun",
              words("(?:what|whatever) (?:came|comes|became|becomes) of")),
          Map.entry(
              "an old phrase",
              words("(?:any|no) more(?! than)|for ever|for good|so many|as many as")),
          Map.entry(
              "a private verb",
              words("mend(?:s|ed|ing)?|(?:is|are|was|were|be|been) told (?:of|about)|makes? of")),
          Map.entry("a vague adverb", words("by (?:itself|themselves)|at once|there and then")),
          Map.entry(
              "a person instead of a role", words("strangers?|neighbou?rs?|newcomers?|he|his|him")),
          Map.entry(
              "a literal translation",
              words(
                  "(?:stands?|stood|standing) (?:in|on|there|here)|goes on|(?:is|are|be) had|otherwise than")),
          Map.entry(
              "British spelling",
              words(
                  "colours?|behaviours?|authoris\\w+|cancelled|cancelling|honour\\w*|favour\\w*|catalogue|recognis\\w+|organis\\w+|normalis\\w+")),
          Map.entry("\"by\" for \"with\"", words("by (?:key|TLS|HTTP|API|script|hand)")),
          Map.entry("a second name for a customer credit", words("unapplied credits?")),
          Map.entry(
              "a phrase of an earlier text, which hid the actor or the noun",
              words(
                  "hears? of|looks? (?:whether|at it)|searched by|found out|kind of card|called back"
                      + "|as it must|wanted it|none came|that is all|where your \\w+ are|this once"
                      + "|worth nothing|the system has it|as it stands|too much was|though it was"
                      + "|have (?:it|an? \\w+|nobody) (?:sent|happen|new)|torn|(?:what|whatever) comes"
                      + "|who is late|or left out|as soon as one|without it there|nothing says"
                      + "|what is paid|what (?:your|the) bank says|say what it|payer is to send"
                      + "|waited for until|it may be for|undecided for|there is nothing to do"
                      + "|belongs to another does|those of before|those of test mode move|password, once more|files by which|pays? another way"
                      + "|too little money|receipt's mail|as the interface|all the same")));

  @SuppressWarnings("UnusedVariable") // JUnit reads it
  private static final List<String> WORST =
      List.of(
          "It refuses a file that is torn, keys that are missing or others, and what a later Florin has made.",
          "An alarm ends by itself five minutes after it is not so any more.",
          "A method that is not attached is used once, whatever comes of that payment; then it is consumed.",
          "Leave out the slash at its end: without it there is something.",
          "This cannot stand here. Check it.",
          "Have nobody new sent there; what comes is booked all the same.",
          "Also who is late gets what a healthy database needs.",
          "What is paid in live mode is shown here.",
          "Your server hears of what happens to payments.",
          "They appear here as soon as one is made.",
          "Payments are not searched by this.",
          "Undecided for too long",
          "The payer must act on this page before the payment goes on.",
          "The payer is to send €2,500.00 by a bank transfer. Waited for until 8 Dec",
          "€500.00 has come. The payer is to send €500.00 more.",
          "Found out by asking the network again",
          "Receipt's mail: Sent to jo@example.com",
          "Kind of card",
          "Look at it there",
          "It goes back to the card, and cannot be called back.",
          "Money that came, and nothing says for which payment.",
          "Payments it may be for. These are guesses.",
          "Names no reference. What became of it",
          "Files by which your bank is asked to send refunds.",
          "In what your bank says what it has booked.",
          "Nothing answered as it must. Look whether the server runs.",
          "No enabled endpoint wanted it.",
          "None came that could be read.",
          "As the interface shows it, in JSON",
          "Say what it is for and how much: that is all.",
          "Those of test mode move no money.",
          "Keep it where your secrets are. It is shown this once.",
          "Entries are chained: one that was changed or left out shows.",
          "Ten new recovery codes created; those of before are worth nothing now.",
          "Password, once more",
          "As the system has it",
          "Your card has too little money for this.",
          "Do not continue; pay another way",
          "Give the reference exactly as it stands here: by it your payment is known.",
          "Have it sent by December 8.",
          "Too much was sent from your connection.",
          "Nothing was delivered for half an hour, though it was tried.",
          "If you expected no invitation, there is nothing to do.",
          "What belongs to another does not exist for it.",
          "have an event happen in test mode",
          "It has failed. Mend what the steps say",
          "It is told of what came of it.",
          "Whoever lost his key mends this at once.",
          "This cannot stand here, but it stands in the file for good.",
          "Whose payments are authorised by key.");

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

  /** The worst passages that an editor found before the guide existed. */
  @ParameterizedTest
  @FieldSource("WORST")
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
    String subjects = new String(log.getInputStream().readAllBytes(), StandardCharsets.UTF_8);
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

  /** The guide shows what it rejects. Other tests create and delete folders below `target`. */
  private static Stream<Path> files(String ending) throws IOException {
    var found = new ArrayList<Path>();
    Files.walkFileTree(
        ROOT,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path folder, BasicFileAttributes attributes) {
            return name(folder).matches("(?:.*/)?(?:target|node_modules|src/test|\\.git|\\.mvn)")
                ? FileVisitResult.SKIP_SUBTREE
                : FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            found.add(file);
            return FileVisitResult.CONTINUE;
          }
        });
    return found.stream()
        .filter(path -> path.toString().endsWith(ending))
        .filter(path -> !name(path).equals("docs/style.md"))
        .filter(path -> !name(path).matches(".*/(?:de|fr|es)\\.properties"))
        .sorted();
  }

  private static String name(Path path) {
    return ROOT.relativize(path).toString();
  }
}
