package florin.testing;

import static java.nio.file.StandardOpenOption.APPEND;
import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class MutationReportTest {
  private static final String REASON = "Both sides are the same when the two are equal.";

  @TempDir Path folder;

  @BeforeEach
  void lay() throws IOException {
    Files.writeString(
        folder.resolve("pom.xml"),
        """
        <project><executions>
        <execution><id>money</id><targetClasses><param>florin.core.Money*</param></targetClasses></execution>
        <execution><id>compile</id></execution>
        </executions></project>
        """);
    Files.createDirectories(folder.resolve("target/mutations/money"));
    report(mutants(19, "KILLED") + mutant("SURVIVED", "lambda$plus$3"));
    accept("florin.core.Money plus Math 1: " + REASON);
  }

  @Test
  void it_accepts_enough_killed_mutants_and_the_listed_survivors() throws IOException {
    assertThat(faults()).isEmpty();
    assertThat(read().table()).contains(" 95.0 % of 20  florin.core");
  }

  @Test
  void a_package_below_the_required_share_fails_even_with_every_survivor_listed()
      throws IOException {
    report(mutants(18, "KILLED") + mutant("SURVIVED", "plus"));

    assertThat(faults()).singleElement().asString().contains("94.7 % of 19", "florin.core");
  }

  @Test
  void an_uncovered_mutant_is_not_counted() throws IOException {
    report(mutants(19, "TIMED_OUT") + mutant("SURVIVED", "plus") + mutants(100, "NO_COVERAGE"));

    assertThat(faults()).isEmpty();
  }

  @Test
  void a_survivor_that_is_not_listed_fails() throws IOException {
    report(mutants(99, "KILLED") + mutant("SURVIVED", "plus") + mutant("SURVIVED", "plus"));
    assertThat(faults()).singleElement().asString().contains("2 survived, 1 accepted");

    report(mutants(99, "KILLED") + mutant("SURVIVED", "minus") + mutant("SURVIVED", "plus"));
    assertThat(faults()).singleElement().asString().contains("florin.core.Money minus Math");
  }

  @Test
  void a_listed_survivor_that_a_test_notices_by_now_fails() throws IOException {
    report(mutants(20, "KILLED"));

    assertThat(faults()).singleElement().asString().contains("0 survived, 1 accepted");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "florin.core.Money plus Math: " + REASON,
        "florin.core.Money plus Math 0: " + REASON,
        "florin.core.Money minus Math 1: equivalent",
        "florin.core.Money minus Math 1:",
        "florin.core.Money plus Math 2: " + REASON
      })
  void a_line_that_lacks_a_count_or_a_reason_or_is_duplicated_fails(String line)
      throws IOException {
    Files.writeString(folder.resolve("accepted.txt"), line + "\n", APPEND);

    assertThat(faults()).isNotEmpty();
  }

  @Test
  void a_report_that_is_missing_empty_or_incomplete_fails() throws IOException {
    accept("");
    report("");
    assertThat(faults()).singleElement().asString().contains("no test reaches a mutant");

    report(mutants(20, "NO_COVERAGE"));
    assertThat(faults()).singleElement().asString().contains("no test reaches a mutant");

    report(mutants(20, "KILLED") + mutant("RUN_ERROR", "plus"));
    assertThat(faults()).singleElement().asString().contains("RUN_ERROR");

    Files.delete(folder.resolve("target/mutations/money/mutations.xml"));
    assertThat(faults()).singleElement().asString().contains("./florin test --mutations");

    Files.writeString(folder.resolve("pom.xml"), "<project/>");
    assertThat(faults()).singleElement().asString().contains("No pom.xml lists a group");
  }

  private List<String> faults() throws IOException {
    return read().faults();
  }

  private MutationReport read() throws IOException {
    return new MutationReport(List.of(folder), folder.resolve("accepted.txt"));
  }

  private void report(String mutants) throws IOException {
    Files.writeString(
        folder.resolve("target/mutations/money/mutations.xml"),
        "<mutations>" + mutants + "</mutations>");
  }

  private void accept(String line) throws IOException {
    Files.writeString(folder.resolve("accepted.txt"), "# Accepted.\n\n" + line + "\n");
  }

  private static String mutants(int count, String status) {
    return mutant(status, "plus").repeat(count);
  }

  private static String mutant(String status, String method) {
    return """
    <mutation status='%s'><mutatedClass>florin.core.Money</mutatedClass><mutatedMethod>%s</mutatedMethod>
    <lineNumber>7</lineNumber><mutator>org.pitest.mutators.MathMutator</mutator></mutation>
    """
        .formatted(status, method);
  }
}
