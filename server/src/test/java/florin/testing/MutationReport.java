package florin.testing;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import javax.xml.parsers.DocumentBuilderFactory;
import javax.xml.parsers.ParserConfigurationException;
import org.w3c.dom.Element;
import org.w3c.dom.Node;
import org.xml.sax.SAXException;

/**
 * Compares PIT's reports with the classes that the build lists and with the survivors that {@code
 * mutations.txt} accepts. A survivor is identified without its line number, so that an edit above
 * it doesn't change its identity.
 */
public final class MutationReport {
  /** The minimum share of covered mutants that the tests of a package must kill, in percent. */
  private static final int REQUIRED = 95;

  /**
   * Whether a mutant with this status is killed. PIT uses no other status for a mutant that ran to
   * its end.
   */
  private static final Map<String, Boolean> NOTICED =
      Map.of("KILLED", true, "TIMED_OUT", true, "MEMORY_ERROR", true, "SURVIVED", false);

  private static final String NOT_COVERED = "NO_COVERAGE";

  /** {@code class method mutator count: reason}. */
  private static final Pattern ACCEPTED =
      Pattern.compile("(\\S+ \\S+ \\S+) ([1-9]\\d*): (\\p{Lu}.{20,}\\.)");

  /** The method that contains a lambda, from the name that javac gives the lambda. */
  private static final Pattern LAMBDA = Pattern.compile("lambda\\$(\\w+)\\$\\d+");

  private final List<String> faults = new ArrayList<>();
  private final Map<String, Score> scores = new TreeMap<>();
  private final Map<String, Integer> survivors = new TreeMap<>();
  private final Map<String, String> groups = new HashMap<>();

  /** The numbers of mutants of a package that tests reach and that tests kill. */
  private record Score(int noticed, int covered) {
    Score and(boolean isNoticed) {
      return new Score(noticed + (isNoticed ? 1 : 0), covered + 1);
    }

    boolean isEnough() {
      return noticed * 100 >= covered * REQUIRED;
    }

    @Override
    public String toString() {
      return "%5.1f %% of %d".formatted(100.0 * noticed / covered, covered);
    }
  }

  /**
   * Reads the reports in `target/mutations` of each module.
   *
   * @param modules the folders of the modules, whose `pom.xml` lists the groups of classes
   * @param accepted the list of accepted survivors
   */
  public MutationReport(List<Path> modules, Path accepted) throws IOException {
    int count = 0;
    for (Path module : modules) {
      for (Element group :
          all(root(module.resolve("pom.xml")), "execution")
              .filter(it -> all(it, "targetClasses").count() == 1)
              .toList()) {
        count++;
        readGroup(
            text(group, "id"),
            all(group, "targetClasses").flatMap(it -> all(it, "param")).toList(),
            module.resolve("target/mutations"));
      }
    }
    if (count == 0) {
      faults.add("No pom.xml lists a group of classes to mutate.");
    }
    scores.forEach((name, score) -> {
      if (!score.isEnough()) {
        faults.add(
            "%s: the tests notice %s covered mutants; %d %% are required. Add tests."
                .formatted(name, score, REQUIRED));
      }
    });
    compare(readAccepted(accepted), accepted);
  }

  /** Returns the violations; empty if the tests kill enough mutants. */
  public List<String> faults() {
    return faults;
  }

  /** Returns a table of the score of each package. */
  public String table() {
    var lines = new StringBuilder("Mutants that a test reaches, and the share that fails a test:");
    scores.forEach((name, score) -> lines.append("\n  %s  %s".formatted(score, name)));
    return lines.toString();
  }

  private void readGroup(String group, List<Element> classes, Path reports) throws IOException {
    Path report = reports.resolve(group).resolve("mutations.xml");
    if (!Files.exists(report)) {
      faults.add("There is no " + report + ". Run ./florin test --mutations.");
      return;
    }
    Map<String, Integer> covered = new HashMap<>();
    all(root(report), "mutation")
        .forEach(mutation -> {
          String name = text(mutation, "mutatedClass");
          String other = groups.putIfAbsent(name, group);
          if (other != null && !other.equals(group)) {
            faults.add("%s is in two groups, %s and %s.".formatted(name, other, group));
          }
          String status = mutation.getAttribute("status");
          if (!status.equals(NOT_COVERED)) {
            covered.merge(name, 1, Integer::sum);
            count(mutation, name, status);
          }
        });
    for (Element element : classes) {
      String glob = element.getTextContent().strip();
      var pattern = Pattern.compile(Pattern.quote(glob).replace("*", "\\E.*\\Q"));
      if (covered.keySet().stream().noneMatch(name -> pattern.matcher(name).matches())) {
        faults.add("%s: no test reaches a mutant of %s.".formatted(group, glob));
      }
    }
  }

  private void count(Element mutation, String name, String status) {
    Boolean isNoticed = NOTICED.get(status);
    if (isNoticed == null) {
      faults.add("PIT could not run a mutant of %s: %s.".formatted(name, status));
      return;
    }
    scores.compute(
        name.substring(0, name.lastIndexOf('.')),
        (_, score) -> Optional.ofNullable(score).orElse(new Score(0, 0)).and(isNoticed));
    if (!isNoticed) {
      survivors.merge(key(mutation, name), 1, Integer::sum);
    }
  }

  private static String key(Element mutation, String name) {
    String mutator = text(mutation, "mutator");
    return "%s %s %s"
        .formatted(
            name,
            LAMBDA.matcher(text(mutation, "mutatedMethod")).replaceAll("$1"),
            mutator.substring(mutator.lastIndexOf('.') + 1).replaceFirst("Mutator$", ""));
  }

  private Map<String, Integer> readAccepted(Path file) throws IOException {
    Map<String, Integer> accepted = new TreeMap<>();
    for (String line : Files.readAllLines(file)) {
      if (line.isBlank() || line.startsWith("#")) {
        continue;
      }
      Matcher entry = ACCEPTED.matcher(line);
      if (!entry.matches()) {
        faults.add("%s: not `class method mutator count: Reason.`: %s".formatted(file, line));
      } else if (accepted.put(entry.group(1), Integer.valueOf(entry.group(2))) != null) {
        faults.add("%s lists %s twice.".formatted(file, entry.group(1)));
      }
    }
    return accepted;
  }

  private void compare(Map<String, Integer> accepted, Path file) {
    survivors.forEach((key, count) -> {
      int allowed = accepted.getOrDefault(key, 0);
      if (count > allowed) {
        faults.add("%d survived, %d accepted: %s. Add a test.".formatted(count, allowed, key));
      }
    });
    accepted.forEach((key, allowed) -> {
      int count = survivors.getOrDefault(key, 0);
      if (count < allowed) {
        faults.add(
            "%d survived, %d accepted: %s. Correct %s.".formatted(count, allowed, key, file));
      }
    });
  }

  private static Element root(Path file) throws IOException {
    try {
      return DocumentBuilderFactory.newDefaultInstance()
          .newDocumentBuilder()
          .parse(file.toFile())
          .getDocumentElement();
    } catch (ParserConfigurationException | SAXException wrong) {
      throw new IOException(file + " is no XML", wrong);
    }
  }

  private static Stream<Element> all(Element parent, String tag) {
    var nodes = parent.getElementsByTagName(tag);
    return IntStream.range(0, nodes.getLength())
        .<Node>mapToObj(nodes::item)
        .map(Element.class::cast);
  }

  private static String text(Element parent, String tag) {
    return all(parent, tag).findFirst().orElseThrow().getTextContent().strip();
  }
}
