package florin.bench.fuzz;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import florin.bench.fuzz.FuzzCases.FuzzCase;
import florin.bench.fuzz.FuzzSearch.Outcome;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import org.assertj.core.api.SoftAssertions;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Reads the stored cases and findings without the fuzzer. */
class FuzzCasesTest {
  /** The prefix of earlier findings, which may be accepted or rejected. */
  private static final String FOUND = "found-";

  /**
   * Examples that are rejected, and routes without an API key, which no target reads. All others
   * must be accepted, since a target that reads nothing would pass.
   */
  private static final Map<FuzzTarget, Set<String>> REFUSED =
      Map.of(
          FuzzTarget.QUERIES,
          Set.of(
              "forms.txt",
              "get-v2-openapi-json.txt",
              "get-v2-openapi-yaml.txt",
              "two-of-a-name.txt"),
          FuzzTarget.CARDS,
          Set.of("expired.txt", "wrong-month.txt"),
          FuzzTarget.CARD_TEXT,
          Set.of("iban.txt", "order.txt", "uuid.txt"));

  @ParameterizedTest
  @EnumSource
  void every_stored_input_keeps_all_invariants(FuzzTarget target) throws IOException {
    List<FuzzCase> cases = FuzzCases.of(target);
    InputReader reader = target.boundedReader();

    assertThat(cases).isNotEmpty();
    SoftAssertions.assertSoftly(softly ->
        cases.forEach(one ->
            softly
                .assertThatCode(() -> reader.read(one.input()))
                .as("%s of %s", one, target)
                .doesNotThrowAnyException()));
  }

  @ParameterizedTest
  @EnumSource
  void every_valid_example_is_accepted(FuzzTarget target) throws Exception {
    InputReader reader = target.reader();
    var refused = new TreeSet<String>();
    for (FuzzCase one : FuzzCases.of(target)) {
      if (!one.name().startsWith(FOUND) && !reader.read(one.input())) {
        refused.add(one.name());
      }
    }

    assertThat(refused).isEqualTo(REFUSED.getOrDefault(target, Set.of()));
  }

  @Test
  void a_finding_counts_for_an_injected_bug_only_if_the_original_code_passes() {
    assertThat(PlantedSearch.holds(_ -> true, new byte[0])).isTrue();
    assertThat(PlantedSearch.holds(_ -> false, new byte[0])).isTrue();
    assertThat(
            PlantedSearch.holds(
                _ -> {
                  throw new FuzzFinding("of another bug");
                },
                new byte[0]))
        .isFalse();
  }

  @Test
  void an_outcome_is_reported_even_if_another_search_failed() {
    var outcome = new Outcome(FuzzTarget.JSON, 1, Duration.ofSeconds(1), 1, 1, 1, Optional.empty());
    var told = new ArrayList<Outcome>();

    assertThatThrownBy(() ->
            FuzzDrill.await(
                List.of(
                    CompletableFuture.failedFuture(new IOException("did not run")),
                    CompletableFuture.completedFuture(outcome)),
                told::add))
        .isInstanceOf(IOException.class)
        .hasMessage("did not run");
    assertThat(told).containsExactly(outcome);
  }

  @ParameterizedTest
  @EnumSource
  void an_empty_input_breaks_nothing(FuzzTarget target) {
    InputReader reader = target.boundedReader();

    assertThatCode(() -> reader.read(new byte[0])).doesNotThrowAnyException();
  }
}
